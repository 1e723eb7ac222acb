//! Result tables: a cell for each row and each column, many of which an owner has yet to fill.

use std::fmt;

use super::bands::{Bands, Span};
use super::chart::Cell;
use super::condition::Condition;
use crate::number::Number;

/// A result table: rows by what was thrown, columns by strength, odds or kind.
#[derive(Debug, Clone)]
pub struct Grid {
    /// The key in the table.
    pub id: String,
    /// Its title.
    pub title: String,
    /// When it is the one that is read.
    pub when: Vec<Condition>,
    /// What its columns stand for.
    pub columns: Columns,
    /// The cells of each row, as many as there are columns.
    pub rows: Bands<Vec<Cell>>,
    /// What a number in a cell asks for; `{n}` stands for the number.
    pub number_says: Option<String>,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// What the columns of a result table stand for.
#[derive(Debug, Clone)]
pub enum Columns {
    /// Ranges of strength, from the least to the most.
    Strengths(Vec<Span>),
    /// Odds of attack to defence, from the worst to the best.
    Odds(Vec<Odds>),
    /// Kinds of units.
    Kinds(Vec<Head>),
}

/// Odds of attack to defence such as `3-1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Odds {
    /// The attacker's part, 1 or more.
    pub attack: i64,
    /// The defender's part, 1 or more.
    pub defence: i64,
}

/// The head of a row or a column that stands for some units.
#[derive(Debug, Clone)]
pub struct Head {
    /// The key in the table.
    pub id: String,
    /// What stands at the head.
    pub name: String,
    /// What a unit must be or do for it.
    pub when: Vec<Condition>,
}

/// In whose favour odds are rounded that no column has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Favour {
    /// Up, to the next better column.
    Attacker,
    /// Down, to the next worse column.
    Defender,
}

impl Odds {
    /// The largest part of odds.
    const MOST: i64 = 1000;

    /// Reads `3-1` or `1-2`; each part is 1 to 1,000.
    pub fn parse(text: &str) -> Option<Odds> {
        let (attack, defence) = text.trim().split_once('-')?;
        let part = |text: &str| {
            let plain = text.bytes().all(|byte| byte.is_ascii_digit());
            let part: i64 = text.parse().ok().filter(|_| plain)?;
            (1..=Odds::MOST).contains(&part).then_some(part)
        };
        Some(Odds {
            attack: part(attack)?,
            defence: part(defence)?,
        })
    }

    /// Attack divided by defence.
    pub fn value(self) -> Number {
        Number::whole(self.attack).over(Number::whole(self.defence))
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.attack, self.defence)
    }
}

impl Columns {
    /// How many columns there are.
    pub fn len(&self) -> usize {
        match self {
            Columns::Strengths(spans) => spans.len(),
            Columns::Odds(odds) => odds.len(),
            Columns::Kinds(heads) => heads.len(),
        }
    }

    /// Whether there is no column.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What stands at the head of each column.
    pub fn names(&self) -> Vec<String> {
        match self {
            Columns::Strengths(spans) => spans.iter().map(Span::to_string).collect(),
            Columns::Odds(odds) => odds.iter().map(Odds::to_string).collect(),
            Columns::Kinds(heads) => heads.iter().map(|head| head.name.clone()).collect(),
        }
    }

    /// The keys by which a row of the file calls its cells.
    pub fn keys(&self) -> Vec<String> {
        match self {
            Columns::Kinds(heads) => heads.iter().map(|head| head.id.clone()).collect(),
            Columns::Strengths(_) | Columns::Odds(_) => self.names(),
        }
    }

    /// The place of the column for a strength: the last that begins at or below it, else the first.
    ///
    /// `None` where the columns are not of strength.
    pub fn of_strength(&self, strength: i64) -> Option<usize> {
        let Columns::Strengths(spans) = self else {
            return None;
        };
        let last = spans.iter().rposition(|span| span.from <= strength);
        Some(last.unwrap_or(0))
    }

    /// The place of the column for odds that no column may have to the letter.
    ///
    /// Odds beyond either end are held to the last column there. `None` where
    /// the columns are not of odds.
    pub fn of_odds(&self, odds: Number, favour: Favour) -> Option<usize> {
        let Columns::Odds(columns) = self else {
            return None;
        };
        let end = columns.len().saturating_sub(1);
        Some(match favour {
            Favour::Attacker => columns
                .iter()
                .position(|column| column.value() >= odds)
                .unwrap_or(end),
            Favour::Defender => columns
                .iter()
                .rposition(|column| column.value() <= odds)
                .unwrap_or(0),
        })
    }

    /// The column so many places to the right, or to the left if negative, held within the table.
    pub fn shifted(&self, column: usize, by: i64) -> usize {
        let by = isize::try_from(by).unwrap_or(if by < 0 { isize::MIN } else { isize::MAX });
        column
            .saturating_add_signed(by)
            .min(self.len().saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_is_in_the_last_column_that_begins_at_or_below_it() {
        let spans = ["1", "2-3", "4-6", "7+"].map(Span::parse);
        let columns = Columns::Strengths(spans.into_iter().flatten().collect());
        for (strength, column) in [(0, 0), (1, 0), (3, 1), (4, 2), (6, 2), (7, 3), (30, 3)] {
            assert_eq!(columns.of_strength(strength), Some(column), "{strength}");
        }
        assert_eq!(columns.of_odds(Number::ONE, Favour::Attacker), None);
    }

    #[test]
    fn odds_are_rounded_in_favour_of_one_side_and_held_to_the_ends() {
        let odds = ["1-3", "1-2", "1-1", "2-1", "3-1"].map(Odds::parse);
        let columns = Columns::Odds(odds.into_iter().flatten().collect());
        let odds = |attack: i64, defence: i64| Number::whole(attack).over(Number::whole(defence));
        for (attack, defence, up, down) in [
            (12, 5, 4, 3),
            (12, 6, 3, 3),
            (5, 12, 1, 0),
            (4, 5, 2, 1),
            (1, 9, 0, 0),
            (9, 1, 4, 4),
        ] {
            let odds = odds(attack, defence);
            assert_eq!(columns.of_odds(odds, Favour::Attacker), Some(up));
            assert_eq!(columns.of_odds(odds, Favour::Defender), Some(down));
        }
    }

    #[test]
    fn odds_are_two_whole_numbers() {
        assert_eq!(Odds::parse("3-1").map(Odds::value), Some(Number::whole(3)));
        for wrong in [
            "", "3", "3-0", "0-1", "-3-1", "3--1", "a-1", "+3-1", "3-1001",
        ] {
            assert_eq!(Odds::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_shift_stays_within_the_table() {
        let spans = ["1", "2", "3"].map(Span::parse);
        let columns = Columns::Strengths(spans.into_iter().flatten().collect());
        for (column, by, after) in [
            (2, -2, 0),
            (1, -2, 0),
            (1, 1, 2),
            (2, 5, 2),
            (1, i64::MIN, 0),
        ] {
            assert_eq!(columns.shifted(column, by), after);
        }
    }
}
