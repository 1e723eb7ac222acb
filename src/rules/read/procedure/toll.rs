//! Reading what pips cost, and what saves from it.

use super::super::lexicon::Lexicon;
use super::super::parts::{bands, cite, number, owned, pool, when};
use crate::number::Number;
use crate::rules::procedure::{Save, Toll};
use crate::rules::reader::{Reader, Spanned};

/// `pips = 4`, and `half = 2` where a remainder costs a half.
pub(super) fn toll(table: &mut Reader<'_>) -> Option<Toll> {
    let whole = table.number("pips");
    let half = table.maybe_number("half").map(Spanned::into_inner);
    let whole = whole?;
    if *whole.get_ref() <= Number::ZERO {
        table.fault(whole.span(), "a loss costs more than 0 pips");
        return None;
    }
    Some(Toll {
        whole: whole.into_inner(),
        half,
    })
}

/// The tables of `save`, in the author's order.
pub(super) fn saves<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Vec<Save> {
    table.keyed_tables("save", |_, table| {
        let say = owned(table.text("say"));
        let when = when(lexicon, table);
        let die = pool(table, "die");
        let faces = die.map_or((1, 1), |die| {
            (i64::from(die.lowest), i64::from(die.highest_face()))
        });
        let whole = table.required("whole");
        let whole = whole.and_then(|value| bands(&value, faces, number));
        let half = table.required("half");
        let half = half.and_then(|value| bands(&value, faces, number));
        let cite = cite(table);
        Some(Save {
            say: say?,
            when,
            die: die?,
            whole: whole?,
            half: half?,
            cite,
        })
    })
}
