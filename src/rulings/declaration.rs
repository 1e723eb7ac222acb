//! A ruling declared once, then thrown with dice that fall, or counted over all dice.

use std::collections::BTreeSet;

use super::compile::{self, Compiled, Compiler, Keep, Part};
use super::context::RulingContext;
use super::outcome::{Outcome, outcome};
use super::resolve::{Values, resolve};
use super::wording::{Calls, Wording, WorkingLine};
use crate::dice::{Halt, Replay, Thrower, Thrown, Told};
use crate::rules::setting::{Setting, number_of_reading};
use crate::rules::shelf::Id;
use crate::settings::Settings;
use crate::typed_line::LineFault;

/// A ruling ready for its dice.
pub struct Declaration<'a> {
    /// What it is read by.
    pub context: RulingContext<'a>,
    /// What it runs.
    pub compiled: Compiled,
    /// What the referee should know before ruling.
    pub warnings: Vec<String>,
}

/// A ruling with its dice thrown.
#[derive(Debug, Clone)]
pub struct Ruled {
    /// What every value of the plan came to.
    pub values: Values,
    /// What it comes to.
    pub outcome: Outcome,
}

/// Reads a situation by the rules, without dice.
///
/// # Errors
/// What the rules forbid or do not know.
pub fn declare(context: RulingContext<'_>, keep: Keep) -> Result<Declaration<'_>, LineFault> {
    let mut compiler = Compiler::new(context, keep);
    let warnings = compiler.check()?;
    compiler.run_all();
    Ok(Declaration {
        context,
        compiled: compiler.finish()?,
        warnings,
    })
}

impl Declaration<'_> {
    /// Asks for the dice and comes to the outcome.
    ///
    /// # Errors
    /// When the dice stop it: told faces that do not fit, an interruption.
    pub fn throw(&self, source: &mut dyn Thrower) -> Result<Ruled, Halt> {
        let values = resolve(self.context, &self.compiled, source)?;
        let outcome = outcome(self.context, &self.compiled, &values);
        Ok(Ruled { values, outcome })
    }

    /// The working of the ruling with the dice that were thrown; empty unless it was declared with it.
    pub fn working(&self, ruled: &Ruled, throws: &[Thrown]) -> Vec<WorkingLine> {
        let mut working = self.wording(&ruled.values).working(&self.compiled);
        let asked = self.compiled.readings_asked.iter();
        working.extend(asked.filter_map(|setting| self.reading(*setting, ruled, throws)));
        working
    }

    /// How the source was read, if the same dice come to something else by another reading.
    fn reading(&self, id: Id<Setting>, ruled: &Ruled, throws: &[Thrown]) -> Option<WorkingLine> {
        let rules = self.context.rules;
        let setting = rules.settings.get(id);
        let number = self.context.settings.number(rules, id);
        let taken = setting.of.reading(number)?;
        let others = setting.of.readings().iter().enumerate();
        let others = others.filter(|(_, other)| other.id != taken.id);
        let differ: Vec<String> = others
            .filter_map(|(place, other)| {
                let mut settings = self.context.settings.clone();
                settings.choose(id, number_of_reading(place));
                let comes_to = self.by_other_settings(&settings, ruled, throws)?;
                Some(format!("{}: {comes_to}", other.id))
            })
            .collect();
        if differ.is_empty() {
            return None;
        }
        let mark = match self.context.settings.is_chosen(id) {
            true => String::new(),
            false => rules.house.mark(&["setting", &setting.id, "unsaid"]),
        };
        let text = format!(
            "reading `{} {}`{mark}: {} (by {})",
            setting.id,
            taken.id,
            taken.say,
            differ.join("; by ")
        );
        let cite = setting.cite.clone();
        Some(WorkingLine { text, cite })
    }

    /// What the same situation with the same dice comes to by other settings; `None` if to the same.
    fn by_other_settings(
        &self,
        settings: &Settings,
        ruled: &Ruled,
        throws: &[Thrown],
    ) -> Option<String> {
        let context = RulingContext {
            settings,
            ..self.context
        };
        let Ok(other) = declare(context, Keep::Outcome) else {
            return Some("not allowed".to_owned());
        };
        let dice = Replay::new(throws.to_vec(), Told::new(Vec::new()));
        let mut dice = dice.whoever_threw();
        let Ok(other) = other.throw(&mut dice) else {
            return Some("other dice".to_owned());
        };
        if other.outcome == ruled.outcome {
            return None;
        }
        Some(match other.outcome.summary == ruled.outcome.summary {
            true => "otherwise".to_owned(),
            false => other.outcome.summary,
        })
    }

    /// What of the table it has run through; nothing unless it was declared with everything.
    pub fn touched(&self, ruled: &Ruled) -> BTreeSet<Part> {
        compile::touched(self.context, &self.compiled, &ruled.values)
    }

    /// What of the working needs no dice.
    pub fn working_before_dice(&self) -> Vec<WorkingLine> {
        let values = Values::default();
        self.wording(&values).before_dice(&self.compiled)
    }

    fn wording<'v>(&'v self, values: &'v Values) -> Wording<'v> {
        Wording {
            context: self.context,
            values,
            phrases: &self.compiled.phrases,
            calls: Calls::ByName,
        }
    }
}
