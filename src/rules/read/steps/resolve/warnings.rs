//! What is no fault of a ruling, but what its author should know.

use std::ops::Range;

use super::{Body, Resolver};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::read::steps::bounds::{Bounds, Reckoner, highest_face};
use crate::rules::read::steps::raw::{RawChoice, RawStep};
use crate::rules::read::steps::syntax::Node;
use crate::rules::reader::{Noted, Text};
use crate::rules::steps::expression::{Expression, Ordered};
use crate::rules::steps::{Act, Count, Program, Reading, Roll};
use crate::rules::word::Word;

/// Two values compared in a condition, with the place of the condition.
pub(super) struct Compared {
    pub(super) at: Range<usize>,
    pub(super) order: Ordered,
    pub(super) left: Expression,
    pub(super) right: Expression,
    /// The side of which it is asked.
    pub(super) of: Role,
}

impl<'r, 'd> Resolver<'r, 'd> {
    pub(super) fn warning(&self, at: &Range<usize>, message: impl Into<String>) -> Noted<'d> {
        self.sink.warning(at.clone(), message)
    }

    /// Notes what a sound program shows, in a file without faults: what they leave out is not there to
    /// be reckoned with.
    pub(super) fn warn(&self, program: &Program) {
        if self.sink.count() > 0 || !self.sink.is_whole() || !self.sink.wants_warnings() {
            return;
        }
        let reckoner = Reckoner::new(self.rules, self.symbols, program);
        self.warn_of_dice(&reckoner);
        self.warn_of_comparisons(&reckoner);
        self.warn_of_given(&reckoner);
        self.warn_of_answers(&reckoner);
        self.warn_of_tables(&reckoner);
        self.warn_of_keys(program);
        self.warn_of_words();
        self.warn_of_branches();
        self.warn_of_gaps(&reckoner);
        self.warn_of_several(program);
        self.warn_of_mixed();
    }

    /// Dice that cannot show what is counted, or cannot but show it.
    fn warn_of_dice(&self, reckoner: &Reckoner<'_>) {
        for (entry, step) in self.entries.iter().zip(&reckoner.program.steps) {
            let Some((roll, reading)) = reckoner.program.dice_read_by(step) else {
                continue;
            };
            let node = match entry.body {
                Body::Step(raw) => raw.at_least.as_ref().or(raw.at_most.as_ref()),
                Body::Reading(_, _, raw) => raw.at_least.as_ref().or(raw.at_most.as_ref()),
                Body::Faulty => None,
            };
            if matches!(step.act, Act::Roll(_)) {
                self.warn_of_count(reckoner, entry.key, roll);
            }
            if let Some(node) = node {
                self.warn_of_die(reckoner, node, roll, reading);
            }
        }
    }

    /// How many dice there are: none at all, or one of which something is asked that takes several.
    fn warn_of_count(&self, reckoner: &Reckoner<'_>, key: &Text, roll: &Roll) {
        let dice = match &roll.dice {
            Count::Fixed(dice) => Bounds::exactly(Number::whole(i64::from(*dice))),
            Count::Worked(dice) => reckoner.expression(dice),
        };
        let name = &key.text;
        let one = dice == Bounds::exactly(Number::ONE);
        let said = match roll.reading {
            _ if below(dice, Number::ONE) => Some((
                format!("`{name}` throws no dice"),
                format!("how many there are is {}", shown(dice)),
            )),
            Reading::Spread if one => Some((
                format!("`{name}` has one die, whose spread is always 0"),
                "the spread is the highest face less the lowest".to_owned(),
            )),
            Reading::Highest | Reading::Lowest if one => Some((
                format!("`{name}` has one die, which is the highest and the lowest"),
                "throw more dice, or leave out `read`".to_owned(),
            )),
            _ => None,
        };
        self.verdict(&key.at, said);
    }

    fn warn_of_die(&self, reckoner: &Reckoner<'_>, node: &Node, roll: &Roll, reading: &Reading) {
        let lowest = Number::whole(i64::from(roll.lowest));
        let highest = Number::whole(i64::from(highest_face(roll)));
        let (never, always) = match reading {
            Reading::AtLeast(wanted) => {
                let wanted = reckoner.expression(wanted);
                (
                    above(wanted, highest),
                    wanted.most.is_some_and(|most| most <= lowest),
                )
            }
            Reading::AtMost(wanted) => {
                let wanted = reckoner.expression(wanted);
                (
                    below(wanted, lowest),
                    wanted.least.is_some_and(|least| least >= highest),
                )
            }
            _ => return,
        };
        let how = match (never, always) {
            (true, _) => Some("no die ever shows this"),
            (_, true) => Some("every die shows this"),
            _ => None,
        };
        let faces = format!("the faces of the die are {lowest} to {highest}");
        self.verdict(&node.at, how.map(|how| (how.to_owned(), faces)));
    }

    /// Conditions that never hold, or hold whatever happens.
    fn warn_of_comparisons(&self, reckoner: &Reckoner<'_>) {
        for compared in &self.compared {
            let left = reckoner.expression(&compared.left);
            let right = reckoner.expression(&compared.right);
            let never = match compared.order {
                Ordered::Less => apart(right.most, left.least, |right, left| right <= left),
                Ordered::Greater => apart(left.most, right.least, |left, right| left <= right),
                Ordered::AtMost => apart(right.most, left.least, |right, left| right < left),
                Ordered::AtLeast => apart(left.most, right.least, |left, right| left < right),
            };
            let message = if never {
                Some("this never holds")
            } else if always(compared.order, left, right)
                && reckoner.is_sure(&compared.left, compared.of, 0)
                && reckoner.is_sure(&compared.right, compared.of, 0)
            {
                Some("this always holds")
            } else {
                None
            };
            let said = message.map(|message| {
                let (left, right) = (shown(left), shown(right));
                (
                    message.to_owned(),
                    format!("the left is {left}, the right {right}"),
                )
            });
            self.verdict(&compared.at, said);
        }
    }

    /// Says something of a place once every ruling that reads it has said so.
    pub(super) fn verdict(&self, at: &Range<usize>, said: Option<(String, String)>) {
        let mut verdicts = self.verdicts.borrow_mut();
        let before = verdicts.entry((at.start, at.end));
        before
            .and_modify(|before| {
                let same = before.as_ref().map(|(message, _)| message)
                    == said.as_ref().map(|(message, _)| message);
                if !same {
                    *before = None;
                }
            })
            .or_insert_with(|| said.clone());
    }

    /// Words that a condition asks for and that cannot be said in the ruling.
    fn warn_of_words(&self) {
        let ruling = &self.ruling.id;
        for (text, subject) in &self.asked {
            self.warn_of_side(text, *subject);
        }
        for text in &self.said {
            if !self.can_be_said(&text.text, ruling) {
                let word = &text.text;
                self.warning(&text.at, format!("`{word}` cannot be said in `{ruling}`"))
                    .hint(format!("`in` of the word does not name `{ruling}`"));
            }
        }
    }

    /// A word that only the other side can have than the one it is asked of.
    fn warn_of_side(&self, text: &Text, subject: Role) {
        let words = &self.rules.words;
        let Some(word) = words.named(&text.text).map(|id| words.get(id)) else {
            return;
        };
        let (said_of, asked_of) = match (word.role, subject) {
            (Role::Defender, Role::Attacker) => ("defender", "attacker"),
            (Role::Attacker, Role::Defender) => ("attacker", "defender"),
            _ => return,
        };
        let word = &text.text;
        self.warning(
            &text.at,
            format!("`{word}` is said of the {said_of}, and here the {asked_of} is asked"),
        )
        .hint(format!("write `{{ foe = {{ said = \"{word}\" }} }}`"));
    }

    /// Whether a word, if it is one, can be said in a ruling, or comes with what can.
    pub(super) fn can_be_said(&self, word: &str, ruling: &str) -> bool {
        let words = &self.rules.words;
        let Some(id) = words.named(word) else {
            return true;
        };
        let ruling = self.lexicon.rulings.find(ruling);
        let here = |word: &Word| word.rulings.iter().any(|id| Some(*id) == ruling);
        let mut mixes = self.rules.mixes.iter();
        here(words.get(id))
            || mixes.any(|(_, mix)| mix.words.contains(&id))
            || words
                .iter()
                .any(|(_, by)| here(by) && by.implies.contains(&id))
    }

    /// Branches of a choice that stand behind one without a condition, and `else` without `when`.
    fn warn_of_branches(&self) {
        for entry in &self.entries {
            let Body::Step(raw) = entry.body else {
                continue;
            };
            for choice in choices(raw) {
                self.warn_of_choice(choice);
            }
            if raw.otherwise.is_some() && raw.when.0.is_empty() {
                self.warning(
                    &entry.key.at,
                    format!("`else` of `{}` never counts", entry.key.text),
                )
                .hint("it is the value where `when` does not hold, and there is no `when`");
            }
        }
        for wanted in &self.shared {
            if let Some(is) = wanted.raw.and_then(|raw| raw.is.as_ref()) {
                self.warn_of_choice(is);
            }
        }
    }

    fn warn_of_choice(&self, choice: &RawChoice) {
        let RawChoice::Branches(branches) = choice else {
            return;
        };
        let sound: Vec<_> = branches.iter().flatten().collect();
        let settled = sound.iter().position(|branch| branch.when.0.is_empty());
        if let Some(settled) = settled
            && let Some(next) = sound.get(settled.saturating_add(1))
        {
            self.warning(&next.at, "this branch is never reached")
                .hint("the one before it has no `when`, and so always counts");
        }
        for branch in sound {
            self.warn_of_choice(&branch.is);
        }
    }
}

