//! The verbs: one table that the parser, help and completion read.

use crate::naming::{Found, Names, phrase};
use crate::rules::RuleSet;
use crate::rules::ruling::{Ruling, Sides};
use crate::rules::shelf::Id;
use crate::rules::steps::AsksDistance;

/// A verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// A ruling of the rule set.
    Ruling(Id<Ruling>),
    /// One of the program's own.
    Own(Own),
    /// One of the battle's.
    Field(Field),
}

/// The verbs of the battle: units, turns, the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// A unit joins.
    Muster,
    /// All units.
    Units,
    /// One unit.
    Unit,
    /// Another handle.
    Rename,
    /// Strike off.
    Remove,
    /// A note.
    Note,
    /// Losses that the referee decides.
    Lose,
    /// A state that the referee decides.
    State,
    /// A rally that the referee decides.
    Rally,
    /// Destruction that the referee decides.
    Destroy,
    /// The next turn.
    Turn,
    /// The next phase.
    Phase,
    /// The record.
    Log,
    /// Take back.
    Undo,
    /// Do again what was taken back.
    Redo,
    /// The last ruling with other words and the same dice.
    Amend,
    /// The last line again.
    Again,
    /// Blanks filled in.
    Fill,
    /// A name of units together.
    Stack,
    /// Losses that fall on another kind.
    Casualties,
    /// A part of a unit.
    Split,
    /// Units that become one.
    Merge,
    /// A unit that becomes something else.
    Becomes,
    /// How the dice have fallen.
    Luck,
    /// What the players may hear.
    Report,
    /// The seed.
    Reveal,
    /// Another battle begins.
    New,
    /// The battles on record.
    Battles,
    /// Another battle goes on.
    GoOn,
    /// A word of the players', mixed into the seed.
    SeedWord,
    /// The lines of a file.
    Run,
    /// The battle as a file of lines.
    Save,
}

/// What is known of a verb of the battle.
#[derive(Debug)]
pub struct FieldVerb {
    /// Which.
    pub field: Field,
    /// Its name.
    pub name: &'static str,
    /// What follows it.
    pub form: &'static str,
    /// What it does.
    pub say: &'static str,
    /// How often it is typed.
    pub typed: Typed,
}

/// How often a verb is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed {
    /// Often: a unique beginning of it is enough.
    Often,
    /// Seldom: it is typed in full, so that it does not stand in the way of others that begin alike.
    Seldom,
}

/// A verb of the battle that is seldom typed, for the table below.
const fn seldom(
    field: Field,
    name: &'static str,
    form: &'static str,
    say: &'static str,
) -> FieldVerb {
    FieldVerb {
        typed: Typed::Seldom,
        ..field_verb(field, name, form, say)
    }
}

/// A verb of the battle, for the table below.
const fn field_verb(
    field: Field,
    name: &'static str,
    form: &'static str,
    say: &'static str,
) -> FieldVerb {
    FieldVerb {
        field,
        name,
        form,
        say,
        typed: Typed::Often,
    }
}

