//! Words that the language keeps for itself: no table may give them another meaning.

/// Words that part the two sides of a ruling.
pub const BETWEEN: [&str; 8] = ["at", "vs", "v", "vs.", "v.", "versus", "against", "by"];
/// The plainest word that parts the two sides, for signs that stand for one.
pub fn between_in_full() -> smol_str::SmolStr {
    smol_str::SmolStr::new_static("at")
}

/// Joins units.
pub const AND: &str = "and";
/// Begins the dice thrown on the table.
pub const ROLLED: &str = "rolled";
/// What no source gives.
const BLANK: &str = "blank";

/// What can be done in every rule set: a ruling that is called so would hide it.
///
/// Two may be shared: what the referee decides of a rally is a part of ruling it, and many games have a
/// saving throw, while a battle is kept without being told.
pub const COMMANDS: [&str; 48] = [
    "range",
    "power",
    "move",
    "show",
    "rule",
    "scenario",
    "table",
    "roll",
    "odds",
    "compare",
    "simulate",
    "why",
    "set",
    "dice",
    "rules",
    "clear",
    "help",
    "quit",
    "muster",
    "units",
    "unit",
    "rename",
    "remove",
    "note",
    "lose",
    "state",
    "destroy",
    "casualties",
    "stack",
    "split",
    "merge",
    "becomes",
    "turn",
    "phase",
    "log",
    "undo",
    "redo",
    "amend",
    "again",
    "fill",
    "luck",
    "report",
    "reveal",
    "new",
    "battles",
    "go-on",
    "seed-word",
    "run",
];

/// Other words for commands, each with the command: a ruling may take one of them away from it.
pub const OTHER_WORDS: [(&str, &str); 32] = [
    ("ranges", "range"),
    ("powers", "power"),
    ("moves", "move"),
    ("types", "show"),
    ("scenarios", "scenario"),
    ("tables", "table"),
    ("chart", "table"),
    ("charts", "table"),
    ("throw", "roll"),
    ("chances", "odds"),
    ("working", "why"),
    ("settings", "set"),
    ("exit", "quit"),
    ("bye", "quit"),
    ("next", "phase"),
    ("next phase", "phase"),
    ("end phase", "phase"),
    ("end", "turn"),
    ("end turn", "turn"),
    ("next turn", "turn"),
    ("end of phase", "phase"),
    ("end of turn", "turn"),
    ("same", "again"),
    ("same again", "again"),
    ("repeat", "again"),
    ("take back", "undo"),
    ("list", "units"),
    ("army", "units"),
    ("roster", "units"),
    ("kill", "destroy"),
    ("chance", "odds"),
    ("use", "rules"),
];

/// The command for which this is another word.
pub fn other_word_for(word: &str) -> Option<&'static str> {
    let other = OTHER_WORDS.iter().find(|(other, _)| *other == word);
    other.map(|(_, command)| *command)
}

/// Whether a ruling can have no such name, because it is that of a command.
pub fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word)
}

/// Whether a word parts what a line names, and so names nothing itself.
pub fn parts_a_line(word: &str) -> bool {
    word == AND || word == ROLLED || BETWEEN.contains(&word)
}

/// Whether a word can be no name in a table.
pub fn is_kept(word: &str) -> bool {
    parts_a_line(word) || word == BLANK
}
