//! Which dice lie on the table: those of rulings that were undone and that no other ruling uses.

use std::collections::HashMap;

use smol_str::SmolStr;

/// Whose dice each ruling has, and which of them lie on the table.
#[derive(Debug, Clone, Default)]
pub(super) struct LyingDice {
    /// The entry that first threw the dice of an entry that has another's.
    first: HashMap<u64, u64>,
    /// How many entries that count use the dice that an entry first threw.
    uses: HashMap<u64, u32>,
    /// The rulings that were undone, the latest last, by what was understood.
    undone: HashMap<SmolStr, Vec<u64>>,
}

impl LyingDice {
    /// An entry comes, with the dice of another where it has them.
    pub(super) fn comes(&mut self, entry: u64, dice_of: Option<u64>) {
        match dice_of.map(|other| self.first_of(other)) {
            Some(first) => self.first.insert(entry, first),
            // One of that number that did not fit may have come before.
            None => self.first.remove(&entry),
        };
    }

    /// An entry counts.
    pub(super) fn count(&mut self, entry: u64) {
        *self.uses.entry(self.first_of(entry)).or_default() += 1;
    }

    /// An entry no longer counts.
    pub(super) fn leave_out(&mut self, entry: u64) {
        let first = self.first_of(entry);
        if let Some(uses) = self.uses.get_mut(&first) {
            *uses = uses.saturating_sub(1);
        }
    }

    /// A ruling is undone, which was understood so.
    pub(super) fn undo(&mut self, understood: SmolStr, entry: u64) {
        let undone = self.undone.entry(understood).or_default();
        undone.retain(|other| *other != entry);
        undone.push(entry);
    }

    /// The latest ruling that was understood so and undone, while no ruling uses its dice.
    pub(super) fn undone(&self, understood: &str) -> Option<u64> {
        let undone = self.undone.get(understood)?.iter().rev();
        let mut lying = undone.filter(|entry| {
            let uses = self.uses.get(&self.first_of(**entry));
            uses.is_none_or(|uses| *uses == 0)
        });
        lying.next().copied()
    }

    fn first_of(&self, entry: u64) -> u64 {
        self.first.get(&entry).copied().unwrap_or(entry)
    }
}