/// The verbs of the battle, in the order in which help lists them.
pub const FIELD: [FieldVerb; 32] = [
    field_verb(
        Field::Muster,
        "muster",
        "SIDE HANDLE [NAME] = TROOPS",
        "a unit joins the battle; `muster SIDE 3 x TROOPS`, `muster load FILE`, `muster scenario NAME`",
    ),
    field_verb(
        Field::Units,
        "units",
        "[SIDE]",
        "the units and how they stand",
    ),
    field_verb(Field::Unit, "unit", "UNIT", "one unit in full"),
    field_verb(Field::Rename, "rename", "UNIT HANDLE", "another handle"),
    field_verb(
        Field::Remove,
        "remove",
        "UNIT [and UNIT …]",
        "strike units off",
    ),
    field_verb(Field::Note, "note", "UNIT TEXT", "a note on a unit"),
    field_verb(
        Field::Lose,
        "lose",
        "UNIT N [of TYPE] [REASON]",
        "losses that you decide; a negative number comes back",
    ),
    field_verb(
        Field::State,
        "state",
        "UNIT [not] WORD [REASON]",
        "a state that you decide",
    ),
    field_verb(
        Field::Rally,
        "rally",
        "UNIT [REASON]",
        "all that rallying ends is over for a unit",
    ),
    field_verb(
        Field::Destroy,
        "destroy",
        "UNIT [REASON]",
        "a unit leaves the table",
    ),
    seldom(
        Field::Casualties,
        "casualties",
        "UNIT N of TYPE",
        "so many of the losses of the last ruling are of that type",
    ),
    seldom(
        Field::Stack,
        "stack",
        "NAME = UNIT + UNIT",
        "a name for a stack, until one of it is gone",
    ),
    seldom(
        Field::Split,
        "split",
        "UNIT TROOPS > HANDLE",
        "a part of a unit becomes a unit of its own",
    ),
    seldom(
        Field::Merge,
        "merge",
        "UNIT UNIT > HANDLE",
        "units become one",
    ),
    seldom(
        Field::Becomes,
        "becomes",
        "UNIT TYPE | UNIT side SIDE",
        "a unit is of another type, or fights for another side",
    ),
    field_verb(Field::Turn, "turn", "", "the next turn begins"),
    field_verb(
        Field::Phase,
        "phase",
        "[NAME]",
        "the next phase, or the one named; after the last the next turn; `p` is enough",
    ),
    field_verb(
        Field::Log,
        "log",
        "[N | UNIT]",
        "the record: all, the latest entries, one unit's",
    ),
    field_verb(
        Field::Undo,
        "undo",
        "[N]",
        "the latest entries no longer count",
    ),
    field_verb(Field::Redo, "redo", "[N]", "undone entries count again"),
    field_verb(
        Field::Amend,
        "amend",
        "+WORD | -WORD | DISTANCE | at SIDE | = LINE",
        "the last ruling otherwise, with the same dice; `+WORD`, `-WORD` or a distance alone does it too",
    ),
    field_verb(
        Field::Again,
        "again",
        "[at SIDE] [+WORD] [DISTANCE] [rolled FACES]",
        "the last line again, with new dice",
    ),
    seldom(
        Field::Fill,
        "fill",
        "[KEY VALUE | KEY blank]",
        "what is filled in from your own copy; fill a blank in, correct one, take one back",
    ),
    field_verb(
        Field::Luck,
        "luck",
        "[SIDE]",
        "how the dice have fallen, for each side",
    ),
    field_verb(
        Field::Report,
        "report",
        "UNIT | for SIDE",
        "what the players may hear",
    ),
    field_verb(
        Field::Reveal,
        "reveal",
        "",
        "the end: the seed of the dice, so that `drumhead audit` can check them",
    ),
    field_verb(
        Field::New,
        "new",
        "[NAME]",
        "another battle begins; this one can go on later",
    ),
    field_verb(
        Field::Battles,
        "battles",
        "",
        "the battles on record: number, name, rule set, turn, last entry",
    ),
    field_verb(
        Field::GoOn,
        "go-on",
        "N",
        "another battle goes on, by its number in `battles`",
    ),
    field_verb(
        Field::SeedWord,
        "seed-word",
        "WORD",
        "a word of the players', mixed into the sealed seed before the first die",
    ),
    seldom(
        Field::Run,
        "run",
        "FILE",
        "the lines of a file, one after another; the first that is wrong stops it",
    ),
    seldom(
        Field::Save,
        "save",
        "FILE",
        "the battle as a file of lines, with all its dice, which `run` plays again",
    ),
];

impl Verb {
    /// Whether a unique beginning of its name is enough.
    pub fn can_be_begun(self) -> bool {
        match self {
            Verb::Ruling(_) | Verb::Own(_) => true,
            Verb::Field(field) => field
                .about()
                .is_none_or(|about| about.typed == Typed::Often),
        }
    }
}

impl Field {
    /// What is known of it.
    pub fn about(self) -> Option<&'static FieldVerb> {
        FIELD.iter().find(|verb| verb.field == self)
    }

    /// Its name in a rule set that has a ruling of the same name, as few can have.
    fn beside_a_ruling(self) -> &'static str {
        match self {
            Field::Rally => "battle rally",
            Field::Save => "battle save",
            _ => self.about().map_or("", |verb| verb.name),
        }
    }
}

