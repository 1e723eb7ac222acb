//! Conditions: the closed vocabulary, and values compared.

use std::ops::Range;

use super::unlikely::{Answered, contradiction};
use super::warnings::Compared;
use super::{Body, PartOf, Resolver, Stand, Within};
use crate::rules::condition::{Condition, Role};
use crate::rules::read::lexicon::Lexicon;
use crate::rules::read::steps::raw::{Asks, RawCondition};
use crate::rules::read::steps::syntax::{Node, NodeKind, RawComparison};
use crate::rules::reader::{Sink, Text};
use crate::rules::steps::expression::{Comparison, Expression, ResultTrait};
use crate::rules::steps::{Cell, Scope};

/// Whether a condition is asked of the subject itself or of units of a side.
#[derive(Clone, Copy)]
enum Asked {
    Itself,
    Units,
}

/// Resolves a comparison in a condition.
type Compare<'c, 'r> =
    dyn FnMut(&'r RawComparison, &'r Range<usize>, Asked) -> Option<Condition> + 'c;

/// A condition outside of any ruling; `None` for one that compares values, which only a ruling has.
pub(in crate::rules::read) fn plain_condition<'d>(
    lexicon: &Lexicon<'d>,
    sink: &'d Sink<'d>,
    raw: &RawCondition,
) -> Option<Condition> {
    let closed = Closed { lexicon, sink };
    closed.condition(raw, Nesting::default(), &mut |_, _, _| None)
}

/// A condition where there is no ruling, and so no value to compare.
pub(in crate::rules::read) fn condition_without_ruling<'d>(
    lexicon: &Lexicon<'d>,
    sink: &'d Sink<'d>,
    raw: &RawCondition,
) -> Option<Condition> {
    let closed = Closed { lexicon, sink };
    closed.condition(raw, Nesting::default(), &mut |_, at, _| {
        sink.fault(at.clone(), "values are compared in rulings only")
            .hint("what may stand here is a condition such as `{ said = \"WORD\" }`");
        None
    })
}

/// How deep in others a condition stands, and whom it is asked of.
///
/// Each `foe` and `friend` is asked of every unit of a side, so that the work multiplies with each.
#[derive(Clone, Copy, Default)]
struct Nesting {
    deep: usize,
    sides: usize,
}

impl Nesting {
    /// The most conditions in one another.
    const MOST_DEEP: usize = 8;
    /// The most `foe` and `friend` in one another.
    const MOST_SIDES: usize = 2;

    fn deeper(self) -> Self {
        Nesting {
            deep: self.deep + 1,
            ..self
        }
    }

    fn of_a_side(self) -> Self {
        Nesting {
            sides: self.sides + 1,
            ..self.deeper()
        }
    }

    fn asked(self) -> Asked {
        if self.sides == 0 {
            Asked::Itself
        } else {
            Asked::Units
        }
    }

    /// What is wrong with a condition that stands so deep.
    fn fault(self) -> Option<String> {
        if self.sides > Self::MOST_SIDES {
            let most = Self::MOST_SIDES;
            return Some(format!(
                "`foe` and `friend` stand in one another {most} deep at most"
            ));
        }
        let most = Self::MOST_DEEP;
        (self.deep > most).then(|| format!("conditions stand in one another {most} deep at most"))
    }
}

/// The conditions whose names are those of the whole file.
struct Closed<'c, 'd> {
    lexicon: &'c Lexicon<'d>,
    sink: &'d Sink<'d>,
}

