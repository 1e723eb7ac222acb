//! A ruling as text: what decided, what came of whom, the dice on one line.

use std::fmt::Write;

use anstyle::Style;

use super::{Ink, Look, Report, StyledText, text};
use crate::dice::Thrown;
use crate::language::command::WorkingShown;
use crate::resolution::{Fate, Gravity, Resolution};
use crate::rules::ruling::Leads;
use crate::rulings::outcome::Blank;

/// The most dice of one throw whose faces stand in a row; more of them are counted by face.
const MOST_IN_A_ROW: usize = 12;

/// Adds the answer to a ruling.
pub(super) fn ruling(report: &mut Report, resolution: &Resolution, look: Look) {
    let outcome = &resolution.outcome;
    let Ink { bold, dim, .. } = look.ink;
    let out = &mut report.result;
    let plain = Style::new();
    if let Some(understood) = &resolution.understood {
        put(out, &format!("read as: {understood}"), dim, look.width);
    }
    let headline = outcome.headline.as_str();
    let (told, marked): (Vec<&Fate>, Vec<&Fate>) = resolution
        .fates
        .iter()
        .partition(|fate| fate.lost.is_some() || !said_by(headline, fate).does);
    let units_lead = outcome.leads == Leads::Units && !told.is_empty();
    // Of a ruling that is about the loss of one unit, its line says more than the headline.
    let loses = |fate: &&&Fate| said_by(headline, fate).loss;
    let only_loss = told.iter().find(loses).is_some();
    let headline = if only_loss { "" } else { headline };
    if !units_lead && !headline.is_empty() {
        put(out, headline, bold, look.width);
    }
    let tell = |out: &mut StyledText| {
        for line in outcome.told.iter().filter(|line| *line != headline) {
            put(out, line, plain, look.width);
        }
    };
    if !units_lead {
        tell(out);
    }
    for fate in &told {
        let who = if units_lead || only_loss { bold } else { plain };
        put_styled(out, &fate_line(fate, who, headline, look.ink), look.width);
    }
    if units_lead {
        if !headline.is_empty() {
            put(out, headline, plain, look.width);
        }
        tell(out);
    }
    if !resolution.throws.is_empty() {
        let throws = throws_text(&resolution.throws, &resolution.verb);
        put(out, &throws, dim, look.width);
    }
    if let Some(Blank { what, .. }) = &outcome.blank {
        let blank = format!("blank: the source at hand does not give {what}");
        put(out, &blank, plain, look.width);
    }
    let marked = marked.into_iter().filter(|fate| !fate.states.is_empty());
    let marked = marked.map(|fate| format!("{}: {}", fate.in_short, fate.states.join(", ")));
    let known = resolution.known.iter();
    let known = known.map(|known| format!("known of {known}"));
    let beside: Vec<String> = known.chain(marked).collect();
    if !beside.is_empty() {
        put(out, &beside.join(" · "), dim, look.width);
    }
    if look.working == WorkingShown::Full {
        out.append(text::steps_text(&resolution.working, look));
    }
    for warning in &resolution.warnings {
        let warning = format!("note: {warning}");
        put(&mut report.beside, &warning, plain, look.width);
    }
    if !resolution.not_said.is_empty() {
        let words = format!("not said: {}", resolution.not_said.join(", "));
        put(&mut report.beside, &words, Ink::STYLED.dim, look.width);
    }
}

/// What the headline says of a unit already.
struct SaidBy {
    /// All that it does.
    does: bool,
    /// What it loses, and nothing else.
    loss: bool,
}

/// The headline of a ruling on one unit may be just what it does or what it loses.
fn said_by(headline: &str, fate: &Fate) -> SaidBy {
    let does = fate.does.join(", ");
    let of_unit = headline.strip_prefix(fate.who.as_str());
    let of_unit = of_unit.and_then(|rest| rest.strip_prefix(": "));
    SaidBy {
        does: does.is_empty() || headline == does || of_unit == Some(does.as_str()),
        loss: fate.loss.is_some() && of_unit == fate.loss.as_deref(),
    }
}

