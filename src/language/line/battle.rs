//! The verbs of the battle.

mod fills;
mod muster;
mod regroup;

pub(super) use muster::checked_handle;

use smol_str::{SmolStr, StrExt};

use super::Grammar;
use super::cursor::Typed;
use super::plain::Plain;
use crate::language::battle::{BattleCommand, Decided, LogOf, Order, ReportOf};
use crate::language::verbs::Field;
use crate::naming::{Found, Names};
use crate::number::Number;
use crate::rules::kind::TroopType;
use crate::rules::shelf::Id;
use crate::rules::word::{Takes, Word};
use crate::typed_line::LineFault;

/// Reads what follows a verb of the battle.
pub(super) fn field(
    grammar: Grammar<'_>,
    verb: Field,
    mut left: Plain<'_>,
) -> Result<BattleCommand, LineFault> {
    let left = &mut left;
    let command = match verb {
        Field::Muster => muster::muster(grammar, left)?,
        Field::Units => BattleCommand::Units(match left.is_done() {
            true => None,
            false => Some(side(grammar.looking(), left)?),
        }),
        Field::Unit => BattleCommand::Unit(unit(grammar.looking(), left)?),
        Field::Rename => {
            let from = unit(grammar, left)?;
            BattleCommand::Rename(from, muster::new_handle(grammar, left)?)
        }
        Field::Remove => BattleCommand::Remove(unit(grammar, left)?),
        Field::Note => {
            let of = unit(grammar, left)?;
            let text = left.free_text();
            let missing = || LineFault::missing("the note itself is missing").at(left.here());
            BattleCommand::Note(of, text.ok_or_else(missing)?.text)
        }
        Field::Lose => {
            let of = unit(grammar, left)?;
            let lost = losses(grammar, left)?;
            let kind = kind(grammar, left);
            order(left, of, Decided::Lose(lost, kind))
        }
        Field::State => {
            let of = unit(grammar, left)?;
            let what = state(grammar, left)?;
            order(left, of, what)
        }
        Field::Rally => {
            let of = unit(grammar, left)?;
            order(left, of, Decided::Rally)
        }
        Field::Destroy => {
            let of = unit(grammar, left)?;
            order(left, of, Decided::Destroy)
        }
        Field::Turn => BattleCommand::Turn,
        Field::Phase => BattleCommand::Phase(left.rest().map(|rest| rest.text)),
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
        Field::Luck => BattleCommand::Luck,
        Field::Report => BattleCommand::Report(report(grammar.looking(), left)?),
        Field::Reveal => BattleCommand::Reveal,
        Field::New => BattleCommand::New(left.rest().map(|rest| rest.text)),
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
    left.finish()?;
    Ok(command)
}

/// The name of a file.
fn file(left: &mut Plain<'_>) -> Result<SmolStr, LineFault> {
    let at = left.here();
    let file = left.file_name();
    let missing = || LineFault::missing("which file").at(at);
    Ok(file.ok_or_else(missing)?.text)
}

/// The handle of a unit that there is.
pub(super) fn unit(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<SmolStr, LineFault> {
    let at = left.here();
    let Some(typed) = left.word() else {
        return Err(LineFault::missing("a unit is missing")
            .at(at)
            .hinted("`units` lists them"));
    };
    unit_named(grammar, &typed)
}

/// The handle of the unit that a word names.
fn unit_named(grammar: Grammar<'_>, typed: &Typed) -> Result<SmolStr, LineFault> {
    let at = typed.at;
    match grammar.roster.find(&typed.text) {
        Found::One(place) => {
            let listed = grammar.roster.get(place);
            Ok(listed.map(|unit| unit.handle.clone()).unwrap_or_default())
        }
        Found::Several(names) => Err(super::several(&typed.text, &names, at)),
        Found::None { nearest } => Err(LineFault::unknown(format!(
            "there is no unit `{}`",
            typed.text
        ))
        .at(at)
        .hinted(match nearest {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`units` lists them".to_owned(),
        })),
    }
}

fn number(left: &mut Plain<'_>) -> Option<(Number, Typed)> {
    let number = Number::parse(left.peek()?)?;
    Some((number, left.word()?))
}

fn losses(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Number, LineFault> {
    let loss = &grammar.rules.loss;
    match number(left) {
        Some((number, _)) if number.over(loss.least).is_whole() && !number.is_zero() => Ok(number),
        Some((number, typed)) => Err(LineFault::number(format!(
            "{number} does not come out in {}",
            loss.many
        ))
        .at(typed.at)),
        None => Err(LineFault::missing(format!("how many {}", loss.many))
            .at(left.here())
            .hinted("as in `lose grey 2`; a negative number comes back")),
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

/// `disordered`, `not disordered`, `rating 8`.
fn state(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Decided, LineFault> {
    let over = left.take("not");
    let at = left.here();
    let word = state_word(grammar, left)?;
    if over {
        return Ok(Decided::OutOf(word));
    }
    let about = grammar.rules.words.get(word);
    match &about.takes {
        Takes::Nothing => Ok(Decided::In(word, Number::ZERO)),
        Takes::Number(least, most) => {
            let number = number_of(about, (*least, *most), left)?;
            Ok(Decided::In(word, number))
        }
        Takes::Step(steps) => {
            let most = Number::from(steps.len());
            let number = number_of(about, (Number::ONE, most), left)?;
            let place = number
                .to_i64()
                .and_then(|number| usize::try_from(number - 1).ok());
            let step = place
                .filter(|_| number.is_whole())
                .and_then(|place| steps.get(place));
            let step = step.ok_or_else(|| {
                LineFault::number(format!("`{}` takes a whole number", about.id)).at(left.here())
            })?;
            Ok(Decided::In(*step, Number::ZERO))
        }
        Takes::Losses => Err(LineFault::misplaced(format!("`{}` is no state", about.id))
            .at(at)
            .hinted("losses are given with `lose`, as in `lose grey 2`")),
        Takes::Weapon => Err(LineFault::misplaced(format!("`{}` is no state", about.id))
            .at(at)
            .hinted("a weapon is said as the unit is mustered, or in the line")),
    }
}

/// The number that a word takes.
fn number_of(
    about: &Word,
    (least, most): (Number, Number),
    left: &mut Plain<'_>,
) -> Result<Number, LineFault> {
    let at = left.here();
    match number(left) {
        Some((number, _)) if least <= number && number <= most => Ok(number),
        _ => Err(LineFault::number(format!(
            "`{}` takes a number from {least} to {most}",
            about.id
        ))
        .at(at)),
    }
}

fn state_word(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Id<Word>, LineFault> {
    let at = left.here();
    let Some(typed) = left.word() else {
        return Err(LineFault::missing("a state is missing")
            .at(at)
            .hinted("a word of the rules, such as those that `help` shows for a verb"));
    };
    match grammar.rules.index.words.find(&typed.text) {
        Found::One(word) => Ok(word),
        Found::Several(names) => Err(super::several(&typed.text, &names, at)),
        Found::None { nearest } => {
            let wrong = LineFault::unknown(format!("there is no word `{}`", typed.text)).at(at);
            Err(match nearest {
                Some(near) => wrong.hinted(format!("did you mean `{near}`?")),
                None => wrong,
            })
        }
    }
}

/// What is left of the line is the reason.
fn order(left: &mut Plain<'_>, unit: SmolStr, what: Decided) -> BattleCommand {
    BattleCommand::Order(Box::new(Order {
        unit,
        what,
        reason: left.free_text_if_any().map(|rest| rest.text),
    }))
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
    let Some((number, typed)) = number(left) else {
        return Ok(1);
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
    if left.take("for") || left.take("--for") {
        return Ok(ReportOf::Side(side(grammar, left)?));
    }
    Ok(ReportOf::Unit(unit(grammar, left)?))
}
