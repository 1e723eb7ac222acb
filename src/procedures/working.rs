//! The working: every step of a ruling, with where the source says so.

pub use crate::rulings::wording::WorkingLine as Step;

/// The steps of one ruling, as far as anybody wants them.
#[derive(Debug, Clone)]
pub struct Working {
    keeps: Keeps,
}

#[derive(Debug, Clone)]
enum Keeps {
    /// Every step, and the words of the outcome.
    Steps(Vec<Step>),
    /// The words of the outcome.
    Words,
    /// Numbers only.
    Nothing,
}

impl Working {
    /// Steps are kept.
    pub fn kept() -> Self {
        Working {
            keeps: Keeps::Steps(Vec::new()),
        }
    }

    /// Steps are not made, but the outcome is put into words.
    pub fn brief() -> Self {
        Working {
            keeps: Keeps::Words,
        }
    }

    /// Neither steps nor words are made: nobody reads them while odds are worked out.
    pub fn silent() -> Self {
        Working {
            keeps: Keeps::Nothing,
        }
    }

    /// Notes a step.
    pub fn note(&mut self, cite: &Option<String>, text: impl FnOnce() -> String) {
        if let Keeps::Steps(steps) = &mut self.keeps {
            steps.push(Step {
                text: text(),
                cite: cite.clone(),
            });
        }
    }

    /// Whether the outcome is put into words for a person.
    pub fn has_words(&self) -> bool {
        !matches!(self.keeps, Keeps::Nothing)
    }

    /// The steps so far.
    pub fn into_steps(self) -> Vec<Step> {
        match self.keeps {
            Keeps::Steps(steps) => steps,
            Keeps::Words | Keeps::Nothing => Vec::new(),
        }
    }
}
