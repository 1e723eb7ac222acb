//! Where rule sets come from: `--tables`, the configuration folder, the program.

use std::path::Path;

use crate::harness::one_line;
use crate::{Ran, finish, folder, program, renamed, run, text_of};

/// Runs with a configuration folder of the user's.
fn run_at_home(config: &Path, arguments: &[&str]) -> Ran {
    finish(program().env("XDG_CONFIG_HOME", config).args(arguments))
}

/// The name of the rule set in force, as `help` has it.
fn name(ran: &Ran) -> &str {
    let (name, _) = ran.out.split_once(": what can be asked").expect("help");
    name
}

#[test]
fn the_first_place_that_has_a_rule_set_wins() {
    let nowhere = folder(&[]);
    let config = folder(&[("drumhead/tables/kriegspiel.toml", &renamed("Of the config"))]);
    let first = folder(&[("kriegspiel.toml", &renamed("Of the first folder"))]);
    let second = folder(&[("kriegspiel.toml", &renamed("Of the second folder"))]);
    let (first, second) = (text_of(first.path()), text_of(second.path()));
    assert_eq!(
        name(&run_at_home(nowhere.path(), &["help"])),
        "Le Kriegspiel, 1680"
    );
    assert_eq!(
        name(&run_at_home(config.path(), &["help"])),
        "Of the config"
    );
    let given = ["--tables", first, "--tables", second, "help"];
    assert_eq!(
        name(&run_at_home(config.path(), &given)),
        "Of the first folder"
    );
    let after_the_verb = ["help", "--tables", second];
    assert_eq!(
        name(&run_at_home(config.path(), &after_the_verb)),
        "Of the second folder"
    );
}

#[test]
fn only_the_rule_set_asked_for_is_read() {
    let files = folder(&[
        ("broken.toml", "not = a table"),
        ("mine.toml", &renamed("Mine")),
        ("notes.txt", "not a table at all"),
    ]);
    let tables = text_of(files.path());
    let ran = run(&["--tables", tables, "-r", "mine", "help"]);
    assert_eq!((ran.code, name(&ran)), (0, "Mine"));
    assert_eq!(run(&["--tables", tables, "help"]).code, 0);
    assert_eq!(run(&["--tables", tables, "-r", "broken", "help"]).code, 1);
}

#[test]
fn the_list_says_where_each_is_from() {
    let files = folder(&[
        ("broken.toml", "not = a table"),
        ("mine.toml", &renamed("Mine")),
    ]);
    let ran = run(&["--tables", text_of(files.path()), "rules"]);
    assert_eq!(ran.code, 0);
    let line = |id: &str| {
        ran.out
            .lines()
            .find(|line| line.trim_start().starts_with(id))
    };
    assert!(
        line("kriegspiel")
            .expect("a line")
            .contains("Le Kriegspiel")
    );
    assert!(line("kriegspiel").expect("a line").contains("built in"));
    assert!(line("mine").expect("a line").contains("Mine"));
    assert!(line("broken").is_some(), "{}", ran.out);
}

#[test]
fn the_list_says_which_cannot_be_loaded_and_why() {
    let files = folder(&[
        ("broken.toml", "format = 2\nid = \"broken\"\n"),
        ("mine.toml", &renamed("Mine")),
        ("orphan.toml", "format = 2\nextends = \"nobody\"\n"),
    ]);
    let ran = run(&["--tables", text_of(files.path()), "rules"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let told = one_line(&ran.out);
    assert!(
        told.contains("`broken` cannot be loaded: 1 fault in"),
        "{told}"
    );
    assert!(told.contains("the file lacks `name`"), "{told}");
    assert!(told.contains("`orphan` cannot be loaded"), "{told}");
    assert!(!told.contains("`mine` cannot be loaded"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_tables_is_no_table_and_keeps_nobody_waiting() {
    let files = folder(&[]);
    let pipe = files.path().join("pipe.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let tables = text_of(files.path());
    let ran = run(&["--tables", tables, "rules"]);
    let told = one_line(&ran.out);
    assert!(told.contains("it is no plain file"), "{told}");
    assert_eq!(run(&["--tables", tables, "-r", "pipe", "units"]).code, 1);
    let load = format!("muster load {}", text_of(&pipe));
    assert!(run(&[&load]).err.contains("it is no plain file"));
}
