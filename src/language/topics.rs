//! What the program's own verbs are about: help lists them by topics.

use super::verbs::{FIELD, OWN, Own, Typed, Vocabulary};

/// What verbs of the program's own are about, in the order in which help lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// What the tables say.
    LookUps,
    /// Dice, and what they may come to.
    Dice,
    /// The battle on record.
    Battle,
    /// The console itself.
    Console,
}

impl Topic {
    /// All of them.
    pub const ALL: [Topic; 4] = [Topic::LookUps, Topic::Dice, Topic::Battle, Topic::Console];

    /// What help calls it.
    pub fn name(self) -> &'static str {
        match self {
            Topic::LookUps => "look-ups",
            Topic::Dice => "chances",
            Topic::Battle => "battle",
            Topic::Console => "console",
        }
    }

    /// What its verbs do.
    pub fn say(self) -> &'static str {
        match self {
            Topic::LookUps => "what the tables say",
            Topic::Dice => "dice for their own sake, and the odds of any line that throws dice",
            Topic::Battle => {
                "the battle on record: units, turns, what was ruled, and taking it back"
            }
            Topic::Console => "the working, settings, who throws, help",
        }
    }

    /// The names of its verbs that are often typed.
    pub fn names(self) -> Vec<&'static str> {
        let own = OWN.iter().filter(|verb| topic_of(verb.own) == self);
        let field = FIELD
            .iter()
            .filter(|verb| self == Topic::Battle && verb.typed == Typed::Often);
        own.map(|verb| verb.name)
            .chain(field.map(|verb| verb.name))
            .collect()
    }

    /// Its verbs: name, form, what they do.
    pub fn verbs(self, vocabulary: &Vocabulary) -> Vec<[&'static str; 3]> {
        let own = OWN.iter().filter(|verb| topic_of(verb.own) == self);
        let own = own.map(|verb| [verb.name, verb.form, verb.say]);
        let field = FIELD.iter().filter(|_| self == Topic::Battle);
        own.chain(field.map(|verb| [vocabulary.name_of(verb), verb.form, verb.say]))
            .collect()
    }
}

/// What one of the program's own verbs is about.
fn topic_of(own: Own) -> Topic {
    match own {
        Own::Range
        | Own::Power
        | Own::Move
        | Own::Show
        | Own::Rule
        | Own::Scenario
        | Own::Table => Topic::LookUps,
        Own::Roll | Own::Odds | Own::Compare | Own::Simulate => Topic::Dice,
        Own::Why | Own::Set | Own::Dice | Own::Rules | Own::Clear | Own::Help | Own::Quit => {
            Topic::Console
        }
    }
}
