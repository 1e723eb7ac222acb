//! Reading `hit-dice`.

use super::super::lexicon::Lexicon;
use super::super::parts::{cite, face, maybe_share, owned, pool, when};
use crate::rules::procedure::{HitDice, Mark};
use crate::rules::reader::Reader;

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<HitDice> {
    let die = pool(table, "die");
    let hits_on = table
        .required("hits-on")
        .and_then(|value| lexicon.attribute(&value));
    let dice = table
        .raw("dice")
        .and_then(|value| lexicon.attribute(&value));
    let silent_at = maybe_share(table, "silent-at");
    let marks = table.keyed_tables("mark", |field, table| {
        let say = owned(table.text("say"));
        let face = face(table, "face", die);
        let when = when(lexicon, table);
        let gives = lexicon.all(&table.maybe_list("gives"), Lexicon::word);
        let cite = cite(table);
        Some(Mark {
            field: field.into_inner().to_owned(),
            say: say?,
            face: face?,
            when,
            gives,
            cite,
        })
    });
    Some(HitDice {
        die: die?,
        hits_on: hits_on?,
        dice,
        silent_at,
        marks,
    })
}
