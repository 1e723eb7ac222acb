//! Choices of which no branch may count: where none of their conditions holds, they are nothing.

use std::collections::BTreeSet;

use super::{Body, Resolver};
use crate::rules::condition::Condition;
use crate::rules::kind::Kind;
use crate::rules::read::steps::answers_of::{self, Asker};
use crate::rules::read::steps::bounds::Reckoner;
use crate::rules::read::steps::raw::{RawChoice, RawKey};
use crate::rules::steps::expression::{Choice, Comparison, Expression, Ordered, Outcome};
use crate::rules::steps::symbol::Meaning;
use crate::rules::steps::{Act, Cell, Key, SharedAct};

/// What one value is of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Than {
    Less,
    Equal,
    Greater,
}

impl Resolver<'_, '_> {
    /// Notes choices that come to nothing where none of their conditions holds, and do not say so.
    pub(super) fn warn_of_gaps(&self, reckoner: &Reckoner<'_>) {
        for (entry, step) in self.entries.iter().zip(&reckoner.program.steps) {
            let Body::Step(raw) = entry.body else {
                continue;
            };
            let name = &entry.key.text;
            let choice = match &step.act {
                Act::Work(choice) => raw.is.as_ref().zip(Some(choice)),
                Act::Lose(choice, _) => raw.lose.as_ref().zip(Some(choice)),
                Act::Result(choice, _) => raw.result.as_ref().zip(Some(choice)),
                Act::Level(choice, ..) => raw.level.as_ref().zip(Some(choice)),
                _ => None,
            };
            self.warn_of_gap(reckoner, name, choice);
            if let Act::Look(look) = &step.act {
                for (raw, key) in [
                    (&raw.row, Some(&look.row)),
                    (&raw.column, look.column.as_ref()),
                ] {
                    if let (Some(RawKey::Value(raw)), Some(Key::Value(choice))) = (raw, key) {
                        self.warn_of_gap(reckoner, name, Some((raw, choice)));
                    }
                }
            }
        }
        for (wanted, shared) in self.shared.iter().zip(&reckoner.program.shared) {
            if let (Some(raw), SharedAct::Work(choice)) = (wanted.raw, &shared.act) {
                let choice = raw.is.as_ref().zip(Some(choice));
                self.warn_of_gap(reckoner, &wanted.key.text, choice);
            }
        }
    }

    fn warn_of_gap(
        &self,
        reckoner: &Reckoner<'_>,
        name: &str,
        choice: Option<(&RawChoice, &Choice)>,
    ) {
        let Some((RawChoice::Branches(raw), choice)) = choice else {
            return;
        };
        for (raw, branch) in raw.iter().flatten().zip(&choice.0) {
            if let Outcome::Choice(choice) = &branch.is {
                self.warn_of_gap(reckoner, name, Some((&raw.is, choice)));
            }
        }
        let Some(last) = raw.last().and_then(Option::as_ref) else {
            return;
        };
        let gap = !self.names_sides(choice) && !self.is_exhausted(reckoner, choice);
        let said = gap.then(|| {
            let message = format!("`{name}` is nothing where no branch of it counts");
            let hint = "a last branch without `when` says what it is then: `{ is = \"nothing\" }` if that is meant";
            (message, hint.to_owned())
        });
        self.verdict(&last.at, said);
    }

    /// Whether every answer is a side: nobody is one, where neither side is meant.
    fn names_sides(&self, choice: &Choice) -> bool {
        choice.0.iter().all(|branch| match &branch.is {
            Outcome::Value(Expression::Constant(Cell::Symbol(symbol))) => {
                let means = self.symbols.get(*symbol).map(|info| &info.means);
                matches!(means, Some(Meaning::Side(_)))
            }
            Outcome::Value(_) => false,
            Outcome::Choice(choice) => self.names_sides(choice),
        })
    }