impl<'d> Closed<'_, 'd> {
    fn condition<'r>(
        &self,
        raw: &'r RawCondition,
        nesting: Nesting,
        compare: &mut Compare<'_, 'r>,
    ) -> Option<Condition> {
        let (lexicon, sink) = (self.lexicon, self.sink);
        if let Some(fault) = nesting.fault() {
            sink.fault(raw.at.clone(), fault);
            return None;
        }
        Some(match &raw.asks {
            Asks::Faulty => return None,
            Asks::Compare(comparison) => compare(comparison, &raw.at, nesting.asked())?,
            Asks::Said(word) => Condition::Said(lexicon.words.named(word, sink)?),
            Asks::Is(kind) => Condition::Is(lexicon.kind_of(kind, sink)?),
            Asks::Has(kind) => Condition::Has(lexicon.kind_of(kind, sink)?),
            Asks::Fires(weapon) => Condition::Fires(lexicon.weapons.named(weapon, sink)?),
            Asks::Lost(share) => Condition::Lost(*share),
            Asks::LostOwn(number) => Condition::LostOwn(lexicon.attributes.named(number, sink)?),
            Asks::Counted(true) => Condition::Counted,
            Asks::Counted(false) => Condition::Not(Box::new(Condition::Counted)),
            Asks::ItsSide(lead) => Condition::ItsSide(*lead),
            Asks::Fewer(counts) => Condition::Fewer(*counts),
            Asks::Beyond(distance) => Condition::Beyond(*distance),
            Asks::Units(least) => Condition::Units(usize::try_from(*least).ok()?),
            Asks::Setting(setting) => lexicon.setting_asked(setting, sink)?,
            Asks::Side(role) => Condition::Side(*role),
            Asks::Foe(inner) => Condition::Foe(Box::new(self.condition(
                inner,
                nesting.of_a_side(),
                compare,
            )?)),
            Asks::Friend(inner) => Condition::Friend(Box::new(self.condition(
                inner,
                nesting.of_a_side(),
                compare,
            )?)),
            Asks::Opposite(inner) => Condition::Opposite(Box::new(self.condition(
                inner,
                nesting.of_a_side(),
                compare,
            )?)),
            Asks::Facing(inner) => Condition::Facing(Box::new(self.condition(
                inner,
                nesting.of_a_side(),
                compare,
            )?)),
            Asks::Not(inner) => Condition::Not(Box::new(self.condition(
                inner,
                nesting.deeper(),
                compare,
            )?)),
            Asks::Any(all) => Condition::Any(self.all(all, nesting.deeper(), compare)?),
            Asks::All(all) => Condition::All(self.all(all, nesting.deeper(), compare)?),
        })
    }

    fn all<'r>(
        &self,
        raw: &'r [RawCondition],
        nesting: Nesting,
        compare: &mut Compare<'_, 'r>,
    ) -> Option<Vec<Condition>> {
        let read: Vec<Option<Condition>> = raw
            .iter()
            .map(|raw| self.condition(raw, nesting, compare))
            .collect();
        read.into_iter().collect()
    }
}