/// The program's own verbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Own {
    /// Weapon ranges.
    Range,
    /// Melee powers.
    Power,
    /// Moves.
    Move,
    /// A troop type.
    Show,
    /// An entry of the rules.
    Rule,
    /// A scenario.
    Scenario,
    /// A chart.
    Table,
    /// Dice.
    Roll,
    /// Exact odds.
    Odds,
    /// Exact odds of two lines.
    Compare,
    /// Estimated odds.
    Simulate,
    /// The last working.
    Why,
    /// Settings.
    Set,
    /// Who throws.
    Dice,
    /// Rule sets.
    Rules,
    /// An empty screen.
    Clear,
    /// Help.
    Help,
    /// Leave.
    Quit,
}

/// What is known of one of the program's own verbs.
#[derive(Debug)]
pub struct OwnVerb {
    /// Which.
    pub own: Own,
    /// Its name.
    pub name: &'static str,
    /// Other names of it.
    pub also: &'static [&'static str],
    /// What follows it.
    pub form: &'static str,
    /// What it does.
    pub say: &'static str,
    /// What else help says of it.
    pub notes: &'static [&'static str],
}

/// The program's own verbs, in the order in which help lists them.
pub const OWN: [OwnVerb; 18] = [
    OwnVerb {
        own: Own::Range,
        name: "range",
        also: &["ranges"],
        form: "[WEAPON [DISTANCE]]",
        say: "what weapons do at which range",
        notes: &[],
    },
    OwnVerb {
        own: Own::Power,
        name: "power",
        also: &["powers"],
        form: "[TYPE | SIDE vs SIDE]",
        say: "melee powers: all, one type's, or both sides' of a melee without dice",
        notes: &[],
    },
    OwnVerb {
        own: Own::Move,
        name: "move",
        also: &["moves"],
        form: "[TYPE]",
        say: "how far troops move",
        notes: &[],
    },
    OwnVerb {
        own: Own::Show,
        name: "show",
        also: &["types"],
        form: "[TYPE]",
        say: "all that the rules give a troop type",
        notes: &[],
    },
    OwnVerb {
        own: Own::Rule,
        name: "rule",
        also: &[],
        form: "[NAME]",
        say: "a rule in a sentence or two",
        notes: &[],
    },
    OwnVerb {
        own: Own::Scenario,
        name: "scenario",
        also: &["scenarios"],
        form: "[NAME]",
        say: "a battle to play: forces, deployment, victory; or a list of them",
        notes: &[],
    },
    OwnVerb {
        own: Own::Table,
        name: "table",
        also: &["tables", "chart", "charts"],
        form: "[NAME]",
        say: "a chart",
        notes: &[],
    },
    OwnVerb {
        own: Own::Roll,
        name: "roll",
        also: &["throw"],
        form: "DICE",
        say: "dice for their own sake, such as `roll 3d6+2`",
        notes: &["`roll 4d6 at-least 5` counts the dice that show 5 or more"],
    },
    OwnVerb {
        own: Own::Odds,
        name: "odds",
        also: &["chances"],
        form: "LINE [with WORDS] [until broken | until N rounds]",
        say: "the exact chances of a line that throws dice",
        notes: &[
            "`with WORDS` at the end also gives the odds with those words, and the difference; the words are said of the side that acts, unless only the other side can have them",
            "`until broken` repeats the line, with the losses carried over, until all of one side are gone, have left or do what ends the fight; `until 3 rounds` ends after three rounds at the latest",
        ],
    },
    OwnVerb {
        own: Own::Compare,
        name: "compare",
        also: &[],
        form: "LINE | LINE",
        say: "the exact chances of two lines side by side",
        notes: &["points are the difference of two chances in percent"],
    },
    OwnVerb {
        own: Own::Simulate,
        name: "simulate",
        also: &[],
        form: "[N] LINE [until ...]",
        say: "throws a line N times and sets the estimate beside the exact chances",
        notes: &["`--seed` makes it come out the same again; without N it is 100000 times"],
    },
    OwnVerb {
        own: Own::Why,
        name: "why",
        also: &["working"],
        form: "",
        say: "the working of the last ruling, step by step",
        notes: &[],
    },
    OwnVerb {
        own: Own::Set,
        name: "set",
        also: &["settings"],
        form: "[NAME VALUE]",
        say: "settings: all of them, or change one",
        notes: &[],
    },
    OwnVerb {
        own: Own::Dice,
        name: "dice",
        also: &[],
        form: "hand | roll",
        say: "who throws: you, asked for each throw, or the program",
        notes: &[],
    },
    OwnVerb {
        own: Own::Rules,
        name: "rules",
        also: &[],
        form: "[NAME]",
        say: "the rule sets that can be loaded, or another one from now on",
        notes: &[],
    },
    OwnVerb {
        own: Own::Clear,
        name: "clear",
        also: &[],
        form: "",
        say: "empties the screen; the battle stays as it is",
        notes: &[],
    },
    OwnVerb {
        own: Own::Help,
        name: "help",
        also: &["?"],
        form: "[VERB | WORD | TROOPS | PAGE]",
        say: "what can be asked, or all about one thing",
        notes: &[],
    },
    OwnVerb {
        own: Own::Quit,
        name: "quit",
        also: &["exit", "bye"],
        form: "",
        say: "leave",
        notes: &[],
    },
];

