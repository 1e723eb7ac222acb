//! Conditions that the sides and kinds of a ruling settle, and modifiers that change nothing.

use std::ops::Range;

use super::Resolver;
use crate::number::Number;
use crate::rules::condition::{Condition, Role};
use crate::rules::kind::Kind;
use crate::rules::modifier::How;
use crate::rules::read::steps::raw::{Asks, RawAmount, RawCondition};
use crate::rules::read::steps::syntax::NodeKind;
use crate::rules::ruling::Sides;
use crate::rules::steps::{Act, Program, Step, StepModifier, StepSide};

/// What is said of a condition that fails whatever happens.
const NEVER: &str = "this never holds";
/// What is said of a condition that holds whatever happens.
const ALWAYS: &str = "this always holds";

impl Resolver<'_, '_> {
    /// Whether nobody stands against the one who acts.
    fn is_one_sided(&self) -> bool {
        let rulings = &self.rules.rulings;
        let ruling = rulings.named(&self.ruling.id);
        let ruling = ruling.and_then(|id| rulings.sound(id));
        // Those that it goes past are the other side of the line.
        ruling.is_some_and(|ruling| ruling.sides == Sides::One && ruling.past.is_none())
    }

    /// Notes what asks for the other side where there is none.
    pub(super) fn warn_of_nobody(&self, at: &Range<usize>) {
        if self.ruling.is_nobody() || !self.sink.wants_warnings() {
            return;
        }
        let said = self.is_one_sided().then(|| {
            (
                format!("there is no other side in `{}`", self.ruling.id),
                "its `sides` are `one`: what is of the other side is nothing".to_owned(),
            )
        });
        self.verdict(at, said);
    }

    /// Notes conditions that hold or fail whatever happens.
    pub(super) fn warn_of_conditions(
        &self,
        raw: &[RawCondition],
        read: &[Condition],
        subject: Role,
    ) {
        if self.ruling.is_nobody() {
            return;
        }
        for (raw, read) in raw.iter().zip(read) {
            self.warn_of_condition(raw, read, subject);
        }
        for (place, (one, raw)) in read.iter().zip(raw).enumerate() {
            if read.iter().take(place).any(|before| before == one) {
                let hint = "leave one of them out".to_owned();
                self.verdict(&raw.at, Some(("this stands there twice".to_owned(), hint)));
            }
        }
        self.warn_of_kinds(raw, read);
    }

    fn warn_of_condition(&self, raw: &RawCondition, read: &Condition, subject: Role) {
        match (&raw.asks, read) {
            (Asks::Foe(_) | Asks::Opposite(_) | Asks::Facing(_), _) => self.warn_of_nobody(&raw.at),
            (Asks::Side(side), _) => {
                let subject = match subject {
                    Role::Either if self.is_one_sided() => Role::Attacker,
                    subject => subject,
                };
                let said = match subject {
                    Role::Either => None,
                    subject if subject == *side => Some(ALWAYS),
                    _ => Some(NEVER),
                };
                let hint = || format!("here the {} is asked", called(subject));
                self.verdict(&raw.at, said.map(|said| (said.to_owned(), hint())));
            }
            (Asks::Not(raw), Condition::Not(read)) => self.warn_of_condition(raw, read, subject),
            (Asks::All(raw), Condition::All(read)) => self.warn_of_conditions(raw, read, subject),
            (Asks::Any(several), Condition::Any(read)) => {
                let denied = |one: &Condition| match one {
                    Condition::Not(inner) => read.contains(inner),
                    _ => false,
                };
                if read.iter().any(denied) {
                    let hint = "of two opposites one holds".to_owned();
                    self.verdict(&raw.at, Some((ALWAYS.to_owned(), hint)));
                }
                for (raw, read) in several.iter().zip(read) {
                    self.warn_of_condition(raw, read, subject);
                }
            }
            _ => {}
        }
    }

