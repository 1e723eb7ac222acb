//! The verbs of the battle.

use smol_str::{SmolStr, StrExt};

use super::Grammar;
use super::cursor::{Cursor, Typed};
use super::plain::Plain;
use crate::language::battle::{BattleCommand, Change, Decided, LogOf, Muster, Order, ReportOf};
use crate::language::token::{self, Kind};
use crate::language::verbs::Field;
use crate::naming::Found;
use crate::naming::kept::{BETWEEN, parts_a_line};
use crate::number::Number;
use crate::rules::shelf::Id;
use crate::rules::word::{Takes, Word};
use crate::situation::Unit;
use crate::typed_line::FRESH;
use crate::typed_line::Line;
use crate::typed_line::LineFault;

/// Reads what follows a verb of the battle.
pub(super) fn field(
    grammar: Grammar<'_>,
    verb: Field,
    mut left: Plain<'_>,
) -> Result<BattleCommand, LineFault> {
    let left = &mut left;
    let command = match verb {
        Field::Muster => muster(grammar, left)?,
        Field::Units => {
            BattleCommand::Units(left.word().map(|side| side.text.to_lowercase_smolstr()))
        }
        Field::Unit => BattleCommand::Unit(unit(grammar, left)?),
        Field::Rename => {
            let from = unit(grammar, left)?;
            BattleCommand::Rename(from, new_handle(grammar, left)?)
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
            order(left, of, Decided::Lose(lost))
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
        Field::Log => BattleCommand::Log(log(grammar, left)?),
        Field::Undo => BattleCommand::Undo(how_many(left)?),
        Field::Redo => BattleCommand::Redo(how_many(left)?),
        Field::Amend => amend(left)?,
        Field::Again => BattleCommand::Again(again(left)?),
        Field::Luck => BattleCommand::Luck,
        Field::Report => BattleCommand::Report(report(grammar, left)?),
        Field::Reveal => BattleCommand::Reveal,
        Field::New => BattleCommand::New(left.rest().map(|rest| rest.text)),
        Field::Battles => BattleCommand::Battles,
        Field::GoOn => BattleCommand::GoOn(battle_number(left)?),
        Field::SeedWord => {
            let at = left.here();
            let word = left.rest();
            let missing = || LineFault::new("the word itself is missing").at(at);
            BattleCommand::SeedWord(word.ok_or_else(missing)?.text)
        }
    };
    left.finish()?;
    Ok(command)
}

/// `muster SIDE HANDLE [NAME…] = COMPOSITION`, `muster load FILE`, `muster scenario NAME`.
fn muster(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<BattleCommand, LineFault> {
    let wanted = |what: &str, left: &Plain<'_>| {
        LineFault::missing(format!("{what} is missing"))
            .at(left.here())
            .hinted(format!(
                "as in `muster red grey Grey's Regiment = 4 {}`",
                grammar.rules.example_type()
            ))
    };
    if left.take("load") {
        let file = left.file_name();
        let file = file.ok_or_else(|| wanted("what to muster", left))?;
        return Ok(BattleCommand::MusterFile(file.text));
    }
    if left.take("scenario") {
        let name = left.rest();
        let name = name.ok_or_else(|| wanted("what to muster", left))?;
        return Ok(BattleCommand::MusterScenario(name.text));
    }
    let side = left.word().ok_or_else(|| wanted("the side", left))?;
    let handle = new_handle(grammar, left)?;
    let name = left
        .before('=')
        .ok_or_else(|| wanted("`=` and the troops", left))?;
    let unit = composition(grammar, left)?;
    Ok(BattleCommand::Muster(Box::new(Muster {
        side: side.text.to_lowercase_smolstr(),
        handle,
        name: Some(name.text).filter(|name: &SmolStr| !name.is_empty()),
        unit,
    })))
}

/// The troops of a unit: all that is left of the line.
fn composition(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Unit, LineFault> {
    let (line, from) = left.line();
    let tokens = grammar.tokens(line, from)?;
    let mut cursor = Cursor::new(line, &tokens);
    let unit = super::ruling::composition(grammar, &mut cursor)?;
    cursor.finish()?;
    left.rest();
    Ok(unit)
}

/// A handle that no unit has yet and that cannot be taken for anything else.
fn new_handle(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<SmolStr, LineFault> {
    let at = left.here();
    let wrong = |message: String| LineFault::new(message).at(at);
    let Some(typed) = left.word() else {
        return Err(wrong("a handle is missing".to_owned())
            .hinted("a short word for the unit, such as `grey`"));
    };
    let handle = typed.text.to_lowercase_smolstr();
    if !is_one_word(&handle) {
        return Err(wrong(format!("`{handle}` is no handle"))
            .hinted("letters first, then letters, figures and hyphens"));
    }
    if parts_a_line(&handle) {
        return Err(wrong(format!(
            "`{handle}` is a word of the language itself"
        )));
    }
    if grammar.roster.exactly(&handle).is_some() {
        return Err(wrong(format!("there is a unit `{handle}` already")));
    }
    if grammar.rules.index.types.has(&handle) {
        return Err(wrong(format!("`{handle}` is a troop type"))
            .hinted("choose a handle that is no name of the rules"));
    }
    Ok(handle)
}

/// Whether a handle is read as one word wherever units are named: as a word, or as dice that are none.
fn is_one_word(handle: &str) -> bool {
    let plain = |character: char| character.is_alphanumeric() || "-_.'".contains(character);
    if !handle.starts_with(char::is_alphabetic) || !handle.chars().all(plain) {
        return false;
    }
    let tokens = Line::read(handle).and_then(|line| token::tokens(&line));
    match tokens.as_deref() {
        Ok([only]) => match &only.kind {
            Kind::Word(word) => word == handle,
            Kind::Dice(dice) => dice == handle,
            _ => false,
        },
        _ => false,
    }
}

/// The handle of a unit that there is.
pub(super) fn unit(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<SmolStr, LineFault> {
    let at = left.here();
    let Some(typed) = left.word() else {
        return Err(LineFault::missing("a unit is missing")
            .at(at)
            .hinted("`units` lists them"));
    };
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

/// `disordered`, `not disordered`, `rating 8`.
fn state(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Decided, LineFault> {
    let over = left.take("not");
    let word = state_word(grammar, left)?;
    if over {
        return Ok(Decided::OutOf(word));
    }
    let about = grammar.rules.words.get(word);
    let number = match about.takes {
        Takes::Number(least, most) => match number(left) {
            Some((number, _)) if least <= number && number <= most => number,
            _ => {
                return Err(LineFault::number(format!(
                    "`{}` takes a number from {least} to {most}",
                    about.id
                ))
                .at(left.here()));
            }
        },
        _ => Number::ZERO,
    };
    Ok(Decided::In(word, number))
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
        LineFault::new(message)
            .at(at.clone())
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

/// `again`, `again at b2`.
fn again(left: &mut Plain<'_>) -> Result<Option<SmolStr>, LineFault> {
    let aimed = BETWEEN.iter().any(|word| left.take(word));
    if !aimed {
        left.take(FRESH);
        return Ok(None);
    }
    match left.rest_of_line() {
        Some(target) => Ok(Some(target.text)),
        None => Err(LineFault::missing("again at whom").at(left.here())),
    }
}

/// `+supported …`, or `= LINE`.
fn amend(left: &mut Plain<'_>) -> Result<BattleCommand, LineFault> {
    if !left.take("=") {
        return Ok(BattleCommand::Amend(changes(left)?));
    }
    match left.rest_of_line() {
        Some(line) => Ok(BattleCommand::AmendTo(line.text)),
        None => Err(LineFault::missing("the line itself is missing")
            .at(left.here())
            .hinted("as in `amend = fire grey at b1 12in`")),
    }
}

/// `+supported -flank at 12in`; what follows a sign or `at` runs to the next of them.
fn changes(left: &mut Plain<'_>) -> Result<Vec<Change>, LineFault> {
    let mut changes: Vec<Change> = Vec::new();
    while let Some(typed) = left.word() {
        let text = typed.text.as_str();
        let change = if let Some(word) = text.strip_prefix('+') {
            Change::With(word.to_owned())
        } else if let Some(word) = text.strip_prefix('-') {
            Change::Without(word.to_owned())
        } else if text.eq_ignore_ascii_case("at") {
            Change::At(String::new())
        } else {
            match changes.last_mut() {
                Some(Change::With(more) | Change::Without(more) | Change::At(more)) => {
                    if !more.is_empty() {
                        more.push(' ');
                    }
                    more.push_str(text);
                    continue;
                }
                None => {
                    return Err(LineFault::misplaced(format!("`{text}` is no amendment"))
                        .at(typed.at)
                        .hinted("as in `amend +supported`, `amend -flank`, `amend at 12in`"));
                }
            }
        };
        changes.push(change);
    }
    let empty = changes.iter().any(|change| match change {
        Change::With(text) | Change::Without(text) | Change::At(text) => text.is_empty(),
    });
    if changes.is_empty() || empty {
        return Err(LineFault::missing("what is to be amended")
            .at(left.here())
            .hinted("as in `amend +supported`, `amend -flank`, `amend at 12in`"));
    }
    Ok(changes)
}

fn report(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<ReportOf, LineFault> {
    if left.take("for") || left.take("--for") {
        return match left.word() {
            Some(side) => Ok(ReportOf::Side(side.text.to_lowercase_smolstr())),
            None => Err(LineFault::missing("for which side").at(left.here())),
        };
    }
    Ok(ReportOf::Unit(unit(grammar, left)?))
}