impl Own {
    /// What is known of it.
    pub fn about(self) -> Option<&'static OwnVerb> {
        OWN.iter().find(|verb| verb.own == self)
    }
}

/// Other words for verbs that are none of a rule set's: they are typed in full.
const OTHER_WORDS: [(&str, Verb); 18] = [
    ("next", Verb::Field(Field::Phase)),
    ("next phase", Verb::Field(Field::Phase)),
    ("end phase", Verb::Field(Field::Phase)),
    ("end", Verb::Field(Field::Turn)),
    ("end turn", Verb::Field(Field::Turn)),
    ("next turn", Verb::Field(Field::Turn)),
    ("end of phase", Verb::Field(Field::Phase)),
    ("end of turn", Verb::Field(Field::Turn)),
    ("same", Verb::Field(Field::Again)),
    ("same again", Verb::Field(Field::Again)),
    ("repeat", Verb::Field(Field::Again)),
    ("take back", Verb::Field(Field::Undo)),
    ("list", Verb::Field(Field::Units)),
    ("army", Verb::Field(Field::Units)),
    ("roster", Verb::Field(Field::Units)),
    ("kill", Verb::Field(Field::Destroy)),
    ("chance", Verb::Own(Own::Odds)),
    ("use", Verb::Own(Own::Rules)),
];

/// The verbs of a rule set: its rulings and the program's own.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    names: Names<Verb>,
    /// Other words for them, which count in full only and never stand in the way of a name.
    others: Names<Verb>,
}

/// What some words mean as a verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundVerb<'v> {
    /// How many words it takes.
    pub words: usize,
    /// What they mean.
    pub found: Found<'v, Verb>,
    /// Whether they are another word for a verb than its name.
    pub otherwise: bool,
}

impl Vocabulary {
    /// Gathers the verbs; a ruling stands before a verb of the program's own with its name, and that of
    /// the battle is then typed with `battle` before it.
    pub fn new(rules: &RuleSet) -> Self {
        let mut names = Names::default();
        let mut taken: Vec<&str> = Vec::new();
        for (id, ruling) in rules.rulings.iter() {
            names.add(&ruling.id, Verb::Ruling(id));
            taken.push(&ruling.id);
        }
        for verb in &OWN {
            for name in std::iter::once(&verb.name).chain(verb.also) {
                if !taken.contains(name) {
                    names.add(name, Verb::Own(verb.own));
                }
            }
        }
        let mut others: Names<Verb> = Names::default();
        for verb in &FIELD {
            let field = Verb::Field(verb.field);
            match taken.contains(&verb.name) {
                true => others.add(verb.field.beside_a_ruling(), field),
                false => names.add(verb.name, field),
            }
        }
        if !taken.contains(&NEXT_PHASE) {
            names.add(NEXT_PHASE, Verb::Field(Field::Phase));
        }
        let of_rules = rules.rulings.iter().flat_map(|(id, ruling)| {
            let also = ruling.also.iter();
            also.map(move |name| (name.as_str(), Verb::Ruling(id)))
        });
        for (name, verb) in of_rules.chain(OTHER_WORDS) {
            if !names.has(name) && !others.has(name) {
                others.add(name, verb);
            }
        }
        Vocabulary { names, others }
    }

