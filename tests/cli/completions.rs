//! What a shell offers when Tab is pressed.

use std::path::Path;
use std::process::Command;

use crate::{folder, run};

/// What is offered after these arguments, of which the last is being typed.
fn offered(arguments: &[&str]) -> Vec<String> {
    let mut program = crate::program();
    program
        .env("DRUMHEAD_COMPLETE", "fish")
        .args(["--", "drumhead"])
        .args(arguments);
    let told = crate::finish(&mut program);
    assert_eq!((told.code, told.err.as_str()), (0, ""), "{told:?}");
    let names = told.out.lines();
    names
        .map(|line| line.split('\t').next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn a_line_is_completed_as_at_the_console() {
    assert_eq!(offered(&["fi"]), ["fire"]);
    assert_eq!(offered(&["fire", "4", "sword"]), ["sword-buckler"]);
    assert_eq!(
        offered(&["fire", "4", "musketeer", "at", "pike", "10i"]),
        ["10in"]
    );
    assert_eq!(offered(&["fire", "4", "musketeer", "sup"]), ["supported"]);
    assert_eq!(offered(&["help", "mor"]), ["morale"]);
    // The second half of a name that is typed in two words.
    assert_eq!(offered(&["fire", "4", "heavy", "g"]), ["gun"]);
    // By the rule set that the options name, wherever they stand.
    assert_eq!(
        offered(&["-r", "landsknecht", "morale", "8", "arch"]),
        ["archer"]
    );
    assert_eq!(offered(&["morale", "-r", "ln", "8", "arch"]), ["archer"]);
}

#[test]
fn commands_options_and_their_values_are_completed() {
    assert_eq!(offered(&["aud"]), ["audit"]);
    assert_eq!(offered(&["-r", "lands"]), ["landsknecht"]);
    assert_eq!(offered(&["fire", "4", "musketeer", "--js"]), ["--json"]);
    assert_eq!(offered(&["new", "x", "--like", "po"]), ["pool", "points"]);
    assert_eq!(offered(&["blanks", "lion"]), ["lion-of-the-north"]);
    assert_eq!(offered(&["completions", "z"]), ["zsh"]);
}

#[test]
fn units_of_the_battle_are_completed() {
    let folder = folder(&[]);
    let file = folder.path().join("naseby.jsonl");
    let file = crate::text_of(&file);
    let begun = run(&["--battle", file, "muster red grey = 4 musketeer"]);
    assert_eq!(begun.code, 0, "{begun:?}");
    assert_eq!(offered(&["--battle", file, "fire", "gre"]), ["grey"]);
}

/// Whether a shell is installed here.
fn has(shell: &str) -> bool {
    Command::new(shell)
        .args(["-c", "true"])
        .status()
        .is_ok_and(|status| status.success())
}

/// What a shell prints that runs a script with the program on its path.
fn in_shell(shell: &str, script: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_drumhead"));
    let folder = program.parent().expect("its folder").display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    // A shell makes folders of its own at home.
    let home = crate::folder(&[]);
    let output = Command::new(shell)
        .args(["-c", script])
        .env("PATH", format!("{folder}:{path}"))
        .env("HOME", home.path())
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .expect("a shell that runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn bash_asks_the_program() {
    let script = "source <(drumhead completions bash)
        COMP_WORDS=(drumhead fire 4 sword) COMP_CWORD=3 COMP_TYPE=9
        _clap_complete_drumhead drumhead sword 4 && echo \"${COMPREPLY[*]}\"";
    assert_eq!(in_shell("bash", script).trim(), "sword-buckler");
}

#[test]
fn fish_asks_the_program() {
    if !has("fish") {
        return;
    }
    let script = "source (drumhead completions fish | psub); complete -C'drumhead fire 4 sword'";
    let told = in_shell("fish", script);
    assert!(told.starts_with("sword-buckler"), "{told}");
}

#[test]
fn zsh_takes_the_script() {
    if !has("zsh") {
        return;
    }
    let script = "autoload -Uz compinit && compinit -u -D && source <(drumhead completions zsh)
        echo $_comps[drumhead]";
    let told = in_shell("zsh", script);
    assert_eq!(told.trim(), "_clap_dynamic_completer_drumhead");
}

#[test]
fn where_the_script_goes_is_told() {
    let told = run(&["completions", "--help"]).out;
    for place in [
        ".bashrc",
        ".zshrc",
        "completions/drumhead.fish",
        "rc.elv",
        "$PROFILE",
    ] {
        assert!(told.contains(place), "{place}: {told}");
    }
}
