//! What a sound ruling cannot mean: answers that never come, results that are none, numbers that no die meets.

use std::ops::Range;

use super::warnings::{Compared, shown};
use super::{Body, Resolver};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::{Condition, Role};
use crate::rules::read::steps::answers_of::{self, Answers, Asker};
use crate::rules::read::steps::bounds::{Bounds, Reckoner, highest_face};
use crate::rules::read::steps::raw::RawChoice;
use crate::rules::steps::expression::{Aggregate, Choice, Expression, Ordered, Outcome, Quantity};
use crate::rules::steps::symbol::Meaning;
use crate::rules::steps::{Act, Cell, Place, Program, Reading, Step, StepModifier};

/// A value that is compared with answers, with the place of the condition.
pub(super) struct Answered {
    pub(super) at: Range<usize>,
    pub(super) value: Expression,
    pub(super) of: Vec<Expression>,
    /// The side of which it is asked.
    pub(super) side: Role,
}

/// A number of a type or of a band that a value is, before what is done to it.
struct Traced<'p> {
    of: &'p Quantity,
    /// What acts on it on the way, from the nearest on, with the bounds of the value there.
    changes: Vec<(&'p [StepModifier], Option<Number>, Option<Number>)>,
}

impl Resolver<'_, '_> {
    /// Notes results that a step takes from what holds none.
    pub(super) fn check_results(&self, program: &Program) {
        let asker = Asker::new(program);
        for (entry, step) in self.entries.iter().zip(&program.steps) {
            let (Act::Result(choice, _), Body::Step(raw)) = (&step.act, entry.body) else {
                continue;
            };
            let answers = answers_of::of_choice(&asker, choice, 0);
            let at = match &raw.result {
                Some(RawChoice::Value(node)) => &node.at,
                _ => &entry.key.at,
            };
            let sure = step.when.is_empty() && only(choice).is_some();
            self.check_result(&entry.key.text, at, &answers, sure);
        }
    }

    /// A fault where it never comes to a result, a warning where nothing keeps it from something else.
    fn check_result(&self, step: &str, at: &Range<usize>, answers: &Answers, sure: bool) {
        let is_result = |symbol| {
            let means = self.symbols.get(symbol).map(|info| &info.means);
            matches!(means, Some(Meaning::Result(_)))
        };
        let never = !answers.unknown && !answers.words.iter().any(|word| is_result(*word));
        // A number may be what its conditions keep away, where the source gives no results as yet.
        let kept_away = answers.number.is_some() && !sure;
        if (never && kept_away) || !(never || sure && self.sink.wants_warnings()) {
            return;
        }
        let other = answers.words.iter().find(|word| !is_result(**word));
        let what = match (answers.number, other) {
            (Some(_), _) => "a number".to_owned(),
            (None, Some(word)) => format!("`{}`", self.symbols.name(*word)),
            (None, None) => return,
        };
        let message = format!("`{step}` can come to {what}, which is no result");
        let noted = match never {
            true => self.fault(at, message),
            false => self.warning(at, message),
        };
        let noted = match answers.number.flatten() {
            Some(Place(place)) => {
                let place = usize::try_from(place).unwrap_or_default();
                noted.also(place..place.saturating_add(1), "such as this")
            }
            None => noted,
        };
        noted.hint("a result is the key of a `[result.KEY]`; a table that gives results has their keys in its cells");
    }

    /// Notes answers that never come, or always.
    pub(super) fn warn_of_answers(&self, reckoner: &Reckoner<'_>) {
        let asker = Asker::new(reckoner.program);
        for answered in &self.answered {
            let can = answers_of::of_expression(&asker, &answered.value, 0);
            let comes = |one: &Expression| match one {
                Expression::Constant(Cell::Symbol(symbol)) => can.words.contains(symbol),
                Expression::Constant(Cell::Number(number)) => {
                    can.number.is_some() && reckoner.expression(&answered.value).holds(*number)
                }
                _ => true,
            };
            if can.unknown || answered.of.iter().any(comes) {
                self.verdict(&answered.at, self.all_of(reckoner, answered, &can));
                continue;
            }
            let words: Vec<String> = can
                .words
                .iter()
                .map(|word| format!("`{}`", self.symbols.name(*word)))
                .collect();
            let hint = match (words.as_slice(), can.number) {
                ([], _) => {
                    let bounds = shown(reckoner.expression(&answered.value));
                    format!("the value is a number, {bounds}")
                }
                (words, _) => format!("the value can be {}", words.join(", ")),
            };
            self.verdict(&answered.at, Some(("this never holds".to_owned(), hint)));
        }
    }

