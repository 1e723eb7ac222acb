//! The working: every step of a ruling, with where the source says so.

use serde::Serialize;

/// One step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What was looked up, changed or worked out.
    pub text: String,
    /// The place in the source that says so.
    pub cite: Option<String>,
}

/// The steps of one ruling, or nobody who wants them.
///
/// While odds are worked out nobody reads the working, and no text is made.
#[derive(Debug, Clone, Default)]
pub struct Working {
    steps: Option<Vec<Step>>,
}

impl Working {
    /// Steps are kept.
    pub fn kept() -> Self {
        Working {
            steps: Some(Vec::new()),
        }
    }

    /// Steps are not made.
    pub fn silent() -> Self {
        Working { steps: None }
    }

    /// Notes a step.
    pub fn note(&mut self, cite: &Option<String>, text: impl FnOnce() -> String) {
        if let Some(steps) = &mut self.steps {
            steps.push(Step {
                text: text(),
                cite: cite.clone(),
            });
        }
    }

    /// Whether steps are kept.
    pub fn is_kept(&self) -> bool {
        self.steps.is_some()
    }

    /// The steps so far.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps.unwrap_or_default()
    }
}
