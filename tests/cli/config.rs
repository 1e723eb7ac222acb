//! The user's settings: `config.toml` in the folder of configurations.

use std::path::Path;

use drumhead::config::{self, Config};
use tempfile::TempDir;

use crate::{VOLLEY, finish, folder, harness::Ran, program};

/// A folder of configurations with this file of settings.
fn configured(text: &str) -> TempDir {
    folder(&[("drumhead/config.toml", text)])
}

fn run_by(config: &Path, arguments: &[&str]) -> Ran {
    finish(program().args(arguments).env("XDG_CONFIG_HOME", config))
}

#[test]
fn the_example_of_the_docs_sets_every_key() {
    let text = include_str!("../../docs/config.toml");
    let config = Config::of_text("config.toml", text);
    assert!(config.is_ok(), "{config:?}");
    for key in config::keys() {
        let said = format!("\n{} = ", key.key);
        assert!(text.contains(&said), "{}", key.key);
    }
    let config = configured(text);
    let ran = run_by(config.path(), &["show", "MP"]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn the_rule_set_is_that_of_the_option_the_variable_the_settings() {
    let config = configured("rules = \"mp\"\n");
    let rules = |arguments: &[&str], variable: Option<&str>| {
        let mut program = program();
        program
            .args(arguments)
            .args(["--json", "roll", "d6", "rolled", "1"])
            .env("XDG_CONFIG_HOME", config.path());
        if let Some(variable) = variable {
            program.env("DRUMHEAD_RULES", variable);
        }
        let answer = finish(&mut program).json();
        answer["rules"].as_str().map(str::to_owned)
    };
    let named = |name: &str| Some(name.to_owned());
    assert_eq!(rules(&[], None), named("musket-and-pike"));
    assert_eq!(rules(&[], Some("lotn")), named("lion-of-the-north"));
    assert_eq!(rules(&["-r", "krieg"], Some("lotn")), named("kriegspiel"));
}

#[test]
fn what_is_set_holds_and_an_option_says_otherwise() {
    let config = configured("notes = false\nworking = \"full\"\ncolor = \"always\"\n");
    let ran = run_by(config.path(), VOLLEY);
    assert_eq!(ran.err, "", "{ran:?}");
    assert!(ran.out.contains("hits on 6"), "{ran:?}");
    assert!(ran.out.contains('\u{1b}'), "{ran:?}");
    let plain = run_by(config.path(), &[VOLLEY, &["--color", "never"]].concat());
    assert!(!plain.out.contains('\u{1b}'), "{plain:?}");
}

#[test]
fn every_fault_of_the_settings_is_told_and_nothing_is_ruled() {
    let config = configured("rule = \"mp\"\nedit-mode = \"vim\"\nwidth = 20\n");
    let ran = run_by(config.path(), &["roll", "d6"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
    for told in [
        "did you mean `rules`?",
        "did you mean `vi`?",
        "from 40",
        "3 faults",
    ] {
        assert!(ran.err.contains(told), "{told}: {ran:?}");
    }
}