/// Whether one value compares so with another whatever they come to.
fn always(order: Ordered, left: Bounds, right: Bounds) -> bool {
    match order {
        Ordered::Less => apart(left.most, right.least, |left, right| left < right),
        Ordered::AtMost => apart(left.most, right.least, |left, right| left <= right),
        Ordered::Greater => apart(left.least, right.most, |left, right| left > right),
        Ordered::AtLeast => apart(left.least, right.most, |left, right| left >= right),
    }
}

/// Every choice that a step makes.
fn choices(raw: &RawStep) -> impl Iterator<Item = &RawChoice> {
    [&raw.is, &raw.lose, &raw.result, &raw.level]
        .into_iter()
        .flatten()
}

pub(super) fn above(bounds: Bounds, number: Number) -> bool {
    bounds.least.is_some_and(|least| least > number)
}

fn below(bounds: Bounds, number: Number) -> bool {
    bounds.most.is_some_and(|most| most < number)
}

fn apart(
    one: Option<Number>,
    other: Option<Number>,
    apart: impl Fn(Number, Number) -> bool,
) -> bool {
    one.zip(other).is_some_and(|(one, other)| apart(one, other))
}

/// Bounds in words.
pub(super) fn shown(bounds: Bounds) -> String {
    match (bounds.least, bounds.most) {
        (Some(least), Some(most)) if least == most => format!("always {least}"),
        (Some(least), Some(most)) => format!("{least} to {most}"),
        (Some(least), None) => format!("{least} or more"),
        (None, Some(most)) => format!("{most} or less"),
        (None, None) => "anything".to_owned(),
    }
}
