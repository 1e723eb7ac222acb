//! Where rule sets come from: `--tables`, the configuration folder, the program.

use std::path::Path;

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
            .contains("Le Kriegspiel, 1680")
    );
    assert!(line("kriegspiel").expect("a line").contains("built in"));
    assert!(line("mine").expect("a line").contains("Mine"));
    assert!(line("broken").is_some(), "{}", ran.out);
}
