//! Units that are put together, parted, or become something else; losses that fall on others.

use smol_str::{SmolStr, StrExt};

use super::super::Grammar;
use super::super::plain::Plain;
use super::muster::{new_handle, troops};
use super::{kind, losses, side, troop_type, unit};
use crate::language::battle::{BattleCommand, Becoming, Split};
use crate::number::Number;
use crate::typed_line::LineFault;

/// `stack s1 = a1 + a2`.
pub(super) fn stack(
    grammar: Grammar<'_>,
    left: &mut Plain<'_>,
) -> Result<BattleCommand, LineFault> {
    let name = match left.peek().map(StrExt::to_lowercase_smolstr) {
        // A name that a stack has already is given anew.
        Some(name) if grammar.roster.stack(&name).is_some() => {
            left.word();
            name
        }
        _ => new_handle(grammar, left)?,
    };
    if !left.take("=") {
        return Err(LineFault::missing("`=` and the units are missing")
            .at(left.here())
            .hinted("as in `stack s1 = a1 + a2`"));
    }
    let units = units(grammar, left)?;
    Ok(BattleCommand::Stack(name, units))
}

/// `merge a1 a2 > a3`.
pub(super) fn merge(
    grammar: Grammar<'_>,
    left: &mut Plain<'_>,
) -> Result<BattleCommand, LineFault> {
    let units = units(grammar, left)?;
    arrow(left, "merge a1 a2 > a3")?;
    let at = left.here();
    let to = match left.peek().map(StrExt::to_lowercase_smolstr) {
        Some(name) if units.contains(&name) => {
            left.word();
            name
        }
        _ => new_handle(grammar, left).map_err(|fault| fault.at(at))?,
    };
    Ok(BattleCommand::Merge(units, to))
}

/// `split UNIT TROOPS > HANDLE`.
pub(super) fn split(
    grammar: Grammar<'_>,
    left: &mut Plain<'_>,
) -> Result<BattleCommand, LineFault> {
    let unit = unit(grammar, left)?;
    let part = troops(grammar, left, &["->", ">", " to ", " into ", " as "])?;
    arrow(
        left,
        &format!("split {unit} 2 {} > a2", grammar.rules.example_type()),
    )?;
    let to = new_handle(grammar, left)?;
    Ok(BattleCommand::Split(Box::new(Split { unit, part, to })))
}

/// `becomes UNIT TYPE`, `becomes UNIT TYPE of TYPE`, `becomes UNIT side SIDE`.
pub(super) fn becomes(
    grammar: Grammar<'_>,
    left: &mut Plain<'_>,
) -> Result<BattleCommand, LineFault> {
    let unit = unit(grammar, left)?;
    if left.take("side") {
        let side = side(grammar, left)?;
        return Ok(BattleCommand::Becomes(unit, Becoming::Side(side)));
    }
    let at = left.here();
    let Some(to) = troop_type(grammar, left) else {
        return Err(
            LineFault::missing("a troop type, or `side` and a side, is missing")
                .at(at)
                .hinted("`show` lists the types"),
        );
    };
    let of = kind(grammar, left);
    Ok(BattleCommand::Becomes(unit, Becoming::Type { to, of }))
}

/// `casualties UNIT N of TYPE`.
pub(super) fn casualties(
    grammar: Grammar<'_>,
    left: &mut Plain<'_>,
) -> Result<BattleCommand, LineFault> {
    let unit = unit(grammar, left)?;
    let at = left.here();
    let lost = losses(grammar, &unit, left)?;
    if lost < Number::ZERO {
        return Err(LineFault::number(format!("{lost} is less than none")).at(at));
    }
    let at = left.here();
    let Some(kind) = kind(grammar, left) else {
        return Err(LineFault::missing("of which kind").at(at).hinted(format!(
            "as in `casualties {unit} {lost} of {}`",
            grammar.rules.example_type()
        )));
    };
    Ok(BattleCommand::Casualties(unit, lost, kind))
}

/// Two units or more, with or without `+`, `and` and commas between them.
fn units(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Vec<SmolStr>, LineFault> {
    let units = all_units(grammar, left)?;
    if units.len() < 2 {
        return Err(LineFault::missing("two units or more are wanted")
            .at(left.here())
            .hinted("with `+` or a blank between them, as in `a1 + a2`"));
    }
    Ok(units)
}

/// A unit or more, with or without `+`, `and` and commas between them.
pub(super) fn one_or_more_units(
    grammar: Grammar<'_>,
    left: &mut Plain<'_>,
) -> Result<Vec<SmolStr>, LineFault> {
    if left.is_done() {
        return unit(grammar, left).map(|unit| vec![unit]);
    }
    all_units(grammar, left)
}

fn all_units(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Vec<SmolStr>, LineFault> {
    let mut units: Vec<SmolStr> = Vec::new();
    while !left.is_done() && !arrow_comes(grammar, left) {
        if left.take_character('+') || left.take_character(',') || left.take("and") {
            continue;
        }
        let at = left.here();
        let unit = match left.word_until("+,>") {
            Some(typed) => super::unit_named(grammar, &typed)?,
            None => unit(grammar, left)?,
        };
        if units.contains(&unit) {
            return Err(LineFault::misplaced(format!("`{unit}` is in the line twice")).at(at));
        }
        units.push(unit);
    }
    Ok(units)
}

/// Whether what stands before the handle comes.
fn arrow_comes(grammar: Grammar<'_>, left: &Plain<'_>) -> bool {
    let is_unit = |word: &str| grammar.roster.exactly(&word.to_lowercase()).is_some();
    arrow(&mut { *left }, "").is_ok() && !left.peek().is_some_and(is_unit)
}

/// The `>` before a handle, or a word for it.
fn arrow(left: &mut Plain<'_>, as_in: &str) -> Result<(), LineFault> {
    left.take_character('-');
    if left.take_character('>') || ["to", "into", "as"].iter().any(|word| left.take(word)) {
        return Ok(());
    }
    Err(LineFault::missing("`>` and the handle are missing")
        .at(left.here())
        .hinted(format!("as in `{as_in}`")))
}