    /// Whether one branch or another counts, whatever holds.
    fn is_exhausted(&self, reckoner: &Reckoner<'_>, choice: &Choice) -> bool {
        if choice.0.iter().any(|branch| branch.when.is_empty()) {
            return true;
        }
        // Of several conditions any may fail.
        let single: Vec<&Condition> = choice
            .0
            .iter()
            .filter_map(|branch| match branch.when.as_slice() {
                [only] => Some(only),
                _ => None,
            })
            .flat_map(|condition| match condition {
                Condition::Any(all) => all.iter().collect(),
                other => vec![other],
            })
            .collect();
        let denied = |one: &Condition| match one {
            Condition::Not(inner) => single.contains(&&**inner),
            _ => false,
        };
        single.iter().any(|one| denied(one))
            || self.is_every_kind(&single)
            || compares_all(&single)
            || answers_all(reckoner, &single)
    }

    /// Whether they ask for a kind after another until no troop type is left.
    fn is_every_kind(&self, single: &[&Condition]) -> bool {
        let kinds: Vec<Kind> = single
            .iter()
            .filter_map(|condition| match condition {
                Condition::Is(kind) | Condition::Has(kind) => Some(*kind),
                _ => None,
            })
            .collect();
        let mut types = self.rules.types.iter();
        !kinds.is_empty() && types.all(|(id, _)| kinds.iter().any(|kind| self.rules.is(id, *kind)))
    }
}

/// Whether they compare two values in every way in which they can compare.
fn compares_all(single: &[&Condition]) -> bool {
    let compared: Vec<(&Expression, &Expression, Vec<Than>)> =
        single.iter().filter_map(|one| comparison(one)).collect();
    compared.iter().any(|(left, right, _)| {
        let of_these = compared.iter().flat_map(|(other, than_other, ways)| {
            if (other, than_other) == (left, right) {
                ways.clone()
            } else if (other, than_other) == (right, left) {
                ways.iter().map(|way| turned(*way)).collect()
            } else {
                Vec::new()
            }
        });
        of_these.collect::<BTreeSet<Than>>().len() == 3
    })
}

fn comparison(condition: &Condition) -> Option<(&Expression, &Expression, Vec<Than>)> {
    let Condition::Compare(comparison) = condition else {
        return None;
    };
    match &**comparison {
        Comparison::Order(order, left, right) => {
            let ways = match order {
                Ordered::Less => vec![Than::Less],
                Ordered::AtMost => vec![Than::Less, Than::Equal],
                Ordered::Greater => vec![Than::Greater],
                Ordered::AtLeast => vec![Than::Greater, Than::Equal],
            };
            Some((left, right, ways))
        }
        Comparison::OneOf(left, of) => match of.as_slice() {
            [right] => Some((left, right, vec![Than::Equal])),
            _ => None,
        },
        _ => None,
    }
}

fn turned(than: Than) -> Than {
    match than {
        Than::Less => Than::Greater,
        Than::Equal => Than::Equal,
        Than::Greater => Than::Less,
    }
}

/// Whether they ask for every answer that a value can have.
fn answers_all(reckoner: &Reckoner<'_>, single: &[&Condition]) -> bool {
    let asked: Vec<(&Expression, &Vec<Expression>)> = single
        .iter()
        .filter_map(|one| match one {
            Condition::Compare(comparison) => match &**comparison {
                Comparison::OneOf(value, of) => Some((value, of)),
                _ => None,
            },
            _ => None,
        })
        .collect();
    asked.iter().any(|(value, _)| {
        let can = answers_of::of_expression(&Asker::new(reckoner.program), value, 0);
        let asked_for = |word| {
            let of = asked.iter().filter(|(other, _)| other == value);
            of.flat_map(|(_, of)| of.iter())
                .any(|one| *one == Expression::Constant(Cell::Symbol(word)))
        };
        !can.unknown && can.number.is_none() && can.words.iter().all(|word| asked_for(*word))
    })
}
