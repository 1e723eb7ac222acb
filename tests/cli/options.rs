//! Options, wherever they stand; what is an option and what is a word; names of rule sets.

use crate::{VOLLEY, run};

#[test]
fn options_may_follow_the_verb() {
    let before = run(&[
        "--json",
        "-r",
        "kriegspiel",
        "roll",
        "3d6",
        "rolled",
        "1",
        "2",
        "3",
    ]);
    let after = run(&[
        "roll",
        "--json",
        "-r",
        "kriegspiel",
        "3d6",
        "rolled",
        "1",
        "2",
        "3",
    ]);
    let parted = run(&["--json", "roll", "--rules=krieg", "3d6", "rolled", "123"]);
    assert_eq!(before.code, 0);
    assert_eq!(before.json()["outcome"]["total"], 6);
    assert_eq!(before.out, after.out);
    assert_eq!(parted.json()["outcome"]["total"], 6);
}

#[test]
fn options_of_commands_may_follow_them() {
    assert_eq!(run(&["rules", "--color", "never"]).code, 0);
    assert_eq!(run(&["run", "/nonexistent", "--json"]).code, 1);
}

#[test]
fn options_may_stand_among_the_words_and_after_them() {
    let after = run(&["roll", "3d6", "rolled", "123", "--json", "-r", "krieg"]);
    assert_eq!(after.json()["outcome"]["total"], 6, "{after:?}");
    let among = run(&[
        "morale",
        "8",
        "-r",
        "landsknecht",
        "infantry",
        "rolled",
        "62",
    ]);
    assert_eq!(among.code, 0, "{among:?}");
    assert!(among.out.starts_with("fails"), "{among:?}");
}

