//! Names that can come next, as the prompt lists and inserts them.

use rustyline::completion::Candidate as Listed;
use unicode_width::UnicodeWidthStr;

use crate::language::expect::{Candidate, Expected};
use crate::printable::{is_unprintable, printable};

/// The most names that are listed with what they mean.
const MOST_EXPLAINED: usize = 24;
/// The fewest columns that are worth an explanation.
const NARROWEST: usize = 12;

/// A name to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    shown: String,
    inserted: String,
}

impl Listed for Choice {
    fn display(&self) -> &str {
        &self.shown
    }

    fn replacement(&self) -> &str {
        &self.inserted
    }
}

/// What follows the cursor in the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    /// A blank.
    Blank,
    /// Something else, or nothing.
    Other,
}

/// The names to choose from, laid out for so many columns.
///
/// The only name there is comes with a blank after it, as it is settled.
///
/// A name that would steer the terminal is not offered, as it could not be typed either.
pub(super) fn choices(expected: &Expected<'_>, behind: Behind, columns: usize) -> Vec<Choice> {
    let names = expected.what.iter().copied();
    let names: Vec<Candidate<'_>> = names
        .filter(|one| !one.text.contains(is_unprintable))
        .collect();
    if let ([only], Behind::Other) = (names.as_slice(), behind) {
        return vec![Choice {
            shown: only.text.to_owned(),
            inserted: format!("{} ", only.text),
        }];
    }
    let widest = names.iter().map(|one| one.text.width()).max();
    let widest = widest.unwrap_or(0);
    // A list in one column must leave the last column free.
    let left = columns.saturating_sub(widest + 3);
    let explained = names.len() <= MOST_EXPLAINED && left >= NARROWEST;
    names
        .iter()
        .map(|one| Choice {
            shown: if explained && !one.about.is_empty() {
                explained_name(*one, widest, left)
            } else {
                one.text.to_owned()
            },
            inserted: one.text.to_owned(),
        })
        .collect()
}

/// `flank      is struck in the flank`.
fn explained_name(candidate: Candidate<'_>, widest: usize, left: usize) -> String {
    let name = candidate.text;
    let gap = " ".repeat(widest - name.width().min(widest) + 2);
    let about = first_columns(&printable(candidate.about), left);
    format!("{name}{gap}{about}")
}

/// As much of a text as fits, with dots where it is cut.
fn first_columns(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    for character in text.chars() {
        cut.push(character);
        if cut.width() + 3 > columns {
            cut.pop();
            break;
        }
    }
    format!("{}...", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected() -> Expected<'static> {
        Expected {
            what: vec![
                Candidate {
                    text: "flank",
                    about: "is struck in the flank",
                },
                Candidate {
                    text: "disordered",
                    about: "",
                },
            ],
            ..Expected::default()
        }
    }

    fn shown(columns: usize) -> Vec<String> {
        let choices = choices(&expected(), Behind::Other, columns);
        choices.into_iter().map(|choice| choice.shown).collect()
    }

    #[test]
    fn names_are_explained_as_far_as_there_is_room() {
        assert_eq!(
            shown(80),
            ["flank       is struck in the flank", "disordered"]
        );
        assert_eq!(shown(30), ["flank       is struck in t...", "disordered"]);
        assert_eq!(shown(20), ["flank", "disordered"]);
    }

    #[test]
    fn the_only_name_is_settled_with_a_blank() {
        let mut expected = expected();
        expected.what.truncate(1);
        let inserted = |behind| {
            let choices = choices(&expected, behind, 80);
            choices
                .into_iter()
                .map(|choice| choice.inserted)
                .collect::<Vec<_>>()
        };
        assert_eq!(inserted(Behind::Other), ["flank "]);
        assert_eq!(inserted(Behind::Blank), ["flank"]);
    }
}
