//! Whatever is typed or read: an answer, or an error that says where.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::cell::RefCell;

use drumhead::language::verbs::{FIELD, OWN};
use drumhead::rules::check_file;
use drumhead::rules::library::{BUILT_IN, Library};
use drumhead::rules::shelf::Named;
use drumhead::rules::table_file::FileError;
use drumhead::session::{Hand, NoAnswer, Session};
use proptest::prelude::*;
use proptest::sample::select;

use super::fuzz;
use super::fuzz::generate::Words;

thread_local! {
    /// A session of every rule set; they live on from case to case, as at a long evening.
    static SESSIONS: RefCell<Vec<Session>> =
        RefCell::new(BUILT_IN.iter().map(|(id, ..)| fuzz::session(id)).collect());
}

fn at_every_rule_set(typed: &str) {
    SESSIONS.with_borrow_mut(|sessions| {
        for session in sessions {
            fuzz::line(session, typed);
        }
    });
}

/// What the language is made of, besides the names of a rule set.
const PIECES: &str = "at|vs|and|,|+|=|rolled|6541|6 5|=11|#|4|12-4|0|-1|2.5|2½|1/0|1e9|9999999999\
    |10in|8\"|8”|1'6\"|20cm|3sq|½sq|2hex|50yd|NaN|inf|d6|3d6+2|999999999999d6|0d0|lost 3|with\
    |hand|on|full|all|not|red|r1|muster red r1 = 4|\"|\u{2212}3|\u{1b}[2J|ß";

/// Words that every rule set's lines could be made of.
fn vocabulary() -> Vec<String> {
    let mut words: Vec<String> = PIECES.split('|').map(str::to_owned).collect();
    words.extend(OWN.iter().map(|verb| verb.name.to_owned()));
    words.extend(FIELD.iter().map(|verb| verb.name.to_owned()));
    for (id, ..) in BUILT_IN {
        let session = fuzz::session(id);
        let rules = session.rules();
        words.extend(rules.rulings.iter().map(|(_, it)| it.id().to_owned()));
        words.extend(rules.types.iter().map(|(_, it)| it.id().to_owned()));
        words.extend(rules.words.iter().map(|(_, it)| it.id().to_owned()));
        words.extend(rules.weapons.iter().map(|(_, it)| it.id().to_owned()));
        words.extend(rules.settings.iter().map(|(_, it)| it.id().to_owned()));
    }
    words
}

/// A line of such words, most often with a ruling's or another verb before them.
fn sentence() -> impl Strategy<Value = String> {
    prop::collection::vec(select(vocabulary()), 1..12).prop_map(|words| words.join(" "))
}

/// A line as the rule set's examples have it, with one word changed, left out or put in.
fn nearly_right() -> impl Strategy<Value = String> {
    let examples: Vec<String> = BUILT_IN
        .iter()
        .flat_map(|(id, ..)| {
            let session = fuzz::session(id);
            let rulings = session.rules().rulings.iter();
            rulings
                .flat_map(|(_, ruling)| ruling.examples.clone())
                .collect::<Vec<_>>()
        })
        .collect();
    let change = (select(vocabulary()), any::<prop::sample::Index>(), 0..3);
    (select(examples), change).prop_map(|(example, (word, index, how))| {
        let mut words: Vec<&str> = example.split(' ').collect();
        let at = index.index(words.len());
        match how {
            0 => words[at] = &word,
            1 => words.insert(at, &word),
            _ => {
                words.remove(at);
            }
        }
        words.join(" ")
    })
}

/// A script of right lines and slips, by numbers that decide.
fn scripts() -> impl Strategy<Value = (usize, Vec<String>)> {
    let words: Vec<Words> = BUILT_IN
        .iter()
        .map(|(id, ..)| Words::of(fuzz::session(id).rules(), &fuzz::cases(id)))
        .collect();
    let choices = prop::collection::vec(any::<u16>(), 40..120);
    (0..BUILT_IN.len(), choices).prop_map(move |(rules, choices)| {
        let mut choices = choices.into_iter().cycle();
        let mut choose = |most: usize| usize::from(choices.next().unwrap_or(0)) % most.max(1);
        (rules, words[rules].script(&mut choose))
    })
}

/// A built-in table with a piece of it cut out, or replaced by something else.
fn mangled_table() -> impl Strategy<Value = String> {
    let tables: Vec<&str> = BUILT_IN.iter().map(|(_, text, _)| *text).collect();
    let pieces = "|\"|[|]|{|}|=|0|-1|1.5|nan|\"blank\"|\n|#|,|\"0-99\"|true|\u{0}|99999999999999999999|'|\"\"\"|[[|ß";
    let pieces: Vec<&str> = pieces.split('|').collect();
    let index = any::<prop::sample::Index>;
    (select(tables), index(), 0_usize..40, select(pieces)).prop_map(
        |(table, index, length, piece)| {
            let at = floor(table, index.index(table.len()));
            let end = floor(table, (at + length).min(table.len()));
            format!("{}{piece}{}", &table[..at], &table[end..])
        },
    )
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A share of the cases that there usually are; `PROPTEST_CASES=10000` is a long night
/// (`tests/fuzz/README.md`).
fn a_share(of: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig {
        cases: usual.cases / of,
        failure_persistence: None,
        ..usual
    }
}

proptest! {
    #![proptest_config(a_share(2))]

    #[test]
    fn any_text_is_answered_or_wrong_in_a_place_of_it(typed in "\\PC{0,60}") {
        at_every_rule_set(&typed);
    }

    #[test]
    fn any_words_are_answered_or_wrong_in_a_place_of_them(typed in sentence()) {
        at_every_rule_set(&typed);
    }

    #[test]
    fn a_script_with_a_battle_and_odd_characters_ends_nothing((rules, lines) in scripts()) {
        fuzz::script(rules, &lines);
    }

    #[test]
    fn an_example_with_a_slip_is_answered_or_wrong_in_a_place_of_it(typed in nearly_right()) {
        at_every_rule_set(&typed);
    }
}

proptest! {
    #![proptest_config(a_share(4))]

    #[test]
    fn any_bytes_are_a_table_or_have_faults(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzz::table(&bytes);
    }

    #[test]
    fn a_mangled_table_is_a_table_or_has_faults(text in mangled_table()) {
        fuzz::table(text.as_bytes());
    }
}

#[test]
fn every_built_in_table_is_without_faults_and_can_be_looked_up() {
    for (_, text, _) in BUILT_IN {
        fuzz::table(text.as_bytes());
    }
}

#[test]
fn what_would_take_forever_is_refused_at_once() {
    let mut session = fuzz::session("kriegspiel");
    let long = format!("fire 4 musketeer at pike {}in", "1".repeat(1_000_000));
    let lines = [
        (
            long.as_str(),
            "the line is 1000027 bytes long, the limit is 4096",
        ),
        (
            "fire 1000000000 musketeer at pike 8in",
            "`1000000000` is more than 10000 bases",
        ),
        (
            "roll 999999999999d6",
            "at most 1,000 dice can be thrown, not `999999999999`",
        ),
        (
            "melee 2 hussar points 999999999 vs 3 pike",
            "`999999999` is not between 0 and 100",
        ),
    ];
    for (line, message) in lines {
        match session.answer(line, Hand::Program) {
            Err(NoAnswer::Wrong(fault)) => assert_eq!(fault.message, message),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_table_of_ten_megabytes_is_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.toml");
    std::fs::write(&path, vec![b'\n'; 10_000_000]).expect("a large file");
    let read = check_file(&path, &Library::default());
    assert!(matches!(read, Err(FileError::TooLarge { .. })), "{read:?}");
}
