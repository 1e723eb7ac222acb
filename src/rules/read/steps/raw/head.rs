//! The head of a ruling as a file writes it.

use super::{RawStep, RawTable, Summary};
use crate::rules::reader::{
    Asked, FromToml, Many, Map, Others, RecordShape, Shape, Text, Value, Whole, record, words,
};
use crate::rules::ruling::{AimsAt, Heard, Leads, Often, Sides};

words! { Sides {
    "none" => Sides::None,
    "one" => Sides::One,
    "two" => Sides::Two,
}}

words! { AimsAt {
    "troops" => AimsAt::Troops,
    "troops-or-place" => AimsAt::TroopsOrPlace,
}}

words! { Leads {
    "summary" => Leads::Summary,
    "units" => Leads::Units,
}}

words! { Often {
    "once a phase" => Often::OnceAPhase,
}}

record! {
    /// What of a ruling holds in the rounds after the first.
    pub(in crate::rules::read) struct RawGoesOn = "rounds" {
        /// The results by which a unit stays in the fight, and any other takes it out; left out, it stays
        /// unless a result routs it, takes it off the table or puts it into a state.
        "after" => after: Option<Vec<Text>>,
        /// What is said of every unit from the second round on.
        "words" => words: Vec<Text>,
        /// What is no longer said from then on, besides what ends with a phase or a turn, or what `words` bar.
        "without" => without: Vec<Text>,
    }
}

record! {
    /// What can be resolved: its head, its steps, and look-up tables under any other key.
    pub(in crate::rules::read) struct RawHead = "ruling" {
        /// What it resolves, in a few words.
        "say" => say: Asked<String>,
        /// What a reference sheet says besides the steps: what players do without the program.
        "sheet" => on_paper: Many<String>,
        /// Other words for the verb, which are typed in full.
        "also" => also: Vec<String>,
        /// Who takes part.
        "sides" => sides: Asked<Sides>,
        /// The word of a ruling of one side after which units can be named that it goes past.
        "past" => past: Option<Text>,
        /// What the side acted upon can be.
        "aims-at" => aims_at: Option<AimsAt>,
        /// Lines that show how it is typed.
        "examples" => examples: Vec<String>,
        /// Where the source says so.
        "cite" => cite: Option<String>,
        /// What of it holds in the rounds after the first.
        "goes-on" => goes_on: Option<RawGoesOn>,
        /// What the players hear that one unit and that several do.
        "heard" => heard: Option<Heard>,
        /// How often a unit of a battle may do it.
        "often" => often: Option<Often>,
        /// How many units of one stack of a battle may do it in a phase, the top ones.
        "of-a-stack" => of_a_stack: Option<Whole<1, 100>>,
        /// What stands first in an answer: the `summary`, unless it is what came of the `units`.
        "leads" => leads: Option<Leads>,
        /// Whether every group's count must be said.
        "needs-counts" => needs_counts: Option<bool>,
        /// What the answer says first: a text, or texts under conditions.
        "summary" => summary: Many<Summary>,
        /// How it resolves, in the order of the rulebook.
        "steps" => steps: Asked<Map<RawStep>>,
    }
}

impl FromToml for Heard {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let items = value.items()?;
        match items.as_slice() {
            [one, several] => {
                let (one, several) = (String::from_toml(one), String::from_toml(several));
                Some(Heard {
                    one: one?,
                    several: several?,
                })
            }
            _ => {
                value
                    .fault("`heard` is what one and what several are heard to do")
                    .hint("write `[\"fires at\", \"fire at\"]`");
                None
            }
        }
    }

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Text("text")))
    }
}

/// What a ruling may hold: its head, and look-up tables under any other key.
pub(in crate::rules::read) fn ruling_shape() -> Shape {
    match RawHead::shape() {
        Shape::Record(head) => Shape::Record(RecordShape {
            others: Some(|| Others {
                key: "a look-up table",
                shape: RawTable::shape(),
            }),
            ..head
        }),
        other => other,
    }
}
