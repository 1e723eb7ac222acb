//! Reading `pips-by-range`.

use super::super::lexicon::Lexicon;
use super::super::parts::{cite, owned, pool, role, when};
use super::toll::saves;
use crate::rules::procedure::{FireMark, PipsByRange};
use crate::rules::reader::Reader;

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<PipsByRange> {
    let die = pool(table, "die");
    let dice = table.required("dice");
    let dice = dice.and_then(|value| lexicon.attribute(&value));
    let pips = table.required("pips");
    let pips = pips.and_then(|value| lexicon.attribute(&value));
    let half = table
        .raw("half")
        .and_then(|value| lexicon.attribute(&value));
    let together = lexicon.all(&table.maybe_list("together"), Lexicon::weapon);
    let saves = saves(lexicon, table);
    let marks = table.keyed_tables("mark", |field, table| {
        let say = owned(table.text("say"));
        let role = role(table);
        let when = when(lexicon, table);
        let cite = cite(table);
        Some(FireMark {
            field: field.into_inner().to_owned(),
            say: say?,
            role,
            when,
            cite,
        })
    });
    Some(PipsByRange {
        die: die?,
        dice: dice?,
        pips: pips?,
        half,
        together,
        saves,
        marks,
    })
}
