//! Of whom a value can be asked, and which steps name a side.

use std::ops::Range;

use smol_str::SmolStr;

use super::names::Reach;
use super::{Body, Resolver, Stand, Within};
use crate::rules::read::steps::raw::{RawChoice, RawStep};
use crate::rules::read::steps::syntax::NodeKind;
use crate::rules::steps::expression::Whose;
use crate::rules::steps::{Scope, StepId};

impl<'r> Resolver<'r, '_> {
    /// Notes a value of whom it cannot be asked here.
    pub(super) fn check_reach(
        &self,
        name: &str,
        whose: Whose,
        reach: Reach,
        at: &Range<usize>,
        stand: Stand<'r>,
    ) -> Option<()> {
        if stand.within != Within::Plain {
            return Some(());
        }
        // The scope of whom the value is asked.
        let asked = match whose {
            Whose::Own => stand.scope,
            Whose::Opposite if stand.scope >= Scope::Unit => Scope::Unit,
            Whose::Opposite => {
                self.fault(at, format!("nobody stands opposite {}", each(stand.scope)))
                    .hint("a unit has one opposite; a side has `foe`");
                return None;
            }
            Whose::Foe | Whose::Friend if stand.scope == Scope::Line => {
                self.fault(at, "the line has no foe and no friend")
                    .hint("say `attacker.…` or `defender.…`");
                return None;
            }
            _ => Scope::Side,
        };
        let fits = match reach {
            Reach::AddsUp => true,
            Reach::Of(scope) => scope <= asked,
            Reach::OfType => asked >= Scope::Unit,
        };
        if fits {
            if reach == Reach::OfType && asked == Scope::Unit {
                let of_types = (at.clone(), SmolStr::new(name));
                self.of_types.borrow_mut().push(of_types);
            }
            return Some(());
        }
        let of = match reach {
            Reach::Of(scope) => scope,
            _ => Scope::Group,
        };
        let prefix = match whose {
            Whose::Own => String::new(),
            _ => {
                let written = self.sink.written(at.clone());
                let dotted = written.rsplit_once('.');
                dotted.map_or(String::new(), |(before, _)| format!("{before}."))
            }
        };
        if asked == Scope::Line && of == Scope::Side {
            self.fault(
                at,
                format!("`{name}` is of each side, and this is of the line"),
            )
            .hint(format!("say `attacker.{name}` or `defender.{name}`"));
        } else {
            let message = format!(
                "`{name}` is of {}, and this is of {}",
                each(of),
                each(asked)
            );
            self.fault(at, message).hint(format!(
                "say `sum({prefix}{name})`, or another of `most`, `least`, `any`, `same`, `count`"
            ));
        }
        None
    }

    /// Whether the value of a step can be a side.
    pub(super) fn names_a_side(&self, step: StepId) -> bool {
        let body = self
            .entries
            .get(usize::from(step.0))
            .map(|entry| entry.body);
        match body {
            Some(Body::Step(raw)) => self.answers_side(raw, 0),
            _ => false,
        }
    }

    pub(super) fn answers_side(&self, raw: &RawStep, depth: usize) -> bool {
        let side = |name: &str| matches!(name, "attacker" | "defender");
        if raw.answers.iter().any(|answer| side(&answer.text)) {
            return true;
        }
        raw.is
            .as_ref()
            .is_some_and(|is| self.choice_answers_side(is, depth))
    }

    pub(super) fn choice_answers_side(&self, choice: &RawChoice, depth: usize) -> bool {
        match choice {
            RawChoice::Branches(branches) => branches
                .iter()
                .flatten()
                .any(|branch| self.choice_answers_side(&branch.is, depth)),
            RawChoice::Value(node) => match &node.kind {
                NodeKind::Name(name) if matches!(name.as_str(), "attacker" | "defender") => true,
                NodeKind::Name(name) if depth < 8 => {
                    let entry = self.entries.iter().find(|entry| entry.key.text == *name);
                    matches!(entry.map(|entry| entry.body), Some(Body::Step(raw)) if self.answers_side(raw, depth + 1))
                }
                _ => false,
            },
        }
    }
}

/// How a message says whose value it is.
pub(super) fn each(scope: Scope) -> &'static str {
    match scope {
        Scope::Line => "the line",
        Scope::Side => "each side",
        Scope::Unit => "each unit",
        Scope::Group => "each group",
        Scope::Piece => "each piece",
    }
}