    /// What is said of a value that can be nothing but what it is asked for.
    fn all_of(
        &self,
        reckoner: &Reckoner<'_>,
        answered: &Answered,
        can: &Answers,
    ) -> Option<(String, String)> {
        let listed = |symbol| {
            let mut of = answered.of.iter();
            of.any(|one| matches!(one, Expression::Constant(Cell::Symbol(one)) if *one == symbol))
        };
        let all = !can.unknown
            && can.number.is_none()
            && !can.words.is_empty()
            && can.words.iter().all(|word| listed(*word))
            && reckoner.is_sure(&answered.value, answered.side, 0);
        all.then(|| {
            (
                "this always holds".to_owned(),
                "the value can be nothing else".to_owned(),
            )
        })
    }

    /// Notes numbers of types and of bands that no die meets, or every die.
    pub(super) fn warn_of_given(&self, reckoner: &Reckoner<'_>) {
        for step in &reckoner.program.steps {
            let Some((roll, reading)) = reckoner.program.dice_read_by(step) else {
                continue;
            };
            let (wanted, at_least) = match reading {
                Reading::AtLeast(wanted) => (wanted, true),
                Reading::AtMost(wanted) => (wanted, false),
                _ => continue,
            };
            let lowest = Number::whole(i64::from(roll.lowest));
            let highest = Number::whole(i64::from(highest_face(roll)));
            self.warn_of_each(reckoner, wanted, |wanted| {
                let never = if at_least {
                    wanted.least.is_some_and(|least| least > highest)
                } else {
                    wanted.most.is_some_and(|most| most < lowest)
                };
                never.then(|| {
                    (
                        "no die ever comes to this".to_owned(),
                        format!("`{}` is read from faces of {lowest} to {highest}", step.id),
                    )
                })
            });
        }
        for compared in &self.compared {
            self.warn_of_compared(reckoner, compared);
        }
    }

    fn warn_of_compared(&self, reckoner: &Reckoner<'_>, compared: &Compared) {
        for (given, other, order) in [
            (&compared.right, &compared.left, compared.order),
            (&compared.left, &compared.right, turned(compared.order)),
        ] {
            if !is_throw(reckoner.program, other) {
                continue;
            }
            let other = reckoner.expression(other);
            if other.least.is_none() || other.most.is_none() {
                continue;
            }
            let written = self.sink.written(compared.at.clone()).trim_matches('"');
            self.warn_of_each(reckoner, given, |given| {
                let never = match order {
                    Ordered::Less => given.most <= other.least && given.most.is_some(),
                    Ordered::AtMost => given.most < other.least && given.most.is_some(),
                    Ordered::Greater => given
                        .least
                        .is_some_and(|least| other.most.is_some_and(|most| most <= least)),
                    Ordered::AtLeast => given
                        .least
                        .is_some_and(|least| other.most.is_some_and(|most| most < least)),
                };
                never.then(|| {
                    (
                        format!("with this `{written}` never holds"),
                        format!("what it is compared with is {}", shown(other)),
                    )
                })
            });
        }
    }

    /// Asks something of each number of a type or a band that a value can be.
    fn warn_of_each(
        &self,
        reckoner: &Reckoner<'_>,
        value: &Expression,
        wrong: impl Fn(Bounds) -> Option<(String, String)>,
    ) {
        let Some(traced) = trace(reckoner.program, value, 0) else {
            return;
        };
        for (number, Place(place)) in given(reckoner, traced.of) {
            let of = reckoner.program.modifiers_of(traced.of);
            let mut bounds = reckoner.modified(Bounds::exactly(number), of);
            for (modifiers, least, most) in traced.changes.iter().rev() {
                bounds = reckoner.modified(bounds, modifiers).held(*least, *most);
            }
            if let Some((message, hint)) = wrong(bounds) {
                let start = usize::try_from(place).unwrap_or_default();
                let at = start..start.saturating_add(number.to_string().len());
                self.warning(&at, message).hint(hint);
            }
        }
    }
}

/// Whether a value is a throw of dice as it fell.
fn is_throw(program: &Program, value: &Expression) -> bool {
    let Expression::Name(name) = value else {
        return false;
    };
    let Quantity::Step(id) = name.quantity else {
        return false;
    };
    let step = program.step(id);
    step.is_some_and(|step| matches!(step.act, Act::Roll(_) | Act::Reading(..)))
}

