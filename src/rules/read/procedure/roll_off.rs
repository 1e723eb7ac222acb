//! Reading `roll-off`.

use super::super::parts::{owned, pool};
use crate::rules::procedure::RollOff;
use crate::rules::reader::Reader;

pub(super) fn read(table: &mut Reader<'_>) -> Option<RollOff> {
    let dice = pool(table, "dice");
    let say = owned(table.text("wins"));
    Some(RollOff {
        dice: dice?,
        say: say?,
    })
}
