//! What the working and the answer say, as a file writes it.

use super::RawCondition;
use crate::rules::read::steps::syntax::RawTemplate;
use crate::rules::reader::{FromToml, Many, Shape, Sound, Text, Value, record, words};
use crate::rules::steps::SummaryOf;

record! {
    /// Words that are said under conditions.
    pub(in crate::rules::read) struct RawSaying = "saying" {
        /// All of these must hold.
        "when" => when: Many<RawCondition>,
        /// What is said.
        "say" => say: RawTemplate,
        /// Where the source says so.
        "cite" => cite: Option<String>,
    }
}

record! {
    /// What an answer may say first.
    pub(in crate::rules::read) struct RawSummary = "summary" {
        /// Of whom it is said: `unit` for the first unit of the side that acts.
        "of" => of: Option<SummaryOf>,
        /// All of these must hold.
        "when" => when: Many<RawCondition>,
        /// What is said.
        "say" => say: Option<RawTemplate>,
        /// The same for a person at the table, where it is said otherwise there.
        "answer" => answer: Option<RawTemplate>,
        /// Goes on with the list `[summary] KEY = […]`.
        "shared" => shared: Option<Text>,
    }
}

words! { SummaryOf {
    "unit" => SummaryOf::FirstUnit,
    "line" => SummaryOf::Line,
}}

/// What the working says of a step.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum RawSays {
    /// Nothing.
    Nothing,
    /// This.
    Text(RawTemplate),
    /// The first of these that holds.
    Choices(Vec<RawSaying>),
}

impl FromToml for RawSays {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_array().is_some() {
            return Vec::from_toml(value).map(RawSays::Choices);
        }
        match value.get().as_bool() {
            Some(false) => Some(RawSays::Nothing),
            Some(true) => {
                value
                    .unexpected("`false` or a text")
                    .hint("a step that is shown says what it came to unless `say` says otherwise");
                None
            }
            None => RawTemplate::from_toml(value).map(RawSays::Text),
        }
    }

    fn shape() -> Shape {
        Shape::Any(vec![
            RawTemplate::shape(),
            Shape::Switch,
            Shape::List(Box::new(RawSaying::shape())),
        ])
    }
}

/// What the answer says first: a text, or texts under conditions.
#[derive(Debug, Clone)]
pub(in crate::rules::read) struct Summary(pub(in crate::rules::read) RawSummary);

impl FromToml for Summary {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_str().is_none() {
            return RawSummary::from_toml(value).map(Summary);
        }
        let say = RawTemplate::from_toml(value)?;
        Some(Summary(RawSummary {
            at: value.at(),
            sound: Sound::Yes,
            of: None,
            when: Many::default(),
            say: Some(say),
            answer: None,
            shared: None,
        }))
    }

    fn shape() -> Shape {
        Shape::Any(vec![RawTemplate::shape(), RawSummary::shape()])
    }
}
