//! The verbs of the battle.

mod fills;
mod muster;
mod orders;
mod regroup;

pub(super) use muster::{checked_handle, is_free};
pub(super) use orders::after_unit;

use orders::{Deciding, ordered};
use smol_str::{SmolStr, StrExt};

use super::Grammar;
use super::cursor::Typed;
use super::plain::Plain;
use crate::language::battle::{BattleCommand, LogOf, ReportOf};
use crate::language::lexer::number_word;
use crate::language::verbs::{Field, Verb};
use crate::naming::{Found, Names};
use crate::number::Number;
use crate::roster::Named;
use crate::rules::kind::TroopType;
use crate::rules::phase::Phase;
use crate::rules::shelf::Id;
use crate::typed_line::{FaultKind, LineFault};

/// Reads what follows a verb of the battle.
pub(super) fn field(
    grammar: Grammar<'_>,
    verb: Field,
    mut left: Plain<'_>,
) -> Result<BattleCommand, LineFault> {
    let left = &mut left;
    let command = match verb {
        Field::Muster => muster::muster(grammar, left)?,
        Field::Units => BattleCommand::Units(side_if_any(grammar.looking(), left)?),
        Field::Unit if left.is_done() => BattleCommand::Units(None),
        Field::Unit => BattleCommand::Unit(unit(grammar.looking(), left)?),
        Field::Rename => {
            let from = unit(grammar, left)?;
            BattleCommand::Rename(from, muster::new_handle(grammar, left)?)
        }
        Field::Remove => BattleCommand::Remove(regroup::one_or_more_units(grammar, left)?),
        Field::Note => {
            let of = unit(grammar, left)?;
            let text = left.free_text();
            let missing = || {
                LineFault::missing("the note itself is missing")
                    .at(left.here())
                    .hinted(format!("as in `note {of} held the bridge`"))
            };
            let text = text.ok_or_else(missing)?.text;
            BattleCommand::Note(of, text)
        }
        Field::Lose => ordered(grammar, Deciding::Lose, left)?,
        Field::State => ordered(grammar, Deciding::State, left)?,
        Field::Rally => ordered(grammar, Deciding::Rally, left)?,
        Field::Destroy => ordered(grammar, Deciding::Destroy, left)?,
        Field::Turn => BattleCommand::Turn,
        Field::Phase => BattleCommand::Phase(phase(grammar, left)?),
        Field::Log => BattleCommand::Log(log(grammar.looking(), left)?),
        Field::Undo => BattleCommand::Undo(how_many(left)?),
        Field::Redo => BattleCommand::Redo(how_many(left)?),
        Field::Amend => amend(left)?,
        Field::Again => BattleCommand::Again(again(left)),
        Field::Fill => fills::fill(grammar, left)?,
        Field::Stack => regroup::stack(grammar, left)?,
        Field::Casualties => regroup::casualties(grammar, left)?,
        Field::Split => regroup::split(grammar, left)?,
        Field::Merge => regroup::merge(grammar, left)?,
        Field::Becomes => regroup::becomes(grammar, left)?,
        Field::Luck => BattleCommand::Luck(side_if_any(grammar.looking(), left)?),
        Field::Report => BattleCommand::Report(report(grammar.looking(), left)?),
        Field::Reveal => BattleCommand::Reveal,
        Field::New => BattleCommand::New(new_name(left)?),
        Field::Battles => BattleCommand::Battles,
        Field::GoOn => BattleCommand::GoOn(battle_number(left)?),
        Field::SeedWord => {
            let at = left.here();
            let word = left.rest();
            let missing = || LineFault::missing("the word itself is missing").at(at);
            BattleCommand::SeedWord(word.ok_or_else(missing)?.text)
        }
        Field::Run => BattleCommand::Run(file(left)?),
        Field::Save => BattleCommand::Save(file(left)?),
    };
    left.finish().map_err(|fault| match verb.about() {
        Some(verb) if verb.form.is_empty() => fault.hinted(format!("`{}` stands alone", verb.name)),
        Some(verb) => fault.hinted(format!("its form is `{} {}`", verb.name, verb.form)),
        None => fault,
    })?;
    Ok(command)
}

