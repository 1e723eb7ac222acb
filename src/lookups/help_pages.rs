//! Pages of help that are about no one verb: a line, dice, distances, a battle, the keys.

use crate::language::topics::Topic;
use crate::language::verbs::{Own, Vocabulary, form};
use crate::rules::RuleSet;
use crate::rules::ruling::{Ruling, Sides};
use crate::rules::steps::AsksDistance;
use crate::sheet::Sheet;

/// A page of help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    /// How a line is made.
    Line,
    /// Who throws, and how faces are told.
    Dice,
    /// How a distance is written.
    Distance,
    /// A battle, from the muster to the end.
    Battle,
    /// The keys of the console.
    Keys,
    /// What can be asked of chances.
    Odds,
}

impl Page {
    /// All of them.
    pub(super) const ALL: [Page; 6] = [
        Page::Line,
        Page::Dice,
        Page::Distance,
        Page::Battle,
        Page::Keys,
        Page::Odds,
    ];

    /// What is typed for it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Page::Line => "line",
            Page::Dice => "dice",
            Page::Distance => "distance",
            Page::Battle => "battle",
            Page::Keys => "keys",
            Page::Odds => "odds",
        }
    }

    /// What it says.
    pub(super) fn sheet(self, rules: &RuleSet, vocabulary: &Vocabulary) -> Sheet {
        let columns = match self {
            Page::Keys => ["key", "does"],
            _ => ["typed", "means"],
        };
        let mut sheet = Sheet::new(self.title(), &columns);
        let rows = match self {
            Page::Line => line(rules),
            Page::Dice => dice(rules),
            Page::Distance => fixed(&DISTANCE),
            Page::Battle => battle(rules),
            Page::Keys => fixed(&KEYS),
            Page::Odds => odds(rules),
        };
        for row in rows {
            sheet.row(row);
        }
        for note in self.notes() {
            sheet.note(*note);
        }
        let verb = match self {
            Page::Odds => Own::Odds.about(),
            Page::Dice => Own::Roll.about(),
            _ => None,
        };
        for note in verb.map_or(&[][..], |verb| verb.notes) {
            sheet.note(*note);
        }
        if self == Page::Battle {
            let verbs = Topic::Battle.verbs(vocabulary);
            let names: Vec<&str> = verbs.iter().map(|[name, ..]| *name).collect();
            sheet.note(format!("verbs of a battle: {}", names.join(", ")));
        }
        sheet
    }

    fn title(self) -> &'static str {
        match self {
            Page::Line => "line: a verb, who acts, `at` or `vs`, whom, the distance, words",
            Page::Dice => "dice: the program throws, or you do",
            Page::Distance => "distance: how far the target is",
            Page::Battle => "battle: units with names, whose losses and states are kept",
            Page::Keys => "keys: at the prompt",
            Page::Odds => "odds: exact chances of any line that throws dice",
        }
    }

    fn notes(self) -> &'static [&'static str] {
        match self {
            Page::Line => &[
                "a name may be begun only: `musk` where nothing else begins so; `#` begins a comment",
                "`help VERB` lists the words of a ruling, and what each changes",
            ],
            Page::Dice => {
                &["faces are told in the order of the throws: who acts first, unit by unit"]
            }
            Page::Distance => &["`help VERB` says whether a ruling asks for one"],
            Page::Battle => &[
                "`help console` and `help look-ups` list other verbs; `help VERB` says more of one",
            ],
            Page::Keys => {
                &["the hint behind the cursor says what is wanted next, and the odds of a line"]
            }
            Page::Odds => &["they begin with their gist; `why` is for a ruling that was made"],
        }
    }
}

type Row = [String; 2];

fn row(typed: impl Into<String>, means: &str) -> Row {
    [typed.into(), means.to_owned()]
}

fn fixed(rows: &[[&str; 2]]) -> Vec<Row> {
    rows.iter().map(|row| row.map(str::to_owned)).collect()
}

/// The first ruling of so many sides.
fn ruling_of(rules: &RuleSet, sides: Sides) -> Option<&Ruling> {
    let mut rulings = rules.rulings.iter().map(|(_, ruling)| ruling);
    rulings.find(|ruling| ruling.sides == sides)
}

/// A line that shows how the first ruling of two sides is typed, or else of any.
fn example(rules: &RuleSet) -> String {
    let ruling = ruling_of(rules, Sides::Two).or_else(|| ruling_of(rules, Sides::One));
    let line = ruling.and_then(|ruling| ruling.examples.first());
    line.cloned().unwrap_or_default()
}

