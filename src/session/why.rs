//! The last ruling, kept for `why`.

use std::rc::Rc;

use super::{NoAnswer, Session};
use crate::dice::{Replay, Thrown, Told};
use crate::resolution::Resolution;
use crate::rules::RuleSet;
use crate::rulings::compile::Keep;
use crate::rulings::context::RulingContext;
use crate::rulings::declaration::declare;
use crate::rulings::wording::WorkingLine;
use crate::settings::Settings;
use crate::situation::Situation;
use crate::typed_line::LineFault;

/// How much of a ruling is worked out when it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Its steps, and the words that could have applied but were not said.
    Full,
    /// Those words without the steps: a person reads one short answer. `why` would work out the steps.
    Short,
    /// Neither: nobody reads them while a script runs. `why` then works out the steps.
    Brief,
}

/// The last ruling.
pub(super) struct Last {
    resolution: Rc<Resolution>,
    /// What it was ruled by, where its steps were not kept.
    by: Option<RuledBy>,
}

/// All that a ruling depends on besides its dice.
///
/// Rules and settings may be others by the time that somebody asks why.
pub(super) struct RuledBy {
    pub(super) rules: Rc<RuleSet>,
    pub(super) settings: Settings,
    pub(super) situation: Rc<Situation>,
}

impl Last {
    /// A ruling whose steps were kept.
    pub(super) fn kept(resolution: Rc<Resolution>) -> Self {
        Last {
            resolution,
            by: None,
        }
    }

    /// A ruling whose steps can be worked out again.
    pub(super) fn brief(resolution: Rc<Resolution>, by: RuledBy) -> Self {
        Last {
            resolution,
            by: Some(by),
        }
    }

    /// What was said, and the dice that it had.
    pub(super) fn said_with(&self) -> (&str, &[Thrown]) {
        (&self.resolution.said, &self.resolution.throws)
    }

    /// The steps of the ruling: it is made again with the dice that it had.
    fn steps(&self) -> Result<Vec<WorkingLine>, NoAnswer> {
        let Some(by) = &self.by else {
            return Ok(self.resolution.working.clone());
        };
        let context = RulingContext {
            rules: &by.rules,
            settings: &by.settings,
            situation: &by.situation,
        };
        let declaration = declare(context, Keep::Working)?;
        let mut dice = Replay::new(self.resolution.throws.clone(), Told::new(Vec::new()));
        let again = declaration.throw(&mut dice)?;
        Ok(declaration.working(&again, &self.resolution.throws))
    }
}

impl Session {
    /// How much of a ruling is worked out when it is made; full detail until this says otherwise.
    pub fn work_out(&mut self, detail: Detail) {
        self.detail = detail;
    }

    /// The steps of the last ruling.
    pub(super) fn why(&self) -> Result<Vec<WorkingLine>, NoAnswer> {
        let last = self.last.as_ref();
        last.ok_or_else(|| LineFault::battle("nothing has been ruled yet"))?
            .steps()
    }
}
