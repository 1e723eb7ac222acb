//! Scripts at random: right lines and what slips, phones and spiteful people make of them.

use drumhead::language::verbs::{FIELD, OWN};
use drumhead::rules::RuleSet;
use drumhead::rules::shelf::Named;

/// Whatever decides: a number below the one given.
pub type Choose<'c> = dyn FnMut(usize) -> usize + 'c;

/// What the lines at one rule set are made of.
pub struct Words {
    /// Whole lines that are right.
    lines: Vec<String>,
    /// The names of the rule set and the verbs.
    names: Vec<String>,
    /// A troop type of it.
    troops: Vec<String>,
}

/// Characters that are not what they look like, have more bytes than they seem to, or part words.
const ODD: [&str; 40] = [
    "–", "—", "−", "‐", "’", "‘", "“", "”", "″", "′", "´", "×", "½", "⅓", "é", "ß", "İ", "ﬁ",
    "\u{a0}", "\u{2009}", "⁄", "\u{feff}", "\u{1b}", "\u{9b}", "\u{202e}", "\u{200d}", "\u{301}",
    "𝟙", "🂡", "#", "=", "+", "|", ",", "@", "\"", "'", "(", "-", ".",
];

/// What the language keeps for itself, and numbers of every kind.
const PIECES: &str = "at|vs|and|,|+|=|rolled|6541|6 5|=11|#|#3|4|12-4|0|-1|2.5|2½|1/0|1e9|9999999999\
    |10in|8\"|8”|1'6\"|20cm|3sq|½sq|2hex|50yd|NaN|inf|d6|d1|3d6+2|999999999999d6|0d0|lost 3|with\
    |hand|on|full|all|not|load|scenario|for|until|least|--fresh|=–4|6–1";

/// Handles, of which some look like something else.
const HANDLES: [&str; 8] = [
    "a1",
    "b1",
    "d1",
    "d20",
    "guard",
    "guard2",
    "schützen",
    "kürassier-3",
];

/// Free text, as names, notes and reasons have it.
const FREE: [&str; 8] = [
    "Grey’s Regiment",
    "hit by shot #3 – from the redoubt",
    "# 4 has jammed",
    "„Die Jungfrau“ = 2½",
    "Company \u{a0}#7",
    "--fresh",
    "ﬁnally İstanbul",
    "",
];

impl Words {
    /// The words of a rule set, and lines of it that are right.
    pub fn of(rules: &RuleSet, cases: &[String]) -> Words {
        let mut names: Vec<String> = OWN.iter().map(|verb| verb.name.to_owned()).collect();
        names.extend(FIELD.iter().map(|verb| verb.name.to_owned()));
        names.extend(rules.rulings.iter().map(|(_, it)| it.id().to_owned()));
        names.extend(rules.words.iter().map(|(_, it)| it.id().to_owned()));
        names.extend(rules.weapons.iter().map(|(_, it)| it.id().to_owned()));
        names.extend(rules.settings.iter().map(|(_, it)| it.id().to_owned()));
        let troops: Vec<String> = rules
            .types
            .iter()
            .map(|(_, it)| it.id().to_owned())
            .collect();
        names.extend(troops.iter().cloned());
        let rulings = rules.rulings.iter();
        let mut lines: Vec<String> = rulings.flat_map(|(_, it)| it.examples.clone()).collect();
        lines.extend(cases.iter().cloned());
        Words {
            lines,
            names,
            troops,
        }
    }

    /// Some lines, one after another; half of the time there are units of a battle first.
    pub fn script(&self, choose: &mut Choose<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        if choose(2) == 0 {
            for (place, handle) in HANDLES.iter().enumerate().take(2 + choose(7)) {
                lines.push(self.muster(place, handle, choose));
            }
        }
        for _ in 0..1 + choose(5) {
            let line = self.line(choose);
            lines.push(self.slips(line, choose));
        }
        lines
    }

    fn muster(&self, place: usize, handle: &str, choose: &mut Choose<'_>) -> String {
        let side = if place.is_multiple_of(2) {
            "red"
        } else {
            "blue"
        };
        let name = one(&FREE, choose);
        let troops = one(&self.troops, choose);
        format!("muster {side} {handle} {name} = {} {troops}", 1 + choose(6))
    }

    /// Units that stand together, part, join, or become something else.
    fn regroup(&self, handle: &str, other: &str, choose: &mut Choose<'_>) -> String {
        let troop = one(&self.troops, choose);
        let new = one(&["s1", "d9", "é2", "#3", ">", "a–b"], choose);
        match choose(8) {
            0 => format!("stack {new} = {handle} + {other}"),
            1 => format!("split {handle} {} {troop} > {new}", choose(4)),
            2 => format!("merge {handle} {other} > {new}"),
            3 => format!("becomes {handle} {troop}"),
            4 => format!("becomes {other} side “{new}”"),
            5 => format!("casualties {handle} {} of {troop}", choose(5)),
            6 => format!(
                "muster \"{new}\" {} x 2 {troop}, 1 x {troop} # {new}",
                choose(4)
            ),
            _ => format!("lose {handle} {} of {troop} {new}", choose(5)),
        }
    }

