//! What a reference sheet says of a thing, where the table says it itself.

use serde::{Deserialize, Serialize};

use super::reader::{FromToml, Shape, Value};

/// What a reference sheet says of a thing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum OnPaper {
    /// What the engine makes of it.
    #[default]
    Engine,
    /// Nothing: something else on the sheet says it.
    Elsewhere,
    /// These words.
    Words(String),
}

/// Whether a thing stands on a reference sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Shows {
    /// It does.
    #[default]
    Yes,
    /// It does not, nor does what it alone brings about.
    No,
}

impl OnPaper {
    /// The words of the table itself.
    pub fn words(&self) -> Option<&str> {
        match self {
            OnPaper::Words(words) => Some(words),
            OnPaper::Engine | OnPaper::Elsewhere => None,
        }
    }
}

impl Shows {
    /// What a `sheet` says that is `true` or `false`; yes where it is left out.
    pub(super) fn said(said: Option<bool>) -> Shows {
        match said {
            Some(false) => Shows::No,
            Some(true) | None => Shows::Yes,
        }
    }
}

impl FromToml for OnPaper {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        match value.get().as_bool() {
            Some(false) => Some(OnPaper::Elsewhere),
            Some(true) => {
                value
                    .unexpected("`false` or a text")
                    .hint("a sheet says what comes of it by itself unless `sheet` says otherwise");
                None
            }
            None => String::from_toml(value).map(OnPaper::Words),
        }
    }

    fn shape() -> Shape {
        Shape::Any(vec![Shape::Text("text"), Shape::Switch])
    }
}
