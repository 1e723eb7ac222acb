//! `muster`: units that join.

use smol_str::{SmolStr, StrExt};

use super::super::Grammar;
use super::super::cursor::{Cursor, Typed};
use super::super::plain::Plain;
use super::super::ruling::is_little;
use crate::language::battle::{BattleCommand, Muster, MusterAlike};
use crate::language::lexer::number_word;
use crate::language::token::{self, Kind};
use crate::naming::kept::{AND, parts_a_line};
use crate::naming::phrase;
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
    if left.comes('=') {
        let at = left.here();
        let hint = left
            .rest()
            .map_or_else(String::new, |rest| rest.text.to_string());
        return Err(
            LineFault::missing("a side or a handle is missing before `=`")
                .at(at)
                .hinted(format!("as in `muster red {side} {hint}`")),
        );
    }
    if let Some(handle) = handle_before_colon(grammar, left)? {
        let unit = troops(grammar, left, &[])?;
        return Ok(BattleCommand::Muster(Box::new(Muster {
            side,
            handle,
            name: None,
            unit,
        })));
    }
    if !left.holds('=')
        && let Some(muster) = without_equals_sign(grammar, &side, left)?
    {
        return Ok(BattleCommand::Muster(Box::new(muster)));
    }
    if !left.holds('=') && !left.is_done() {
        let units = alike(grammar, &side, left)?;
        return Ok(BattleCommand::MusterAlike(Box::new(MusterAlike {
            side,
            units,
        })));
    }
    let mut turned = *left;
    let handle = new_handle(grammar, left).map_err(|fault| {
        // The name may stand before the handle.
        let name = turned.word().map(|name| name.text);
        match (name, turned.word(), turned.take("=")) {
            (Some(name), Some(handle), true) if is_free(grammar, &handle.text.to_lowercase()) => {
                let troops = turned.rest().map(|rest| rest.text).unwrap_or_default();
                fault.hinted(format!(
                    "the handle stands before the name: `muster {side} {} {name} = {troops}`",
                    handle.text
                ))
            }
            _ => fault,
        }
    })?;
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
    let unit = troops(grammar, left, &[])?;
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

/// The handle in `x: 4 pike`, where a colon stands for `=`.
fn handle_before_colon(
    grammar: Grammar<'_>,
    left: &mut Plain<'_>,
) -> Result<Option<SmolStr>, LineFault> {
    let Some(handle) = left.peek().and_then(|word| word.strip_suffix(':')) else {
        return Ok(None);
    };
    let at = left.here();
    let handle = checked_handle(grammar, handle).map_err(|fault| fault.at(at))?;
    left.word();
    Ok(Some(handle))
}

/// `a 4 pike`, `a Old Guard 4 pike`, `4 pike called Old Guard`: a handle or a name, and no `=`.
fn without_equals_sign(
    grammar: Grammar<'_>,
    side: &SmolStr,
    left: &mut Plain<'_>,
) -> Result<Option<Muster>, LineFault> {
    let words: Vec<&str> = left.words_ahead().collect();
    let count = words.iter().position(|word| begins_with_figure(word));
    let Some(count) = count.filter(|count| count + 1 < words.len()) else {
        return Ok(None);
    };
    let side = side.clone();
    if count == 0 {
        let Some(called) = words.iter().position(|word| CALLED.contains(word)) else {
            return Ok(None);
        };
        if called + 1 == words.len() {
            return Ok(None);
        }
        let unit = troops(grammar, left, &CALLED_APART)?;
        left.word();
        let handle = new_handle(grammar, &mut { *left })?;
        let name = left.rest().map(|name| name.text);
        let name = name.filter(|name| !name.eq_ignore_ascii_case(&handle));
        return Ok(Some(Muster {
            side,
            handle,
            name,
            unit,
        }));
    }
    // One letter may be a handle, but a little word or troops are none.
    let names_troops = |place: usize| {
        let words = words.get(place..count).unwrap_or_default();
        phrase::known(&grammar.rules.index.types, words, |_| true).is_some()
    };
    let first = words.first().copied().unwrap_or_default();
    let is_little = first.chars().count() > 1 && is_little(&first.to_lowercase());
    let is_name = !is_little
        && number_word(first).is_none()
        && first.starts_with(char::is_alphabetic)
        && !grammar.rules.index.types.has(first)
        && (count == 1 || !(0..count).any(names_troops));
    if !is_name {
        return Ok(None);
    }
    let handle = new_handle(grammar, left)?;
    let name = match count {
        1 => None,
        _ => Some(left.words_as_one(count - 1).text),
    };
    let unit = troops(grammar, left, &[])?;
    Ok(Some(Muster {
        side,
        handle,
        name,
        unit,
    }))
}

