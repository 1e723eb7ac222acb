//! Modifiers as a file writes them.

use super::RawCondition;
use crate::rules::condition::Role;
use crate::rules::modifier::How;
use crate::rules::on_paper::OnPaper;
use crate::rules::read::steps::syntax::{Node, NodeKind, RawTemplate};
use crate::rules::reader::{
    Asked, FromToml, Listed, Many, Record, Shape, Sound, Text, Value, record,
};

record! {
    /// What changes a value, forbids a line or warns of it.
    pub(in crate::rules::read) struct RawModifier = "modifier" {
        /// What the working calls it.
        "say" => say: Asked<String>,
        /// What a reference sheet calls it, or says of what it forbids or warns of; `false` where it need not.
        "sheet" => on_paper: Option<OnPaper>,
        /// The rulings that it acts in.
        "in" => rulings: Listed<Text>,
        /// The side whose units it acts on.
        "of" => role: Option<Role>,
        /// All of these must hold.
        "when" => when: Many<RawCondition>,
        /// Makes the line an error, for this reason.
        "forbid" => forbid: Option<RawTemplate>,
        /// Is said to the referee, who decides.
        "warn" => warn: Option<RawTemplate>,
        /// The step, value or number that it changes, or `range`.
        "on" => on: Option<Text>,
        /// It becomes this.
        "set" => set: Option<RawAmount>,
        /// This is added.
        "add" => add: Option<RawAmount>,
        /// It is multiplied by this.
        "times" => times: Option<RawAmount>,
        /// It is not above this.
        "at-most" => at_most: Option<RawAmount>,
        /// It is not below this.
        "at-least" => at_least: Option<RawAmount>,
        /// How often: once a unit, or once for each count that stands.
        "each" => each: Option<Text>,
        /// Where the source says so.
        "cite" => cite: Option<String>,
    }
}

impl RawModifier {
    /// The changes that it says, each with its amount; one in a sound modifier.
    pub(in crate::rules::read) fn changes(&self) -> Vec<(How, &RawAmount)> {
        let all = [
            (How::Set, &self.set),
            (How::Add, &self.add),
            (How::Times, &self.times),
            (How::AtMost, &self.at_most),
            (How::AtLeast, &self.at_least),
        ];
        let said = all.into_iter();
        said.filter_map(|(how, amount)| amount.as_ref().map(|amount| (how, amount)))
            .collect()
    }
}

/// By how much a modifier changes a value.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum RawAmount {
    /// A number, or an expression.
    Worked(Node),
    /// The number of a setting.
    Setting(Text),
    /// The number said with a word.
    Said(Text),
}

record! {
    /// An amount that is a setting or was said.
    struct AmountKeys = "amount" {
        /// The number of this setting.
        "setting" => setting: Option<Text>,
        /// The number said with this word.
        "said" => said: Option<Text>,
    }
}

impl FromToml for RawAmount {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_table().is_none() {
            return Node::from_toml(value).map(RawAmount::Worked);
        }
        let read = value.table(|table| match AmountKeys::read(table)? {
            AmountKeys {
                sound: Sound::No, ..
            } => None,
            AmountKeys {
                setting: Some(setting),
                said: None,
                ..
            } => Some(RawAmount::Setting(setting)),
            AmountKeys {
                setting: None,
                said: Some(said),
                ..
            } => Some(RawAmount::Said(said)),
            _ => {
                table
                    .fault(table.at(), "an amount is one thing")
                    .hint("write a number, `{ setting = \"…\" }` or `{ said = \"…\" }`");
                None
            }
        });
        let faulty = Node {
            at: value.at(),
            kind: NodeKind::Faulty,
        };
        Some(read.unwrap_or(RawAmount::Worked(faulty)))
    }

    fn shape() -> Shape {
        Shape::Any(vec![Node::shape(), AmountKeys::shape()])
    }
}