/// The order seen from the other side.
fn turned(order: Ordered) -> Ordered {
    match order {
        Ordered::Less => Ordered::Greater,
        Ordered::Greater => Ordered::Less,
        Ordered::AtMost => Ordered::AtLeast,
        Ordered::AtLeast => Ordered::AtMost,
    }
}

/// The number of types or bands that a value comes from without any reckoning but by modifiers.
fn trace<'p>(program: &'p Program, value: &'p Expression, deep: usize) -> Option<Traced<'p>> {
    if deep > 8 {
        return None;
    }
    match value {
        Expression::Aggregate(Aggregate::Least | Aggregate::Most | Aggregate::Same, inner) => {
            trace(program, inner, deep + 1)
        }
        Expression::Name(name) => match &name.quantity {
            of @ (Quantity::Attribute(_) | Quantity::Weapon(_)) => Some(Traced {
                of,
                changes: Vec::new(),
            }),
            Quantity::Step(id) => {
                let step = program.step(*id)?;
                let (Act::Work(choice), None) = (&step.act, step.otherwise) else {
                    return None;
                };
                let mut traced = trace(program, only(choice)?, deep + 1)?;
                traced.changes.insert(0, changes_of(step));
                Some(traced)
            }
            _ => None,
        },
        _ => None,
    }
}

fn changes_of(step: &Step) -> (&[StepModifier], Option<Number>, Option<Number>) {
    (&step.modifiers, step.least, step.most)
}

/// The one value of a choice that is none.
pub(super) fn only(choice: &Choice) -> Option<&Expression> {
    match choice.0.as_slice() {
        [branch] if branch.when.is_empty() => match &branch.is {
            Outcome::Value(value) => Some(value),
            Outcome::Choice(choice) => only(choice),
        },
        _ => None,
    }
}

/// Every number of types or of bands of this kind, with where it stands.
fn given(reckoner: &Reckoner<'_>, of: &Quantity) -> Vec<(Number, Place)> {
    let known = |number: Option<Given<Number>>, place| match number {
        Some(Given::Known(number)) => Some((number, place)),
        _ => None,
    };
    let rules = reckoner.rules;
    match of {
        Quantity::Attribute(id) => {
            let types = rules.types.iter();
            types
                .filter_map(|(_, troop)| known(troop.number(*id), troop.place_of(*id)))
                .collect()
        }
        Quantity::Weapon(id) => {
            let bands = rules.weapons.iter().flat_map(|(_, weapon)| &weapon.bands);
            bands
                .filter_map(|band| known(band.number(*id), band.place_of(*id)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Two of several conditions, all of which must hold, that never hold together.
pub(super) fn contradiction(all: &[(Condition, Range<usize>)]) -> Option<&Range<usize>> {
    for (place, (later, at)) in all.iter().enumerate() {
        let before = all.iter().take(place);
        for (earlier, _) in before {
            if excludes(earlier, later) || excludes(later, earlier) {
                return Some(at);
            }
        }
    }
    None
}

/// Whether one condition cannot hold where another does.
fn excludes(one: &Condition, other: &Condition) -> bool {
    use crate::rules::kind::Kind;
    use crate::rules::steps::expression::Comparison;
    match (one, other) {
        (Condition::Not(inner), other) => **inner == *other,
        (Condition::Is(Kind::Arm(one)), Condition::Is(Kind::Arm(other))) => one != other,
        (Condition::Is(Kind::Type(one)), Condition::Is(Kind::Type(other))) => one != other,
        (Condition::Side(one), Condition::Side(other)) => {
            *one != *other && *one != Role::Either && *other != Role::Either
        }
        (Condition::Compare(one), Condition::Compare(other)) => {
            let (Comparison::Order(one, left, bound), Comparison::Order(other, same, limit)) =
                (&**one, &**other)
            else {
                return false;
            };
            let (
                Expression::Constant(Cell::Number(bound)),
                Expression::Constant(Cell::Number(limit)),
            ) = (bound, limit)
            else {
                return false;
            };
            // The one holds it above its bound, the other below its limit.
            left == same
                && match (one, other) {
                    (Ordered::Greater, Ordered::Less | Ordered::AtMost)
                    | (Ordered::AtLeast, Ordered::Less) => bound >= limit,
                    (Ordered::AtLeast, Ordered::AtMost) => bound > limit,
                    _ => false,
                }
        }
        _ => false,
    }
}