fn line(rules: &RuleSet) -> Vec<Row> {
    let troops = rules.example_type();
    let mut rows: Vec<Row> = [Sides::Two, Sides::One]
        .into_iter()
        .filter_map(|sides| ruling_of(rules, sides))
        .filter_map(|ruling| {
            let line = ruling.examples.first()?;
            Some(row(line, &format!("{} {}", ruling.id, form(ruling))))
        })
        .collect();
    rows.extend([
        row(
            format!("4 {troops}"),
            "troops with their count; the list is in `help`",
        ),
        row(
            format!("12-4 {troops}"),
            "12 of them, of whom 4 are lost already",
        ),
        row(
            "… + …",
            "several kinds in one unit, or a stack with its top first",
        ),
        row("… and …, … , …", "several units of one side"),
        row(
            "… WORD",
            "a word belongs to the troops that it stands behind",
        ),
        row("… rolled 6541", "dice that lie on the table: `help dice`"),
    ]);
    rows
}

fn dice(rules: &RuleSet) -> Vec<Row> {
    let line = example(rules);
    vec![
        row(line.clone(), "the program throws"),
        row(
            format!("{line} rolled 6 5 4 1"),
            "faces thrown on the table; `rolled 6541` is the same",
        ),
        row(
            "… rolled =11",
            "the sum of a throw of which only that counts",
        ),
        row(
            "dice hand",
            "from now on each throw is asked for; `dice roll` takes it back",
        ),
        row("roll 3d6+2", "dice for their own sake"),
        row("roll 4d6 at-least 5", "how many of them show 5 or more"),
        row("luck", "how the dice of a battle have fallen"),
    ]
}

const DISTANCE: [[&str; 2]; 6] = [
    ["10", "in the measure of the rules"],
    ["10in, 10\", 8 1/2\"", "inches"],
    ["20cm, 200mm", "centimetres, exactly"],
    ["3sq, 3hex", "squares, hexes"],
    ["50yd, 75 paces", "ground, by the scale of the rules"],
    [
        "set square 2in",
        "how large a square is here, to read one as the other",
    ],
];

fn battle(rules: &RuleSet) -> Vec<Row> {
    let troops = rules.example_type();
    let mut types = rules
        .types
        .iter()
        .skip(1)
        .map(|(_, troop)| troop.id.as_str());
    let other = types.next().unwrap_or(troops);
    let two = ruling_of(rules, Sides::Two).map(|ruling| {
        let at = match ruling.program.asks_distance {
            AsksDistance::Yes => " 2",
            AsksDistance::No => "",
        };
        row(
            format!("{} grey at b1{at}", ruling.id),
            "units are named by their handles, and keep losses and states",
        )
    });
    let mut rows = vec![
        row(
            format!("muster red grey Grey's = 4 {troops}"),
            "a unit of the side `red`, typed `grey`, called Grey's",
        ),
        row(
            format!("muster blue 3 x 4 {troops}, 2 {other}"),
            "several units, which get handles by themselves",
        ),
        row(
            "muster load FILE",
            "units from a file of `[[unit]]` tables: side, handle, name, troops",
        ),
        row("turn, phase, p", "the next turn; the next phase"),
    ];
    rows.extend(two);
    rows.extend([
        row("units, unit grey", "how they stand"),
        row(
            "again, amend +WORD",
            "the last line with new dice; otherwise, with the same",
        ),
        row(
            "undo, redo, log",
            "take back, do again after all, read the record",
        ),
        row("lose grey 2, state grey WORD", "what you decide yourself"),
        row("report for red", "what the players of a side may hear"),
        row(
            "new, battles, go-on N",
            "another battle, those on record, one of them",
        ),
    ]);
    rows
}

const KEYS: [[&str; 2]; 9] = [
    ["Tab", "what can stand here"],
    ["Right, End", "takes the hint"],
    ["Up, Down", "lines typed before"],
    ["Ctrl-R", "searches them"],
    ["Ctrl-A, Ctrl-E", "to the beginning, to the end of the line"],
    [
        "Ctrl-W, Ctrl-U",
        "takes away a word, the line up to the cursor",
    ],
    ["Ctrl-C", "drops the line; in a question, the ruling"],
    [
        "Ctrl-D, quit",
        "leaves; a battle in a file goes on next time",
    ],
    ["?", "help"],
];

fn odds(rules: &RuleSet) -> Vec<Row> {
    let line = example(rules);
    vec![
        row(
            format!("odds {line}"),
            "the chances of all that it may come to",
        ),
        row(
            "odds LINE with WORDS",
            "also with those words, and the difference",
        ),
        row(
            "odds LINE until broken",
            "round after round, until a side is out of the fight",
        ),
        row("compare LINE | LINE", "two lines side by side"),
        row(
            "simulate 10000 LINE",
            "an estimate beside the exact chances",
        ),
        row("odds roll 4d6 at-least 5", "of dice for their own sake"),
    ]
}
