//! The numbers of `superiority`: who is superior by kind and position, the odds of strengths, a die, a result table.

use crate::dice::Pool;
use crate::rules::amount::Given;
use crate::rules::condition::Condition;
use crate::rules::grid::{Grid, Head};

/// What modifiers can change: the strength of a unit, the columns to the right, the sum of the dice.
pub(super) const QUANTITIES: [&str; 3] = ["strength", "shift", "roll"];

/// Superiority, odds and dice, read in a result table.
#[derive(Debug, Clone)]
pub struct Superiority {
    /// The dice that give the row.
    pub dice: Pool,
    /// How degrees are written.
    pub signs: Signs,
    /// Superiority by the kinds of both units.
    pub kinds: KindTable,
    /// Superiority by position, which stands before that by kind.
    pub position: Option<Position>,
    /// How many columns a degree of superiority is worth.
    pub columns_a_degree: Given<i64>,
    /// When odds are rounded in the attacker's favour; otherwise in the defender's.
    pub rounds_up: Vec<Condition>,
    /// Where the source says how odds are rounded.
    pub rounding_cite: Option<String>,
    /// The result table.
    pub table: Grid,
}

/// How degrees of superiority are written: `AS2`, `DS3`, `-`.
#[derive(Debug, Clone)]
pub struct Signs {
    /// Before a degree of the attacker's.
    pub attacker: String,
    /// Before a degree of the defender's.
    pub defender: String,
    /// Nobody's.
    pub none: String,
}

/// Superiority by kind: above 0 the attacker's, below 0 the defender's.
#[derive(Debug, Clone)]
pub struct KindTable {
    /// The rows, of which the first that fits an attacking unit is read.
    pub attackers: Vec<Head>,
    /// The columns, of which the first that fits a defending unit is read.
    pub defenders: Vec<Head>,
    /// A degree for each row and column.
    pub cells: Vec<Vec<Given<i64>>>,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// Superiority by position.
#[derive(Debug, Clone)]
pub struct Position {
    /// When an attacking unit has it.
    pub when: Vec<Condition>,
    /// What keeps it from a unit, with the reason.
    pub bars: Vec<Bar>,
    /// The degree that it gives.
    pub gives: Given<i64>,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// Something that keeps superiority by position from a unit.
#[derive(Debug, Clone)]
pub struct Bar {
    /// When it does.
    pub when: Vec<Condition>,
    /// The reason.
    pub say: String,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Signs {
    /// The most that a degree can be.
    const MOST: i64 = 20;

    /// Reads `AS2`, `DS`, `-`; a sign without a number is of the first degree.
    pub fn parse(&self, text: &str) -> Option<i64> {
        if text == self.none {
            return Some(0);
        }
        let degree = |sign: &str| match text.strip_prefix(sign)? {
            "" => Some(1),
            number => number
                .parse()
                .ok()
                .filter(|degree| (1..=Signs::MOST).contains(degree)),
        };
        degree(&self.attacker).or_else(|| degree(&self.defender).map(|degree| -degree))
    }

    /// Writes a degree as the source does.
    pub fn show(&self, degree: i64) -> String {
        match degree {
            0 => self.none.clone(),
            1.. => format!("{}{degree}", self.attacker),
            ..0 => format!("{}{}", self.defender, degree.unsigned_abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Signs;

    #[test]
    fn degrees_are_read_and_written_as_the_source_does() {
        let signs = Signs {
            attacker: "AS".to_owned(),
            defender: "DS".to_owned(),
            none: "-".to_owned(),
        };
        for (text, degree) in [("AS2", 2), ("DS3", -3), ("-", 0), ("AS1", 1)] {
            assert_eq!(signs.parse(text), Some(degree));
            assert_eq!(signs.show(degree), text);
        }
        assert_eq!(signs.parse("DS"), Some(-1));
        for wrong in ["", "2", "AS0", "AS-1", "XS2", "AS21"] {
            assert_eq!(signs.parse(wrong), None, "{wrong}");
        }
    }
}
