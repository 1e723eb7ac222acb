//! Reading rulings: their heads, and the steps that they run.

use super::lexicon::Lexicon;
use super::steps::{RawGoesOn, RawHead, RawRuling};
use crate::rules::reader::{Reader, Record, Text, Whole};
use crate::rules::ruling::{AimsAt, GoesOn, Often, Ruling};
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
        let head = RawHead::read(table);
        let head = head?;
        raw.push(RawRuling::read(id.get_ref(), &head, table));
        let past = head.past.as_ref();
        let past = past.and_then(|word| lexicon.words.named(word, table.sink()));
        let goes_on = head.goes_on.map(|rounds| goes_on(lexicon, table, &rounds));
        Some(Ruling {
            id: id.into_inner().into(),
            say: head.say.0?,
            on_paper: head.on_paper.0,
            also: head.also,
            sides: head.sides.0?,
            past,
            aims_at: head.aims_at.unwrap_or(AimsAt::Troops),
            examples: head.examples,
            goes_on: goes_on.unwrap_or_default(),
            program: Program::default(),
            often: head.often.unwrap_or(Often::Always),
            of_a_stack: head
                .of_a_stack
                .and_then(|Whole(most)| usize::try_from(most).ok()),
            leads: head.leads.unwrap_or_default(),
            heard: head.heard,
            cite: head.cite,
        })
    });
    for ruling in read {
        shelf.add_or_gap(ruling);
    }
    (shelf, raw)
}

/// What of a ruling holds in the rounds after the first.
fn goes_on<'d>(lexicon: &Lexicon<'d>, table: &Reader<'d>, raw: &RawGoesOn) -> GoesOn {
    let sink = table.sink();
    let named = |words: &[Text]| {
        let words = words.iter();
        words
            .filter_map(|name| lexicon.words.named(name, sink))
            .collect()
    };
    GoesOn {
        after: raw.after.as_ref().map(|after| {
            let after = after.iter();
            after
                .filter_map(|name| lexicon.results.named(name, sink))
                .collect()
        }),
        words: named(&raw.words),
        without: named(&raw.without),
    }
}
