//! States and phases of rule tables: each state is brought and ended by something.

use drumhead::rules::library::{BUILT_IN, Library, Source};
use drumhead::rules::life::{Cause, life, states};
use drumhead::rules::{RuleSet, check_file, rule_set};

const HEAD: &str = r#"
format = 2
id = "x"
name = "X"
measure = "inches"
count = ["base", "bases"]
loss = ["figure", "figures"]
arms = { foot = "foot" }

[type.a]
name = "a"
arm = "foot"

[ruling.check]
say = "a check"
sides = "one"
steps = { die = { roll = "1d6" }, tires = { when = "die = 1", gives = "tired" } }
"#;

fn read(text: &str) -> RuleSet {
    let text: &'static str = format!("{HEAD}{text}").leak();
    let source = Source::of_text("x", text);
    rule_set(&source, &|id| Library::default().find(id)).expect("a sound table")
}

/// What an author is told of the states that nothing brings or ends.
fn warnings(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.toml");
    std::fs::write(&file, format!("{HEAD}{text}")).expect("a table");
    let warnings = check_file(&file, &Library::default()).expect("a sound table");
    let messages = warnings.iter().map(|fault| fault.message.clone());
    messages
        .filter(|message| message.contains(" the state "))
        .collect()
}

fn tired(keys: &str) -> String {
    format!("[word.tired]\nsay = \"is tired\"\nin = [\"check\"]\n{keys}\n")
}

#[test]
fn a_state_that_nothing_ends_is_a_warning() {
    let nothing_ends = ["nothing ends the state `tired`"];
    assert_eq!(warnings(&tired("lasts = \"battle\"")), nothing_ends);
    for lasts in ["phase", "turn", "next-turn", "rally", "referee", "always"] {
        let none: [&str; 0] = [];
        assert_eq!(warnings(&tired(&format!("lasts = \"{lasts}\""))), none);
    }
    // A phase, a result, a step, or a state that cannot be beside it ends it too.
    let rest = "[phase.rest]\nname = \"rest\"\nfollows = [{ sheds = [\"tired\"] }]";
    let text = format!("{}{rest}\n", tired("lasts = \"battle\""));
    assert!(warnings(&text).is_empty());
    let fresh = "[word.fresh]\nsay = \"is fresh\"\nin = [\"check\"]\nlasts = \"battle\"\nbars = [\"tired\"]";
    let text = format!("{}{fresh}\n", tired("lasts = \"battle\""));
    assert!(warnings(&text).is_empty());
}

#[test]
fn a_state_that_nothing_brings_is_a_warning() {
    let text = format!(
        "{}[word.lost-way]\nsay = \"has lost its way\"\nin = []\nlasts = \"turn\"\n",
        tired("lasts = \"turn\"")
    );
    assert_eq!(warnings(&text), ["nothing brings the state `lost-way`"]);
    let follows = "[phase.march]\nname = \"march\"\nfollows = [{ gives = [\"lost-way\"] }]\n";
    assert!(warnings(&format!("{text}{follows}")).is_empty());
}

#[test]
fn the_life_of_a_state_names_what_brings_and_ends_it() {
    let rules = read(&tired("lasts = \"turn\""));
    let (id, _) = states(&rules).next().expect("a state");
    let check = rules.rulings.named("check").expect("a ruling");
    let life = life(&rules, id);
    assert_eq!(life.brought, [Cause::Said, Cause::Ruling(check)]);
    assert_eq!(life.ended, [Cause::TurnEnds]);
}

#[test]
fn every_state_of_the_built_in_tables_is_brought_and_ended() {
    let library = Library::default();
    for (id, ..) in BUILT_IN {
        let source = library.find(id).expect("a built-in table");
        let rules = rule_set(&source, &|id| library.find(id)).expect("a sound table");
        let states = rules.warnings.iter().filter(|fault| {
            let message = &fault.message;
            message.starts_with("nothing ends") || message.starts_with("nothing brings")
        });
        let states: Vec<&str> = states.map(|fault| fault.message.as_str()).collect();
        assert!(states.is_empty(), "{id}: {states:?}");
    }
}
