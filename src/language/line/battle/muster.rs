//! `muster`: units that join.

use smol_str::{SmolStr, StrExt};

use super::super::Grammar;
use super::super::cursor::{Cursor, Typed};
use super::super::plain::Plain;
use crate::language::battle::{BattleCommand, Muster, MusterAlike};
use crate::language::token::{self, Kind};
use crate::naming::kept::parts_a_line;
use crate::situation::Unit;
use crate::typed_line::Line;
use crate::typed_line::LineFault;

/// The most units that are mustered alike at once.
const MOST_ALIKE: usize = 100;

/// `muster SIDE HANDLE [NAME…] = COMPOSITION`, `muster load FILE`, `muster scenario NAME`.
pub(super) fn muster(
    grammar: Grammar<'_>,
    left: &mut Plain<'_>,
) -> Result<BattleCommand, LineFault> {
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
    let side = new_side(grammar, left)?.ok_or_else(|| wanted("the side", left))?;
    if left
        .peek()
        .is_some_and(|word| word.starts_with(|first: char| first.is_ascii_digit()))
    {
        let units = alike(grammar, left)?;
        return Ok(BattleCommand::MusterAlike(Box::new(MusterAlike {
            side,
            units,
        })));
    }
    let handle = new_handle(grammar, left)?;
    let name = match left.quoted() {
        Some(name) => {
            if !left.take("=") {
                return Err(wanted("`=` and the troops", left));
            }
            name
        }
        None => without_quotes(
            left.before('=')
                .ok_or_else(|| wanted("`=` and the troops", left))?,
        )?,
    };
    let unit = troops(grammar, left, |_| true)?;
    Ok(BattleCommand::Muster(Box::new(Muster {
        side,
        handle,
        name: Some(name.text).filter(|name: &SmolStr| !name.is_empty()),
        unit,
    })))
}

/// A name without the single quotes around it; one that begins with a quote ends with it.
fn without_quotes(name: Typed) -> Result<Typed, LineFault> {
    let unclosed = |quote: char| {
        LineFault::missing("the quote is not closed")
            .at(name.at)
            .hinted(format!(
                "a name in quotes ends with `{quote}` before the `=`"
            ))
    };
    if name.text.starts_with('"') {
        return Err(unclosed('"'));
    }
    let inner = name.text.strip_prefix('\'');
    let inner = inner.and_then(|rest| rest.strip_suffix('\''));
    let inner = inner.map(SmolStr::new);
    Ok(match inner {
        Some(text) => Typed { text, ..name },
        None => name,
    })
}

/// A side, which may be a new one; nothing at the end of the line.
fn new_side(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Option<SmolStr>, LineFault> {
    if let Some(quoted) = left.quoted() {
        return Ok(Some(quoted.text.to_lowercase_smolstr()).filter(|side| !side.is_empty()));
    }
    let Some(typed) = left.word() else {
        return Ok(None);
    };
    let side = typed.text.to_lowercase_smolstr();
    if grammar.roster.sides().contains(&side) || is_plain_word(&side) {
        return Ok(Some(side));
    }
    let letters = side.chars().filter(|character| character.is_alphanumeric());
    let meant: String = letters.collect();
    let wrong = LineFault::misplaced(format!("`{}` is no side", typed.text)).at(typed.at);
    Err(if is_plain_word(&meant) {
        wrong.hinted(format!("did you mean `{meant}`?"))
    } else {
        wrong.hinted("letters first; any other name stands in quotes, as in `\"1st army\"`")
    })
}

/// Whether a word is letters first, then letters, figures and hyphens.
fn is_plain_word(word: &str) -> bool {
    word.starts_with(char::is_alphabetic)
        && word
            .chars()
            .all(|character| character.is_alphanumeric() || "-_.'".contains(character))
}

/// `3 x TROOPS, 2 x TROOPS`: so many units of each.
fn alike(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Vec<(usize, Unit)>, LineFault> {
    let mut units = Vec::new();
    while !left.is_done() {
        let at = left.here();
        let count = left.count_before('x');
        let wrong = || {
            LineFault::missing("how many units, and of what")
                .at(at)
                .hinted(format!(
                    "as in `muster red 3 x 4 {0}`; one unit has a handle: `muster red grey = 4 {0}`",
                    grammar.rules.example_type()
                ))
        };
        let count = count.ok_or_else(wrong)?;
        if count == 0 || count > MOST_ALIKE {
            return Err(LineFault::number(format!(
                "{count} units at once: 1 to {MOST_ALIKE} can be mustered"
            ))
            .at(at));
        }
        units.push((count, troops(grammar, left, |next| next != ',')?));
        left.take_character(',');
    }
    Ok(units)
}

/// The troops of a unit: all that is left of the line while the characters go on so.
pub(super) fn troops(
    grammar: Grammar<'_>,
    left: &mut Plain<'_>,
    goes_on: impl Fn(char) -> bool,
) -> Result<Unit, LineFault> {
    let (line, part) = left.part_while(goes_on);
    let tokens = grammar.tokens_within(line, part)?;
    let mut cursor = Cursor::new(line, &tokens);
    let unit = super::super::ruling::composition(grammar, &mut cursor)?;
    cursor.finish()?;
    Ok(unit)
}

/// A handle that no unit has yet and that cannot be taken for anything else.
pub(super) fn new_handle(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<SmolStr, LineFault> {
    let at = left.here();
    let Some(typed) = left.word() else {
        return Err(LineFault::missing("a handle is missing")
            .at(at)
            .hinted("a short word for the unit, such as `grey`"));
    };
    checked_handle(grammar, &typed.text).map_err(|fault| fault.at(typed.at))
}

/// A handle that no unit has yet and that cannot be taken for anything else.
pub(in super::super) fn checked_handle(
    grammar: Grammar<'_>,
    typed: &str,
) -> Result<SmolStr, LineFault> {
    let wrong = |message: String| LineFault::misplaced(message);
    let handle = typed.to_lowercase_smolstr();
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
    if grammar.roster.stack(&handle).is_some() {
        return Err(wrong(format!("there is a stack `{handle}` already")));
    }
    if grammar.rules.index.types.has(&handle) {
        return Err(wrong(format!("`{handle}` is a troop type"))
            .hinted("choose a handle that is no name of the rules"));
    }
    Ok(handle)
}

/// Whether a handle is read as one word wherever units are named: as a word, or as dice that are none.
fn is_one_word(handle: &str) -> bool {
    if !is_plain_word(handle) {
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