    /// Kinds all of which no troop type is.
    fn warn_of_kinds(&self, raw: &[RawCondition], read: &[Condition]) {
        let fits = |kinds: &[Kind]| {
            let mut types = self.rules.types.iter();
            types.any(|(id, _)| kinds.iter().all(|kind| self.rules.is(id, *kind)))
        };
        let mut kinds: Vec<Kind> = Vec::new();
        for (raw, read) in raw.iter().zip(read) {
            match read {
                Condition::Is(Kind::Mix(_)) => return,
                Condition::Is(kind) => kinds.push(*kind),
                _ => continue,
            }
            // What is of no type by itself is told of where it is named.
            if kinds.len() > 1 && kinds.iter().all(|kind| fits(&[*kind])) && !fits(&kinds) {
                let said = "this never holds together with what stands before it".to_owned();
                let hint = "no troop type is all of these".to_owned();
                self.verdict(&raw.at, Some((said, hint)));
                return;
            }
        }
    }

    /// Notes modifiers that change nothing, or what no number changes.
    pub(super) fn check_modifiers(&self, program: &Program) {
        for step in &program.steps {
            for modifier in &step.modifiers {
                self.check_target(step, modifier);
                self.warn_of_role(step, modifier);
            }
        }
        let of_steps = program.steps.iter().flat_map(|step| &step.modifiers);
        let shared = program.shared.iter().flat_map(|value| &value.modifiers);
        let numbers = program.modified.iter().flat_map(|(_, all)| all);
        for modifier in of_steps.chain(shared).chain(numbers) {
            self.warn_of_nothing(modifier);
        }
    }

    /// An effect has no number; a result can be set to another.
    fn check_target(&self, step: &Step, modifier: &StepModifier) {
        let what = match (&step.act, modifier.how) {
            (Act::Result(..), How::Set) => return,
            (Act::Result(..), _) => "comes to a result",
            (Act::Gives(..), _) => "gives states",
            (Act::Sheds(..), _) => "sheds states",
            (Act::Level(..), _) => "sets a level",
            (Act::Leaves(..), _) => "leaves the table",
            (Act::AtOnce(..), _) => "takes losses off at once",
            (Act::Tell(..), _) => "tells the referee something",
            _ => return,
        };
        let raw = self.read.modifiers.get(modifier.id.place());
        let raw = raw.and_then(|(_, raw)| raw.as_ref());
        if let Some(on) = raw.and_then(|raw| raw.on.as_ref()) {
            let name = &step.id;
            self.fault(&on.at, format!("`{name}` {what}, which no number changes"))
                .hint("a modifier changes what the step leans on: a step before it, or a shared value");
        }
    }

    /// A modifier of one side on a step of the other.
    fn warn_of_role(&self, step: &Step, modifier: &StepModifier) {
        let Some((key, _)) = self.read.modifiers.get(modifier.id.place()) else {
            return;
        };
        let said = match (step.side, modifier.role) {
            (StepSide::Attacker, Role::Defender) | (StepSide::Defender, Role::Attacker) => {
                let (of, acts) = (called(other(modifier.role)), called(modifier.role));
                Some((
                    format!(
                        "`{}` acts on the {acts}, and `{}` is of the {of}",
                        key.text, step.id
                    ),
                    format!("write `of = \"{of}\"`, and ask for the other side with `foe`"),
                ))
            }
            _ => None,
        };
        self.verdict(&key.at, said);
    }

    /// A modifier that adds 0, or multiplies by 1.
    fn warn_of_nothing(&self, modifier: &StepModifier) {
        let raw = self.read.modifiers.get(modifier.id.place());
        let Some(raw) = raw.and_then(|(_, raw)| raw.as_ref()) else {
            return;
        };
        let idle = match modifier.how {
            How::Add => Number::ZERO,
            How::Times => Number::ONE,
            How::Set | How::AtMost | How::AtLeast => return,
        };
        if let Some((_, RawAmount::Worked(node))) = raw.changes().first()
            && matches!(node.kind, NodeKind::Number(number) if number == idle)
        {
            let hint = "leave the modifier out, or write what it changes".to_owned();
            self.verdict(&node.at, Some(("this changes nothing".to_owned(), hint)));
        }
    }
}

fn called(role: Role) -> &'static str {
    match role {
        Role::Defender => "defender",
        Role::Attacker | Role::Either => "attacker",
    }
}

fn other(role: Role) -> Role {
    match role {
        Role::Attacker => Role::Defender,
        Role::Defender | Role::Either => Role::Attacker,
    }
}
