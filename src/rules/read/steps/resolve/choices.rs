//! Values that depend on conditions.

use super::{Resolver, Stand};
use crate::rules::read::steps::raw::{RawBranch, RawChoice};
use crate::rules::reader::Sound;
use crate::rules::steps::expression::{Branch, Choice, Outcome};

impl<'r> Resolver<'r, '_> {
    /// A choice, or one expression.
    pub(super) fn choice(&mut self, raw: &'r RawChoice, stand: Stand<'r>) -> Option<Choice> {
        match raw {
            RawChoice::Value(node) => self.expression(node, stand).map(Choice::always),
            RawChoice::Branches(branches) => {
                let read: Vec<Option<Branch>> = branches
                    .iter()
                    .map(|branch| self.branch(branch.as_ref()?, stand))
                    .collect();
                read.into_iter().collect::<Option<_>>().map(Choice)
            }
        }
    }

    fn branch(&mut self, raw: &'r RawBranch, stand: Stand<'r>) -> Option<Branch> {
        let when = self.conditions(&raw.when.0, stand);
        let is = match &raw.is {
            RawChoice::Value(node) => self.expression(node, stand).map(Outcome::Value),
            choice => self.choice(choice, stand).map(Outcome::Choice),
        };
        if raw.sound == Sound::No {
            return None;
        }
        Some(Branch {
            when: when?,
            is: is?,
        })
    }
}
