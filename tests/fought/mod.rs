//! What random battles are made of, and how their record is read by the book.

pub(crate) mod in_memory;
pub(crate) mod offer;
pub(crate) mod orders;

use drumhead::battle::{Opening, Record, State, What};

/// The state that a record's entries make, worked out from the first on.
pub(crate) fn by_the_book(opening: &Opening, record: &Record) -> State {
    let mut counting: Vec<u64> = Vec::new();
    let amends = |number: u64| match record.entry(number).map(|entry| &entry.what) {
        Some(What::Ruling { amends, .. }) => *amends,
        _ => None,
    };
    // What fills a blank ruling in is one step with it: it takes its place for good.
    let fills_in = |what: &What| match what {
        What::Ruling { fills_in, .. } => fills_in.as_ref().map(|blank| blank.entry),
        _ => None,
    };
    let stand_for = |counting: &mut Vec<u64>, old: u64, new: u64| {
        for number in counting.iter_mut().filter(|number| **number == old) {
            *number = new;
        }
    };
    for entry in record.entries() {
        if let Some(blank) = fills_in(&entry.what) {
            stand_for(&mut counting, blank, entry.n);
            continue;
        }
        let done = match &entry.what {
            What::Ruling { .. } | What::Order { .. } => vec![entry.n],
            What::Redo { of } => of.clone(),
            What::Undo { of } => {
                for number in of {
                    match amends(*number) {
                        Some(old) => stand_for(&mut counting, *number, old),
                        None => counting.retain(|counted| counted != number),
                    }
                }
                continue;
            }
            What::Table { .. } | What::SeedWord { .. } | What::Reveal { .. } => continue,
        };
        for number in done {
            match amends(number) {
                Some(old) => stand_for(&mut counting, old, number),
                None => counting.push(number),
            }
        }
    }
    let mut state = State::opened(opening);
    for number in &counting {
        // The last that counts of those which revise it says what it came to.
        let revised = counting.iter().max().map_or(0..=0, |last| 1..=*last).rev();
        let revised = revised.filter(|by| counting.contains(by)).find_map(|by| {
            match record.entry(by).map(|entry| &entry.what) {
                Some(What::Ruling { revises, .. }) => {
                    let mut revises = revises.iter();
                    let of = revises.find(|revised| revised.entry == *number)?;
                    Some(of.effects.as_slice())
                }
                _ => None,
            }
        });
        let own = || record.entry(*number).map(|entry| entry.what.effects());
        for effect in revised.or_else(own).unwrap_or_default() {
            state.apply(effect).expect("an effect that fits");
        }
    }
    state
}

/// How many lines an entry is written out in.
pub(crate) fn lines_of(record: &Record, number: u64) -> usize {
    match record.entry(number).map(|entry| &entry.what) {
        Some(What::Order { written_out, .. }) => written_out.len().max(1),
        _ => 1,
    }
}
