//! Reading `dice-a-man`.

use std::ops::Range;

use super::super::lexicon::Lexicon;
use super::super::parts::{above_zero, given, pool};
use crate::dice::Pool;
use crate::rules::amount::Given;
use crate::rules::kind::Class;
use crate::rules::procedure::{Blows, DiceAMan, MatrixRow};
use crate::rules::reader::{Reader, Spanned, Value};
use crate::rules::shelf::Id;

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<DiceAMan> {
    let die = pool(table, "die");
    let matrix = table.table("matrix", |table| matrix(lexicon, die, table));
    Some(DiceAMan {
        die: die?,
        matrix: matrix?,
    })
}

/// One row for each class that strikes, with a cell for each of the same classes.
fn matrix<'d>(
    lexicon: &Lexicon<'d>,
    die: Option<Pool>,
    table: &mut Reader<'d>,
) -> Option<Vec<MatrixRow>> {
    let keys = table.keys_left();
    let names: Vec<&str> = keys.iter().map(|(key, _)| *key.get_ref()).collect();
    let read = |(key, value): &(Spanned<&'d str>, Value<'d>)| {
        let striker = lexicon.class_key(key.get_ref(), value);
        let cells = value.table(|table| Some(row(lexicon, die, key.span(), &names, table)));
        Some(MatrixRow {
            striker: striker?,
            cells: cells?,
        })
    };
    Some(keys.iter().filter_map(read).collect())
}

/// The cells of a row; a fault for each class that has a row but no cell here.
fn row<'d>(
    lexicon: &Lexicon<'d>,
    die: Option<Pool>,
    at: Range<usize>,
    names: &[&str],
    table: &mut Reader<'d>,
) -> Vec<(Id<Class>, Given<Blows>)> {
    let keys = table.keys_left();
    for name in names {
        if !keys.iter().any(|(key, _)| key.get_ref() == name) {
            table
                .fault(
                    at.clone(),
                    format!("{} has no cell `{name}`", table.named()),
                )
                .hint("write `\"blank\"` where the source gives none");
        }
    }
    let read = |(key, value): &(Spanned<&'d str>, Value<'d>)| {
        if !names.contains(key.get_ref()) {
            table.fault(
                key.span(),
                format!("`{}` has a cell, but no row of its own", key.get_ref()),
            );
        }
        let struck = lexicon.class_key(key.get_ref(), value);
        let cell = given(value, |value| blows(die, value));
        struck.zip(cell)
    };
    keys.iter().filter_map(read).collect()
}

/// `[2, 5]`: two dice a man, a 5 or more kills.
fn blows(die: Option<Pool>, value: &Value<'_>) -> Option<Blows> {
    let items = value.items()?;
    let [dice, kills_on] = items.as_slice() else {
        value
            .fault("a cell is the dice a man and the lowest score that kills")
            .hint("write `[2, 5]`, or `[\"1/2\", 6]` where two men share a die");
        return None;
    };
    let highest = die.map_or(1000, |die| i64::from(die.highest_face()));
    let dice = above_zero(dice);
    let kills_on = kills_on.integer(1..=highest);
    Some(Blows {
        dice: dice?,
        kills_on: u32::try_from(kills_on?.into_inner()).ok()?,
    })
}