/// `Azure (p2): 3 lost (of pike), 18 of 21 left, holds`.
fn fate_line(fate: &Fate, who: Style, headline: &str, ink: Ink) -> StyledText {
    let does = match said_by(headline, fate).does {
        true => String::new(),
        false => fate.does.join(", "),
    };
    let numbers = fate.lost.iter().chain(&fate.left);
    let numbers: Vec<&str> = numbers.map(String::as_str).collect();
    let held = fate.held.then_some("off when the phase ends");
    let after = fate.near.iter().chain(&fate.states).map(String::as_str);
    let after: Vec<&str> = held.into_iter().chain(after).collect();
    let mut line = StyledText::default();
    line.push_styled(who, &format!("{}:", fate.who));
    let mut between = " ";
    if !numbers.is_empty() {
        line.push(between);
        line.push(&numbers.join(", "));
        between = ", ";
    }
    if !does.is_empty() {
        line.push(between);
        let style = match fate.gravity {
            Gravity::Bearable => ink.bold,
            Gravity::Dire => ink.dire,
        };
        line.push_styled(style, &does);
        between = " · ";
    } else if !numbers.is_empty() {
        between = " · ";
    }
    if !after.is_empty() {
        line.push(between);
        line.push(&after.join(" · "));
    }
    line
}

/// Adds a line, or several where one is too narrow: those that follow are indented.
pub(super) fn put(out: &mut StyledText, text: &str, style: Style, width: u16) {
    let columns = usize::from(width);
    // What fits in bytes fits in columns.
    if text.len() <= columns {
        out.push_line(style, text);
        return;
    }
    for line in textwrap::wrap(text, hanging(columns)) {
        out.push_line(style, &line);
    }
}

/// The same of a line that has its styles.
fn put_styled(out: &mut StyledText, line: &StyledText, width: u16) {
    for line in textwrap::wrap(line.as_str(), hanging(usize::from(width))) {
        out.append(StyledText::rendered(&line));
        out.push("\n");
    }
}

fn hanging(columns: usize) -> textwrap::Options<'static> {
    textwrap::Options::new(columns).subsequent_indent("  ")
}

fn throws_text(throws: &[Thrown], verb: &str) -> String {
    let mut text = String::with_capacity(128);
    for (place, throw) in throws.iter().enumerate() {
        if place > 0 {
            text.push_str(" · ");
        }
        let before = throws.get(..place).unwrap_or_default();
        text.push_str(&thrower(throw, before, verb));
        faces(&mut text, throw);
    }
    text
}

/// Who threw, or what for: `musketeers`, `result`; what for too where they threw for something else before.
fn thrower(thrown: &Thrown, before: &[Thrown], verb: &str) -> String {
    let throw = &thrown.throw;
    let purpose = throw.purpose.as_str();
    if throw.label.is_empty() {
        return match purpose {
            "" => throw.by.to_string(),
            purpose if purpose == verb => throw.by.to_string(),
            purpose => purpose.to_owned(),
        };
    }
    let again = before.iter().any(|other| {
        let other = &other.throw;
        other.by == throw.by && other.label == throw.label && other.purpose != throw.purpose
    });
    match again && !purpose.is_empty() {
        true => format!("{}, {purpose}", throw.label),
        false => throw.label.to_string(),
    }
}

/// ` 6 5 4 1, hits on 6`, ` =11` where only the sum is known, ` 5+: 12 of 30` of many.
fn faces(out: &mut String, thrown: &Thrown) {
    let throw = &thrown.throw;
    if thrown.faces.is_empty() {
        let _ = write!(out, " ={}", thrown.sum);
        return;
    }
    if thrown.faces.len() > MOST_IN_A_ROW {
        counted(out, thrown);
        return;
    }
    for face in &thrown.faces {
        let _ = write!(out, " {face}");
    }
    if let Some(needs) = throw.needs_in_words() {
        let _ = write!(out, ", {needs}");
    }
}

/// ` 5+: 12 of 30 (1×4 2×6 3×3 4×5 5×7 6×5)`: the faces are all there, and can be counted.
fn counted(out: &mut String, thrown: &Thrown) {
    let mut sorted = thrown.faces.clone();
    sorted.sort_unstable();
    let by_face = sorted.chunk_by(|one, other| one == other);
    let by_face = by_face.filter_map(|same| Some(format!("{}×{}", same.first()?, same.len())));
    let by_face: Vec<String> = by_face.collect();
    let by_face = by_face.join(" ");
    let dice = thrown.faces.len();
    match &thrown.throw.needs {
        Some(needs) => {
            let met = thrown.faces.iter().filter(|face| needs.faces.has(**face));
            let _ = write!(
                out,
                " {}: {} of {dice} ({by_face})",
                needs.faces,
                met.count()
            );
        }
        None => {
            let _ = write!(out, " {} with {dice} ({by_face})", thrown.sum);
        }
    }
}
