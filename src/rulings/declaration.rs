//! A ruling declared once, then thrown with dice that fall, or counted over all dice.

use super::compile::{Compiled, Compiler, Keep};
use super::context::RulingContext;
use super::outcome::{Outcome, outcome};
use super::resolve::{Values, resolve};
use super::wording::{Wording, WorkingLine};
use crate::dice::{Halt, Thrower};
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

    /// The working of the ruling with its dice thrown; empty unless it was declared with it.
    pub fn working(&self, ruled: &Ruled) -> Vec<WorkingLine> {
        self.wording(&ruled.values).working(&self.compiled)
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
        }
    }
}
