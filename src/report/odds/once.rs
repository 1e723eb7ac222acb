//! The odds of one line.

use std::borrow::Cow;

use super::gist::gist;
use super::rows::{Row, rows};
use super::title::title;
use super::{Cells, Ink, Look, StyledText};
use crate::odds::{
    Found, Odds, Spread, Topic, chance_text, fall_text, mean, mean_text, one_in_text,
};
use crate::rules::amount::Given;
use crate::rulings::outcome::FieldValue;

pub(super) fn text(found: &Found, look: Look) -> StyledText {
    let Look { width, ink, .. } = look;
    let Ink { bold, dim, .. } = ink;
    let gist = gist(&found.odds);
    let mut text = StyledText::default();
    text.push_line(dim, &found.said);
    if let Some(summary) = &found.certain {
        text.push(&format!("{summary}\n"));
        text.push_line(dim, "no dice decide anything");
        return text;
    }
    if let Some(gist) = &gist {
        for line in hanging(gist, width) {
            text.push_line(bold, &line);
        }
    }
    if let Some(rounds) = found.rounds {
        let rounds = mean_text(rounds);
        let noun = if rounds == "1" { "round" } else { "rounds" };
        text.push(&format!("{rounds} {noun} in the mean\n"));
    }
    for (titles, spread) in worth_telling(&found.odds) {
        text.push("\n");
        text.push_line(bold, &titles.join(" · "));
        text.push(&table(spread, width));
        if let Some(mean) = mean(spread) {
            text.push("  ");
            text.push_line(dim, &format!("mean {}", mean_text(mean)));
        }
    }
    let always = always(&found.odds);
    if !always.is_empty() {
        text.push("\n");
        text.push_line(dim, &format!("always: {}", always.join(" · ")));
    }
    for (topic, size) in found.odds.out_of_reach() {
        text.push("\n");
        text.push_line(bold, &title(&found.odds, topic));
        text.push(&format!(" {size}\n"));
    }
    // Of what has scrolled away only the end is seen.
    if let Some(gist) = gist
        && text.as_str().lines().count() >= usize::from(look.height)
    {
        text.push("\n");
        for line in hanging(&gist, width) {
            text.push_line(bold, &line);
        }
    }
    text
}

/// A text in lines that fit; those that follow are indented.
fn hanging(text: &str, width: u16) -> Vec<String> {
    let options = textwrap::Options::new(usize::from(width)).subsequent_indent("  ");
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(Cow::into_owned).collect()
}

/// What may come out in several ways, each with its titles; topics with the same odds are told once.
fn worth_telling(odds: &Odds) -> Vec<(Vec<String>, &Spread)> {
    let mut told: Vec<(Vec<String>, &Spread)> = Vec::new();
    for (topic, spread) in odds.each() {
        if spread.len() < 2 {
            continue;
        }
        let name = title(odds, topic);
        match told.iter_mut().find(|(_, other)| *other == spread) {
            Some((titles, _)) => titles.push(name),
            None => told.push((vec![name], spread)),
        }
    }
    told
}

/// What comes out one way only, and is not nothing.
fn always(odds: &Odds) -> Vec<String> {
    let certain = |(topic, spread): (&Topic, &Spread)| {
        let (value, _) = spread.iter().next().filter(|_| spread.len() == 1)?;
        let nothing = match value {
            Given::Known(FieldValue::Null | FieldValue::Truth(false)) => true,
            Given::Known(FieldValue::Number(number)) => number.is_zero(),
            _ => false,
        };
        (!nothing).then(|| format!("{} {}", title(odds, topic), fall_text(value)))
    };
    odds.each().filter_map(certain).collect()
}

fn table(spread: &Spread, width: u16) -> String {
    let rows = rows(spread);
    let most = rows.iter().map(|row| row.exactly.p()).fold(0.0, f64::max);
    let lengths: Vec<f64> = rows.iter().map(|row| row.exactly.p() / most).collect();
    let numbers = rows.iter().all(|row| row.ends.is_some());
    let rare = rows.iter().any(|row| !one_in_text(&row.exactly).is_empty());
    let mut head = vec!["", "chance"];
    if numbers {
        head.extend(["at least", "at most"]);
    }
    if rare {
        head.push("");
    }
    let cells = |row: &Row| {
        let mut cells = vec![row.label.clone(), chance_text(&row.exactly)];
        if let Some(ends) = row.ends.as_ref().filter(|_| numbers) {
            cells.extend([chance_text(&ends.at_least), chance_text(&ends.at_most)]);
        }
        if rare {
            cells.push(one_in_text(&row.exactly));
        }
        cells
    };
    let cells = Cells {
        head,
        rows: rows.iter().map(cells).collect(),
    };
    cells.with_bars("", &lengths, width)
}