/// The name of another battle; `new turn` may be meant for the next turn of this one.
fn new_name(left: &mut Plain<'_>) -> Result<Option<SmolStr>, LineFault> {
    if let Some(quoted) = left.quoted() {
        return Ok(Some(quoted.text));
    }
    let Some(name) = left.rest() else {
        return Ok(None);
    };
    let next = ["turn", "phase"].into_iter();
    let mut next = next.filter(|next| name.text.eq_ignore_ascii_case(next));
    match next.next() {
        None => Ok(Some(name.text)),
        Some(next) => Err(LineFault::of(
            FaultKind::Ambiguous,
            format!("`new` begins another battle, `{next}` the next {next} of this one"),
        )
        .at(name.at)
        .hinted(format!("a battle of that name is `new \"{next}\"`"))),
    }
}

/// The name of a file.
fn file(left: &mut Plain<'_>) -> Result<SmolStr, LineFault> {
    let at = left.here();
    let file = left.file_name();
    let missing = || LineFault::missing("which file").at(at);
    Ok(file.ok_or_else(missing)?.text)
}

/// A phase that there is, by the name that it is given; none for the next.
fn phase(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Option<SmolStr>, LineFault> {
    let Some(typed) = left.rest() else {
        return Ok(None);
    };
    let phases = &grammar.rules.phases;
    let names: Names<_> = phases
        .iter()
        .flat_map(|(id, phase)| [(phase.id.as_str(), id), (phase.name.as_str(), id)])
        .collect();
    if let (Found::None { nearest }, Some(_)) = (names.find(&typed.text), phases.iter().next()) {
        // `phase shooting` is the phase in which there is fire, where there is one alone.
        let verb = grammar.vocabulary.whole(&typed.text);
        if let Some(Verb::Ruling(ruling)) = verb
            && let Found::One(phase) = names.find(&grammar.rules.rulings.get(ruling).id)
        {
            return Ok(Some(phases.get(phase).id.clone()));
        }
        let has = |phase: &Phase| {
            let mut rulings = phase.rulings.iter();
            rulings.any(|one| Some(Verb::Ruling(one.ruling)) == verb)
        };
        let mut of_verb = phases.iter().filter(|(_, phase)| has(phase));
        if let (Some((_, phase)), None) = (of_verb.next(), of_verb.next()) {
            return Ok(Some(phase.id.clone()));
        }
        let all: Vec<&str> = phases.iter().map(|(_, phase)| phase.id.as_str()).collect();
        return Err(
            LineFault::unknown(format!("there is no phase `{}`", typed.text))
                .at(typed.at)
                .hinted(match nearest {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the phases are {}", all.join(", ")),
                }),
        );
    }
    Ok(Some(typed.text))
}

/// The handle of a unit that there is.
pub(super) fn unit(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<SmolStr, LineFault> {
    let at = left.here();
    let words: Vec<&str> = left.words_ahead().collect();
    if words.is_empty() {
        let wrong = LineFault::missing("a unit is missing").at(at);
        return Err(wrong.hinted(there_are(grammar)));
    }
    match grammar.roster.named(&words) {
        Some((used, named)) => {
            let typed = left.words_as_one(used);
            unit_of(grammar, &typed, &named)
        }
        None => {
            let typed = left.words_as_one(1);
            Err(no_unit(grammar, &typed))
        }
    }
}

/// The handle of the unit that a word names.
fn unit_named(grammar: Grammar<'_>, typed: &Typed) -> Result<SmolStr, LineFault> {
    match grammar.roster.named(&[&typed.text]) {
        Some((_, named)) => unit_of(grammar, typed, &named),
        None => Err(no_unit(grammar, typed)),
    }
}

fn unit_of(grammar: Grammar<'_>, typed: &Typed, named: &Named) -> Result<SmolStr, LineFault> {
    match named {
        Named::One(place) => {
            let listed = grammar.roster.get(*place);
            Ok(listed.map(|unit| unit.handle.clone()).unwrap_or_default())
        }
        Named::Several(places) => Err(super::ruling::several_units(grammar, typed, places)),
    }
}

fn no_unit(grammar: Grammar<'_>, typed: &Typed) -> LineFault {
    let wrong = LineFault::unknown(format!("there is no unit `{}`", typed.text)).at(typed.at);
    match grammar.roster.nearest(&typed.text) {
        Some(near) => wrong.hinted(format!("did you mean {}?", near.called())),
        None => wrong.hinted(there_are(grammar)),
    }
}

/// Which units there are.
fn there_are(grammar: Grammar<'_>) -> String {
    super::ruling::units(grammar).unwrap_or_else(|| "`units` lists them".to_owned())
}

fn number(left: &mut Plain<'_>) -> Option<(Number, Typed)> {
    let word = left.peek()?;
    let number = Number::parse(word).or_else(|| number_word(word))?;
    Some((number, left.word()?))
}

/// How many are lost of a unit.
fn losses(grammar: Grammar<'_>, unit: &str, left: &mut Plain<'_>) -> Result<Number, LineFault> {
    let loss = &grammar.rules.loss;
    match number(left) {
        Some((number, _)) if number.over(loss.least).is_whole() && !number.is_zero() => Ok(number),
        Some((number, typed)) if number.is_zero() => {
            Err(LineFault::number(format!("no {} are lost", loss.many))
                .at(typed.at)
                .hinted("a negative number comes back"))
        }
        Some((number, typed)) => Err(LineFault::number(format!(
            "{number} does not come out in {}",
            loss.many
        ))
        .at(typed.at)),
        None => Err(LineFault::missing(format!("how many {}", loss.many))
            .at(left.here())
            .hinted(format!(
                "as in `lose {unit} 2`; a negative number comes back"
            ))),
    }
}

/// `of TYPE`; other words after `of` are a reason.
fn kind(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Option<Id<TroopType>> {
    let mut ahead = *left;
    if !ahead.take("of") {
        return None;
    }
    let kind = troop_type(grammar, &mut ahead)?;
    *left = ahead;
    Some(kind)
}

/// The troop type that the next words name, as many of them as can be.
fn troop_type(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Option<Id<TroopType>> {
    let words: Vec<&str> = left.words_ahead().collect();
    let types = &grammar.rules.index.types;
    let (used, kind) = (1..=words.len()).rev().find_map(|used| {
        let name = words.get(..used)?.join(" ");
        match types.find(&name) {
            Found::One(kind) => Some((used, kind)),
            Found::Several(_) | Found::None { .. } => None,
        }
    })?;
    for _ in 0..used {
        left.word();
    }
    Some(kind)
}

/// A side that there is, or the end of the line.
fn side_if_any(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Option<SmolStr>, LineFault> {
    match left.is_done() {
        true => Ok(None),
        false => side(grammar, left).map(Some),
    }
}

/// A side that there is.
fn side(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<SmolStr, LineFault> {
    let at = left.here();
    let Some(typed) = left.name() else {
        return Err(LineFault::missing("a side is missing").at(at));
    };
    let sides = grammar.roster.sides();
    let mut names = Names::new();
    for (place, side) in sides.iter().enumerate() {
        names.add(side, place);
    }
    let name = typed.text.to_lowercase_smolstr();
    if sides.contains(&name) {
        return Ok(name);
    }
    match names.find(&name) {
        Found::One(place) => Ok(sides.get(place).cloned().unwrap_or(name)),
        Found::Several(names) => Err(super::several(&typed.text, &names, typed.at)),
        Found::None { nearest } => {
            let wrong =
                LineFault::unknown(format!("there is no side `{}`", typed.text)).at(typed.at);
            Err(match (nearest, sides.as_slice()) {
                (Some(near), _) => wrong.hinted(format!("did you mean `{near}`?")),
                (None, []) => wrong.hinted("nobody is mustered yet: `muster red grey = …`"),
                (None, _) => wrong.hinted(format!("there are {}", sides.join(" and "))),
            })
        }
    }
}

fn log(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<LogOf, LineFault> {
    if left.is_done() {
        return Ok(LogOf::All);
    }
    if left
        .peek()
        .is_some_and(|word| Number::parse(word).is_some())
    {
        return Ok(LogOf::Last(how_many(left)?));
    }
    Ok(LogOf::Unit(unit(grammar, left)?))
}

/// A whole number of entries; one where none is said.
fn how_many(left: &mut Plain<'_>) -> Result<usize, LineFault> {
    left.take("the");
    left.take("last");
    let at = left.here();
    if ["that", "it", "this"].iter().any(|word| left.take(word)) {
        return Ok(1);
    }
    let Some((number, typed)) = number(left) else {
        return match left.peek() {
            None => Ok(1),
            Some(word) => Err(
                LineFault::number(format!("`{word}` is no number of entries"))
                    .at(at)
                    .hinted("as in `undo 2`; without a number it is 1"),
            ),
        };
    };
    number
        .to_i64()
        .and_then(|number| usize::try_from(number).ok())
        .filter(|number| *number > 0)
        .ok_or_else(|| LineFault::number(format!("{number} is no number of entries")).at(typed.at))
}

/// The number of a battle; `go on 2` reads like `go-on 2`.
fn battle_number(left: &mut Plain<'_>) -> Result<usize, LineFault> {
    left.take("on");
    let at = left.here();
    let wrong = |message: String| {
        LineFault::unknown(message)
            .at(at)
            .hinted("`battles` lists them with their numbers")
    };
    let (number, _) = number(left).ok_or_else(|| wrong("which battle".to_owned()))?;
    let whole = number
        .to_i64()
        .and_then(|number| usize::try_from(number).ok());
    whole
        .filter(|number| *number > 0)
        .ok_or_else(|| wrong(format!("there is no battle {number}")))
}

/// `again`, `again at b2`, `again +charge 9in rolled 6 5`.
fn again(left: &mut Plain<'_>) -> Option<usize> {
    let from = left.offset();
    left.rest().map(|_| from)
}

/// `+supported -flank at 12in`, or `= LINE`.
fn amend(left: &mut Plain<'_>) -> Result<BattleCommand, LineFault> {
    let is_line = left.take("=");
    let from = left.offset();
    match (is_line, left.rest_of_line()) {
        (false, Some(_)) => Ok(BattleCommand::Amend(from)),
        (true, Some(line)) => Ok(BattleCommand::AmendTo(line.text)),
        (false, None) => Err(LineFault::missing("what is to be amended")
            .at(left.here())
            .hinted("as in `amend +supported`, `amend -flank`, `amend at 12in`")),
        (true, None) => Err(LineFault::missing("the line itself is missing")
            .at(left.here())
            .hinted("as in `amend = fire grey at b1 12in`")),
    }
}

fn report(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<ReportOf, LineFault> {
    if ["for", "--for", "to"].iter().any(|word| left.take(word)) {
        return Ok(ReportOf::Side(side(grammar, left)?));
    }
    // A side alone is as plain, where no unit is called so.
    let mut ahead = *left;
    match (unit(grammar, left), side(grammar, &mut ahead)) {
        (Ok(unit), _) => Ok(ReportOf::Unit(unit)),
        (Err(_), Ok(side)) => {
            *left = ahead;
            Ok(ReportOf::Side(side))
        }
        (Err(fault), Err(_)) => Err(fault),
    }
}
