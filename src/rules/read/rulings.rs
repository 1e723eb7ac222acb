//! Reading rulings: their heads, and the steps that they run.

use super::battle::{follows, heard};
use super::lexicon::Lexicon;
use super::parts::{cite, owned};
use super::steps::RawRuling;
use crate::rules::reader::Reader;
use crate::rules::ruling::{AimsAt, GoesOn, Often, Ruling, Sides};
use crate::rules::shelf::Shelf;
use crate::rules::steps::Program;

/// The rulings, and the steps of each before any name in them is known.
pub(super) fn rulings<'d>(
    lexicon: &Lexicon<'d>,
    file: &mut Reader<'d>,
) -> (Shelf<Ruling>, Vec<RawRuling>) {
    let mut shelf = Shelf::default();
    let mut raw = Vec::new();
    let read = file.keyed_tables("ruling", |id, table| {
        let say = owned(table.text("say"));
        let sides = table.one_of(
            "sides",
            &[
                ("none", Sides::None),
                ("one", Sides::One),
                ("two", Sides::Two),
            ],
        );
        let aims_at = table.maybe_one_of(
            "aims-at",
            &[
                ("troops", AimsAt::Troops),
                ("troops-or-place", AimsAt::TroopsOrPlace),
            ],
        );
        let examples = table
            .maybe_texts("examples")
            .into_iter()
            .map(|example| example.into_inner().to_owned())
            .collect();
        let cite = cite(table);
        let goes_on = table.maybe_table("goes-on", |table| {
            let after = lexicon.all(&table.maybe_list("after"), Lexicon::result);
            let words = lexicon.all(&table.maybe_list("words"), Lexicon::word);
            Some(GoesOn { after, words })
        });
        let follows = follows(lexicon, table, "follows");
        let heard = heard(table);
        let often = table.maybe_one_of("often", &[("once a phase", Often::OnceAPhase)]);
        raw.push(RawRuling::read(id.get_ref(), table));
        Some(Ruling {
            id: id.into_inner().into(),
            say: say?,
            sides: sides?,
            aims_at: aims_at.unwrap_or(AimsAt::Troops),
            examples,
            goes_on: goes_on.unwrap_or_default(),
            program: Program::default(),
            follows,
            often: often.unwrap_or(Often::Always),
            heard,
            cite,
        })
    });
    for ruling in read {
        shelf.add(ruling);
    }
    (shelf, raw)
}