    fn line(&self, choose: &mut Choose<'_>) -> String {
        let handle = one(&HANDLES, choose);
        let other = one(&HANDLES, choose);
        let name = one(&self.names, choose);
        let free = one(&FREE, choose);
        match choose(30) {
            24 | 25 => self.regroup(&handle, &other, choose),
            26 => format!("+{name} {}in rolled {}", choose(30), 1 + choose(6)),
            27 => format!("again {handle} +{name} {}in –{name}", choose(30)),
            28 => format!(
                "fill type.{}.numbers.{name} {}",
                one(&self.troops, choose),
                choose(9)
            ),
            0..=7 => one(&self.lines, choose),
            8 => self.with_handles(choose),
            9 => self.with_handles(choose),
            10 => format!("again at {handle}"),
            11 => format!(
                "amend +{name} -{} at {}in",
                one(&self.names, choose),
                choose(40)
            ),
            12 => format!("amend = {}", one(&self.lines, choose)),
            13 => format!("note {handle} {free}"),
            14 => format!("lose {handle} {} {free}", choose(9)),
            15 => format!("state {handle} {name} {free}"),
            16 => format!(
                "{} {handle} {free}",
                one(&["rally", "destroy", "unit", "log"], choose)
            ),
            17 => format!("rename {handle} {}", one(&["d3", "e½", "–", "x-1"], choose)),
            18 => one(
                &[
                    "undo", "undo 3", "redo", "turn", "phase", "units", "log", "why",
                ],
                choose,
            ),
            19 => format!(
                "{} {name}",
                one(&["help", "table", "range", "show", "move"], choose)
            ),
            20 => format!("odds {}", one(&self.lines, choose)),
            21 => format!("compare roll 2d6 | {}", one(&self.lines, choose)),
            22 => format!("{name} {handle} at {other} {}in", choose(20)),
            _ => {
                let words: Vec<String> = (0..1 + choose(8)).map(|_| self.word(choose)).collect();
                words.join(" ")
            }
        }
    }

    /// A right line with units of the battle in place of its first troops.
    fn with_handles(&self, choose: &mut Choose<'_>) -> String {
        let line = one(&self.lines, choose);
        let mut words: Vec<&str> = line.split(' ').collect();
        let handles = [one(&HANDLES, choose), one(&HANDLES, choose)];
        for handle in &handles {
            let troops = words
                .iter()
                .position(|word| self.troops.iter().any(|one| one == word));
            if let Some(place) = troops {
                words[place] = handle;
            }
        }
        words.join(" ")
    }

    fn word(&self, choose: &mut Choose<'_>) -> String {
        match choose(4) {
            0 => {
                let pieces: Vec<&str> = PIECES.split('|').collect();
                one(&pieces, choose)
            }
            1 => one(&HANDLES, choose),
            2 => one(&ODD, choose),
            _ => one(&self.names, choose),
        }
    }

    /// A line with up to three slips; half of them have none.
    fn slips(&self, mut line: String, choose: &mut Choose<'_>) -> String {
        if choose(2) == 0 {
            return line;
        }
        for _ in 0..1 + choose(3) {
            let at = boundary(&line, choose(line.len() + 1));
            match choose(8) {
                // Inside words, among faces, after `=`, wherever it comes.
                0..=2 => line.insert_str(at, &one(&ODD, choose)),
                3 => line = typographic(&line),
                4 => line.truncate(at),
                5 => line.insert_str(at, &format!(" {} ", self.word(choose))),
                6 => {
                    let mut words: Vec<&str> = line.split(' ').collect();
                    let word = self.word(choose);
                    let place = choose(words.len());
                    words[place] = &word;
                    line = words.join(" ");
                }
                _ => line.push_str(&one(
                    &[
                        " rolled 6 – 1",
                        " rolled 6–’1",
                        " =–4",
                        " # note",
                        "#",
                        " --fresh",
                        " .",
                        "!",
                    ],
                    choose,
                )),
            }
        }
        line
    }
}

/// A line as a phone's keyboard would have it.
fn typographic(line: &str) -> String {
    line.replace('-', "–")
        .replace('\'', "’")
        .replace('"', "”")
        .replace("  ", "\u{a0}")
}

fn one<T: AsRef<str>>(of: &[T], choose: &mut Choose<'_>) -> String {
    let place = choose(of.len().max(1));
    of.get(place)
        .map_or(String::new(), |it| it.as_ref().to_owned())
}

/// The nearest beginning of a character at or before a byte.
pub fn boundary(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}
