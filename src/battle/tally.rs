//! Which entries count, by their numbers.

/// A set of entries' numbers, which begin at 1 and leave none out.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// By the place of an entry.
    counts: Vec<bool>,
}

impl Tally {
    /// Whether an entry counts.
    pub(super) fn has(&self, number: u64) -> bool {
        let place = place(number);
        place.and_then(|place| self.counts.get(place)) == Some(&true)
    }

    /// From now on an entry counts.
    pub(super) fn put(&mut self, number: u64) {
        let Some(place) = place(number) else { return };
        if self.counts.len() <= place {
            self.counts.resize(place + 1, false);
        }
        if let Some(counts) = self.counts.get_mut(place) {
            *counts = true;
        }
    }

    /// From now on an entry no longer counts.
    pub(super) fn take(&mut self, number: u64) {
        let place = place(number);
        if let Some(counts) = place.and_then(|place| self.counts.get_mut(place)) {
            *counts = false;
        }
    }
}

fn place(number: u64) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_counts_from_when_it_is_put_until_it_is_taken() {
        let mut tally = Tally::default();
        assert!(!tally.has(0) && !tally.has(3));
        tally.put(3);
        assert!(tally.has(3) && !tally.has(2) && !tally.has(4));
        tally.take(3);
        tally.take(9);
        assert!(!tally.has(3));
    }
}