impl<'r> Resolver<'r, '_> {
    /// Conditions, all of which must hold.
    pub(super) fn conditions(
        &mut self,
        raw: &'r [RawCondition],
        stand: Stand<'r>,
    ) -> Option<Vec<Condition>> {
        let read: Vec<Option<Condition>> =
            raw.iter().map(|raw| self.condition(raw, stand)).collect();
        if self.is_of_this_ruling(stand) {
            let subject = self.subject_of(stand);
            let mut asked = Vec::new();
            for raw in raw {
                said_in(raw, subject, &mut asked);
            }
            self.said.extend(asked.iter().map(|(word, _)| *word));
            self.asked.extend(asked);
        }
        let read: Vec<Condition> = read.into_iter().collect::<Option<_>>()?;
        if self.sink.wants_warnings() {
            let places = raw.iter().map(|raw| raw.at.clone());
            let placed: Vec<_> = read.iter().cloned().zip(places).collect();
            match contradiction(&placed) {
                Some(at) => {
                    self.warning(at, "this never holds together with what stands before it")
                        .hint("all conditions of a list must hold; `{ any = [ … ] }` asks for one of them");
                }
                None => self.warn_of_conditions(raw, &read, self.subject_of(stand)),
            }
        }
        Some(read)
    }

    /// The side that conditions are asked of: that of a modifier, or of the step that they stand in.
    fn subject_of(&self, stand: Stand<'r>) -> Role {
        let PartOf::Step(step) = stand.part_of else {
            return self.subject;
        };
        let entry = self.entries.get(usize::from(step.0));
        match entry.and_then(|entry| entry.side()) {
            Some("attacker") => Role::Attacker,
            Some("defender") => Role::Defender,
            _ => Role::Either,
        }
    }

    /// Whether conditions count in this ruling alone: shared values and rows are read in others too.
    fn is_of_this_ruling(&self, stand: Stand<'r>) -> bool {
        match stand.part_of {
            PartOf::Step(step) => {
                let entry = self.entries.get(usize::from(step.0));
                entry.is_some_and(|entry| entry.turn.is_none() && !knows_states(entry.body))
            }
            PartOf::Shared(_) => false,
            PartOf::Order(_) | PartOf::Text => !self.ruling.is_nobody(),
        }
    }

    fn condition(&mut self, raw: &'r RawCondition, stand: Stand<'r>) -> Option<Condition> {
        let closed = Closed {
            lexicon: self.lexicon,
            sink: self.sink,
        };
        let read = closed.condition(raw, Nesting::default(), &mut |comparison, at, asked| {
            let stand = match asked {
                Asked::Itself => stand,
                Asked::Units => Stand {
                    scope: Scope::Unit,
                    within: match stand.within {
                        Within::Unknown => Within::Unknown,
                        _ => Within::Plain,
                    },
                    ..stand
                },
            };
            self.comparison(comparison, at, stand)
        })?;
        if read.asks_distance() {
            self.asks_distance.set(true);
        }
        Some(read)
    }

    fn comparison(
        &mut self,
        raw: &'r RawComparison,
        at: &Range<usize>,
        stand: Stand<'r>,
    ) -> Option<Condition> {
        let read = match raw {
            RawComparison::Fact(node) => match self.result_trait(node, stand) {
                Some(read) => read?,
                None => Comparison::Fact(self.expression(node, stand)?),
            },
            RawComparison::Order(order, left, right) => {
                let left = self.number_or_name(left, stand);
                let right = self.number_or_name(right, stand);
                let (left, right) = (left?, right?);
                self.compared.push(Compared {
                    at: at.clone(),
                    order: *order,
                    left: left.clone(),
                    right: right.clone(),
                    of: self.subject_of(stand),
                });
                Comparison::Order(*order, left, right)
            }
            RawComparison::OneOf(value, of) => {
                let read = self.one_of(value, of, stand)?;
                if let Comparison::OneOf(value, of) = &read {
                    self.answered.push(Answered {
                        at: at.clone(),
                        value: value.clone(),
                        of: of.clone(),
                        side: self.subject_of(stand),
                    });
                }
                read
            }
            RawComparison::NoneOf(value, of) => {
                let one_of = self.one_of(value, of, stand)?;
                return Some(Condition::Not(Box::new(Condition::Compare(Box::new(
                    one_of,
                )))));
            }
        };
        Some(Condition::Compare(Box::new(read)))
    }

    fn one_of(&mut self, value: &'r Node, of: &'r [Node], stand: Stand<'r>) -> Option<Comparison> {
        let value = self.expression(value, stand);
        let of: Vec<_> = of.iter().map(|one| self.expression(one, stand)).collect();
        let of: Option<Vec<_>> = of.into_iter().collect();
        let (value, of) = (value?, of?);
        // `= blank` asks whether it is one, and is never blank itself.
        if matches!(of.as_slice(), [Expression::Constant(Cell::Blank(_))]) {
            return Some(Comparison::Blank(value));
        }
        Some(Comparison::OneOf(value, of))
    }

    /// `does.routs`: what the result can do that a value names; the outer `None` where it is
    /// something else.
    fn result_trait(&mut self, node: &'r Node, stand: Stand<'r>) -> Option<Option<Comparison>> {
        let NodeKind::Name(name) = &node.kind else {
            return None;
        };
        let (value, asked) = name.rsplit_once('.')?;
        let asked = match asked {
            "routs" => ResultTrait::Routs,
            "leaves" => ResultTrait::Leaves,
            _ => return None,
        };
        let read = self.name(value, &node.at, stand);
        Some(read.map(|value| Comparison::Trait(value, asked)))
    }
}

/// Whether conditions of a step are asked of what the battle knows, besides what was said.
fn knows_states(body: Body<'_>) -> bool {
    match body {
        Body::Step(raw) => raw.gives.is_some() || raw.sheds.is_some(),
        Body::Reading(..) | Body::Faulty => false,
    }
}

/// The words that a condition asks for, each with the side of which it is asked.
fn said_in<'r>(raw: &'r RawCondition, subject: Role, said: &mut Vec<(&'r Text, Role)>) {
    match &raw.asks {
        Asks::Said(word) => said.push((word, subject)),
        Asks::Foe(inner) | Asks::Opposite(inner) | Asks::Facing(inner) => {
            said_in(inner, other(subject), said);
        }
        Asks::Friend(inner) | Asks::Not(inner) => said_in(inner, subject, said),
        Asks::Any(all) | Asks::All(all) => {
            for inner in all {
                said_in(inner, subject, said);
            }
        }
        _ => {}
    }
}

/// The other side; of either it is either.
fn other(role: Role) -> Role {
    match role {
        Role::Attacker => Role::Defender,
        Role::Defender => Role::Attacker,
        Role::Either => Role::Either,
    }
}