/// Words that stand before the name of a unit.
const CALLED: [&str; 2] = ["called", "named"];

/// The same, each between blanks.
const CALLED_APART: [&str; 2] = [" called ", " named "];

fn begins_with_figure(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// `3 x TROOPS, 2 x TROOPS, TROOPS`: so many units of each, or one.
fn alike(
    grammar: Grammar<'_>,
    side: &str,
    left: &mut Plain<'_>,
) -> Result<Vec<(usize, Unit)>, LineFault> {
    let mut units = Vec::new();
    let begun = *left;
    while !left.is_done() {
        let at = left.here();
        let count = left.count_before('x').unwrap_or(1);
        if count == 0 || count > MOST_ALIKE {
            return Err(LineFault::number(format!(
                "{count} units at once: 1 to {MOST_ALIKE} can be mustered"
            ))
            .at(at));
        }
        let unit = troops(grammar, left, &[",", " and "]);
        units.push((
            count,
            unit.map_err(|fault| match units.is_empty() {
                true => without_equals(grammar, side, begun).unwrap_or(fault),
                false => fault,
            })?,
        ));
        left.take_character(',');
        left.take(AND);
    }
    Ok(units)
}

/// What is wrong with a unit that has a handle and no `=` before its troops.
fn without_equals(grammar: Grammar<'_>, side: &str, mut left: Plain<'_>) -> Option<LineFault> {
    if !left.peek()?.starts_with(char::is_alphabetic) {
        return None;
    }
    let handle = match new_handle(grammar, &mut left) {
        Ok(handle) => handle,
        Err(fault) => return Some(fault),
    };
    let at = left.here();
    let typed = left.rest().map(|rest| rest.text);
    Some(match typed {
        None => LineFault::missing("`=` and the troops are missing")
            .at(at)
            .hinted(format!(
                "as in `muster {side} {handle} = 4 {}`",
                grammar.rules.example_type()
            )),
        Some(troops) => LineFault::missing("`=` is missing before the troops")
            .at(at)
            .hinted(format!("as in `muster {side} {handle} = {troops}`")),
    })
}

/// The troops of a unit: all that is left of the line up to the first of some ends.
pub(super) fn troops(
    grammar: Grammar<'_>,
    left: &mut Plain<'_>,
    ends: &[&str],
) -> Result<Unit, LineFault> {
    let (line, part) = left.part_until(ends);
    let tokens = grammar.tokens_within(line, part)?;
    let mut cursor = Cursor::new(line, &tokens);
    let unit = super::super::ruling::composition(grammar, &mut cursor)?;
    cursor.finish()?;
    Ok(unit)
}

/// A handle that no unit has yet and that cannot be taken for anything else.
pub(super) fn new_handle(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<SmolStr, LineFault> {
    let at = left.here();
    let Some(typed) = left.name() else {
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
        let letters = handle.chars().filter(|letter| letter.is_alphanumeric());
        let meant: String = letters.collect();
        return Err(
            wrong(format!("`{handle}` is no handle")).hinted(match is_one_word(&meant) {
                true => format!(
                    "did you mean `{meant}`? letters first, then letters, figures and hyphens"
                ),
                false => "letters first, then letters, figures and hyphens".to_owned(),
            }),
        );
    }
    if parts_a_line(&handle) {
        return Err(
            wrong(format!("`{handle}` is a word of the language itself"))
                .hinted("choose a handle that no line has another use for, such as `a1`"),
        );
    }
    if grammar.roster.exactly(&handle).is_some() {
        return Err(taken(grammar, &handle));
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

/// Whether a handle can be given to a unit.
pub(in super::super) fn is_free(grammar: Grammar<'_>, handle: &str) -> bool {
    grammar.roster.exactly(handle).is_none()
        && grammar.roster.stack(handle).is_none()
        && !grammar.rules.index.types.has(handle)
        && !parts_a_line(handle)
        && is_one_word(handle)
}

/// What is wrong with a handle that a unit has already, and one that is free.
fn taken(grammar: Grammar<'_>, handle: &str) -> LineFault {
    let unit = grammar.roster.exactly(handle);
    let unit = unit.and_then(|place| grammar.roster.get(place));
    let whose = unit.map_or_else(String::new, |unit| match &unit.name {
        Some(name) => format!(": {name}, of {}", unit.side),
        None => format!(", of {}", unit.side),
    });
    let wrong = LineFault::misplaced(format!("there is a unit `{handle}` already{whose}"));
    let stem = handle.trim_end_matches(|last: char| last.is_ascii_digit());
    let mut others = (2..=MOST_ALIKE).map(|number| format!("{stem}{number}"));
    match others.find(|other| is_free(grammar, other)) {
        Some(free) => wrong.hinted(format!("`{free}` is free")),
        None => wrong,
    }
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
