//! Reading what only a battle needs: what follows for its units, and the phases of a turn.

use super::lexicon::Lexicon;
use super::parts::{cite, owned, when, when_of};
use crate::rules::phase::{Belongs, Due, LossesTaken, Phase, PhaseOf};
use crate::rules::reader::{Reader, Value};
use crate::rules::ruling::Follows;
use crate::rules::shelf::Shelf;

/// What follows for units of a battle: a list of tables with `when`, `gives`, `sheds`.
pub(super) fn follows<'d>(
    lexicon: &Lexicon<'d>,
    table: &mut Reader<'d>,
    key: &'static str,
) -> Vec<Follows> {
    table.tables(key, |table| {
        let when = when(lexicon, table);
        let gives = lexicon.all(&table.maybe_list("gives"), Lexicon::word);
        let sheds = lexicon.all(&table.maybe_list("sheds"), Lexicon::word);
        Some(Follows { when, gives, sheds })
    })
}

pub(super) fn phases<'d>(lexicon: &Lexicon<'d>, file: &mut Reader<'d>) -> Shelf<Phase> {
    let mut shelf = Shelf::default();
    let read = file.keyed_tables("phase", |id, table| {
        let name = owned(table.text("name"));
        let of = table.maybe_one_of(
            "of",
            &[
                ("first-side", PhaseOf::First),
                ("second-side", PhaseOf::Second),
            ],
        );
        let follows = follows(lexicon, table, "follows");
        let due = table.tables("due", |table| {
            let when = when(lexicon, table);
            let say = owned(table.text("say"));
            let by = lexicon.all(&table.maybe_list("by"), Lexicon::ruling);
            Some(Due {
                when,
                say: say?,
                by,
            })
        });
        let rulings = table.maybe_list("rulings");
        let rulings = rulings.iter().filter_map(|value| belongs(lexicon, value));
        let rulings = rulings.collect();
        let losses = table.maybe_one_of(
            "losses",
            &[
                ("at-once", LossesTaken::AtOnce),
                ("at-the-end", LossesTaken::AtTheEnd),
            ],
        );
        let losses_when = when_of(lexicon, table, "losses-when");
        let cite = cite(table);
        Some(Phase {
            id: id.into_inner().into(),
            name: name?,
            of: of.unwrap_or(PhaseOf::All),
            follows,
            due,
            rulings,
            losses: losses.unwrap_or(LossesTaken::AtOnce),
            losses_when,
            cite,
        })
    });
    for phase in read {
        shelf.add_or_gap(phase);
    }
    shelf
}

/// A ruling of a phase: its name, or a table that says for whom it belongs there.
fn belongs<'d>(lexicon: &Lexicon<'d>, value: &Value<'d>) -> Option<Belongs> {
    if value.get().as_table().is_none() {
        let ruling = lexicon.ruling(value)?;
        let when = Vec::new();
        return Some(Belongs { ruling, when });
    }
    value.table(|table| {
        let ruling = table.required("ruling");
        let ruling = ruling.and_then(|value| lexicon.ruling(&value));
        let when = when(lexicon, table);
        Some(Belongs {
            ruling: ruling?,
            when,
        })
    })
}