#[test]
fn what_is_a_word_of_the_line_is_no_option() {
    // A word that is taken away, and the sign for fresh dice.
    let ran = run(&["roll", "3d6", "rolled", "123", "--fresh"]);
    assert_eq!(ran.out.lines().next(), Some("6"), "{ran:?}");
    let ran = run(&["amend", "-flank"]);
    assert!(!ran.err.contains("unexpected argument"), "{ran:?}");
    // After `--` all are words.
    let ran = run(&["roll", "3d6", "--", "--json"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
}

#[test]
fn an_option_that_there_is_not_is_told_with_the_nearest() {
    let ran = run(&["roll", "3d6", "--seeed", "3"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("'--seed'"), "{ran:?}");
    let ran = run(&["roll", "3d6", "--seed", "-1"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        ran.err.contains("a seed is a whole number from 0"),
        "{ran:?}"
    );
}

#[test]
fn help_is_an_option_of_every_verb() {
    let asked = run(&["help", "morale", "-r", "landsknecht"]);
    assert_eq!(asked.code, 0);
    for ways in [
        &["morale", "--help", "-r", "landsknecht"][..],
        &["morale", "8", "infantry", "-h", "-r", "landsknecht"],
        &["-r", "landsknecht", "morale 8 infantry", "--help"],
        &["help", "morale", "--help", "-r", "landsknecht"],
    ] {
        let ran = run(ways);
        let wanted = if ways[0] == "help" {
            run(&["help", "-r", "landsknecht"])
        } else {
            run(&["help", "morale", "-r", "landsknecht"])
        };
        assert_eq!(ran.out, wanted.out, "{ways:?}");
    }
}

#[test]
fn a_command_that_is_mistyped_is_told() {
    for (typed, meant) in [
        ("auditt", "audit"),
        ("checks", "check"),
        ("completion", "completions"),
        ("schem", "schema"),
    ] {
        let ran = run(&[typed, "x"]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{typed}: {ran:?}");
        let told = format!("did you mean `drumhead {meant} x`?");
        assert!(ran.err.contains(&told), "{typed}: {ran:?}");
        let json = run(&[typed, "x", "--json"]).json();
        assert_eq!(json["error"]["kind"], "unknown", "{typed}");
    }
    // A verb that is mistyped is one of a line.
    let ran = run(&["fier", "4", "musketeer"]);
    assert!(ran.err.contains("`fire`"), "{ran:?}");
}

#[test]
fn the_version_is_told_however_it_is_asked_for() {
    let version = format!("drumhead {}\n", env!("CARGO_PKG_VERSION"));
    for way in ["--version", "-V", "-v", "version"] {
        assert_eq!(run(&[way]).out, version, "{way}");
    }
}

#[test]
fn quiet_leaves_out_what_is_beside_the_result() {
    assert!(run(VOLLEY).err.contains("not said"));
    let quiet = run(&[VOLLEY, &["-q"]].concat());
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));
    let wrong = run(&["fire", "4", "muskteer", "--quiet"]);
    assert!(wrong.err.contains("musketeer"), "{wrong:?}");
}

#[test]
fn a_file_that_is_not_there_is_told_in_one_way() {
    for command in [
        &["run", "/nonexistent/x"][..],
        &["check", "/nonexistent/x"],
        &["audit", "/nonexistent/x"],
        &["dump", "/nonexistent/x"],
    ] {
        let ran = run(command);
        assert!(ran.err.contains("`/nonexistent/x"), "{ran:?}");
        assert!(
            ran.err.contains("there is no such file or folder"),
            "{ran:?}"
        );
        assert!(!ran.err.contains("os error"), "{ran:?}");
    }
    let ran = run(&["run", "/tmp"]);
    assert!(
        ran.err.contains("cannot read `/tmp`: it is a folder"),
        "{ran:?}"
    );
}

#[test]
fn a_line_may_be_one_argument_or_many() {
    let one = run(&["roll 3d6 rolled 1 2 3"]);
    let many = run(&["roll", "3d6", "rolled", "1", "2", "3"]);
    assert_eq!((one.code, &one.out), (0, &many.out));
    assert_eq!(
        run(&["roll", "3d6 rolled 6 6 6"]).out,
        "18\nreferee 6 6 6\n"
    );
}

#[test]
fn a_beginning_of_a_rule_set_is_enough() {
    assert_eq!(run(&["-r", "krieg", "roll", "d6", "rolled", "6"]).code, 0);
    assert_eq!(run(&["-r", "KRIEG", "roll", "d6", "rolled", "6"]).code, 0);
    let ran = run(&["-r", "kriegspeil", "roll", "d6"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("did you mean `kriegspiel`?"), "{ran:?}");
    let ran = run(&["-r", "kreig", "roll", "d6"]);
    assert!(ran.err.contains("did you mean `kriegspiel`?"), "{ran:?}");
}

#[test]
fn a_rule_set_has_short_names() {
    for (short, id) in [
        ("mp", "musket-and-pike"),
        ("MPH", "musket-and-pike-house"),
        ("lotn", "lion-of-the-north"),
        ("cm", "chainmail"),
    ] {
        let ran = run(&["-r", short, "--json", "roll", "d6", "rolled", "1"]);
        assert_eq!(ran.json()["rules"], id, "{short}");
    }
    let table =
        crate::renamed("Mine").replacen("aliases = [\"lk\"]", "aliases = [\"own\", \"B c\"]", 1);
    let folder = crate::folder(&[("kriegspiel.toml", &table)]);
    let file = folder.path().join("kriegspiel.toml");
    let checked = run(&["check", crate::text_of(&file)]);
    assert!(
        checked.out.contains("an alias is small letters"),
        "{checked:?}"
    );
}

#[test]
fn completions_and_the_manual_page_are_of_this_program() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.code, 0, "{shell}");
        assert!(ran.out.contains("drumhead"), "{shell}");
        assert!(ran.out.contains("DRUMHEAD_COMPLETE"), "{shell}");
    }
    let page = run(&["man"]).out;
    assert!(page.contains(".TH drumhead 1"), "{page}");
    assert!(page.contains("\\-\\-keep\\-going"), "{page}");
    for section in [
        "SYNOPSIS",
        "COMMANDS",
        "OPTIONS",
        "LINES",
        "CONFIGURATION",
        "FILES",
        "ENVIRONMENT",
        "EXIT STATUS",
        "EXAMPLES",
        "JSON",
    ] {
        assert!(page.contains(&format!(".SH {section}\n")), "{section}");
    }
    for named in [
        "NO_COLOR",
        "COLUMNS",
        "XDG_CONFIG_HOME",
        "DRUMHEAD_RULES",
        "edit\\-mode",
    ] {
        assert!(page.contains(named), "{named}");
    }
    // No page is named that there is not.
    assert!(!page.contains("(1)"), "{page}");
}