    /// The verb with which some words begin, by its name, the beginning of it, or another word for it.
    pub fn at_start(&self, words: &[&str]) -> Option<FoundVerb<'_>> {
        let of = |otherwise| {
            move |(words, found)| FoundVerb {
                words,
                found,
                otherwise,
            }
        };
        let named = phrase::known(&self.names, words, Verb::can_be_begun);
        let other = phrase::whole(&self.others, words);
        // `battle save` is more than `battles`.
        let longer = |used: usize| other.as_ref().is_some_and(|(more, _)| *more > used);
        named
            .filter(|(used, _)| !longer(*used))
            .map(of(false))
            .or_else(|| other.clone().map(of(true)))
            .or_else(|| phrase::longest(&self.names, words, Verb::can_be_begun).map(of(false)))
    }

    /// The verb that a word is in full: its name, or another word for it.
    pub fn whole(&self, word: &str) -> Option<Verb> {
        [&self.names, &self.others].into_iter().find_map(|names| {
            match phrase::whole(names, &[word])? {
                (_, Found::One(verb)) => Some(verb),
                _ => None,
            }
        })
    }

    /// How a verb of the battle is typed in this rule set: a ruling may have its name.
    pub fn name_of(&self, verb: &FieldVerb) -> &'static str {
        match self.names.find(verb.name) {
            Found::One(Verb::Field(field)) if field == verb.field => verb.name,
            _ => verb.field.beside_a_ruling(),
        }
    }

    /// The names that lead to verbs.
    pub fn names(&self) -> &Names<Verb> {
        &self.names
    }

    /// What a word means as a verb.
    pub fn find(&self, typed: &str) -> Found<'_, Verb> {
        if self.names.has(typed) {
            return self.names.find(typed);
        }
        let found = self.names.find_where(typed, Verb::can_be_begun);
        if let (Found::None { .. }, true) = (&found, self.others.has(typed)) {
            return self.others.find(typed);
        }
        match (found, self.names.find(typed)) {
            (Found::None { nearest: None }, Found::One(Verb::Field(field))) => Found::None {
                nearest: field.about().map(|about| about.name),
            },
            (found, _) => found,
        }
    }
}

/// `phase` in one letter: it is typed several times a turn.
const NEXT_PHASE: &str = "p";

/// How a ruling is typed.
pub fn form(ruling: &Ruling) -> &'static str {
    match (ruling.sides, ruling.program.asks_distance) {
        (Sides::None, _) => "",
        (Sides::One, _) => "TROOPS [WORDS]",
        (Sides::Two, AsksDistance::Yes) => "TROOPS at TROOPS DISTANCE [WORDS]",
        (Sides::Two, AsksDistance::No) => "TROOPS at TROOPS [WORDS]",
    }
}

#[cfg(test)]
mod tests {
    use super::{FIELD, OTHER_WORDS, OWN, Verb};
    use crate::naming::kept::{is_command, other_word_for};

    #[test]
    fn every_other_word_for_a_command_is_known_to_those_who_check_tables() {
        let name = |verb| match verb {
            Verb::Own(own) => own.about().map(|verb| verb.name),
            Verb::Field(field) => field.about().map(|verb| verb.name),
            Verb::Ruling(_) => None,
        };
        let own = OWN
            .iter()
            .flat_map(|verb| verb.also.iter().map(|also| (*also, verb.name)));
        let others = OTHER_WORDS.iter();
        let others = others.filter_map(|(word, verb)| Some((*word, name(*verb)?)));
        for (word, command) in own.chain(others).filter(|(word, _)| *word != "?") {
            assert_eq!(other_word_for(word), Some(command));
        }
    }

    #[test]
    fn no_ruling_can_hide_a_command_but_two() {
        let own = OWN.iter().map(|verb| verb.name);
        let field = FIELD.iter().map(|verb| verb.name);
        let open: Vec<&str> = own.chain(field).filter(|name| !is_command(name)).collect();
        assert_eq!(open, ["rally", "save"]);
        for verb in FIELD.iter().filter(|verb| !is_command(verb.name)) {
            let beside = verb.field.beside_a_ruling();
            assert_eq!(
                beside,
                format!("battle {}", verb.name),
                "it stays within reach"
            );
        }
    }
}
