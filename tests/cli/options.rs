//! Options stand before or after the verb's name, never among the words of the line.

use crate::run;

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
fn among_the_words_of_a_line_options_are_words() {
    let ran = run(&["roll", "3d6", "--json"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
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
}

#[test]
fn completions_and_the_manual_page_are_of_this_program() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.code, 0, "{shell}");
        assert!(ran.out.contains("drumhead"), "{shell}");
        assert!(ran.out.contains("keep-going"), "{shell}");
    }
    let page = run(&["man"]).out;
    assert!(page.contains(".TH drumhead 1"), "{page}");
    assert!(page.contains("\\-\\-keep\\-going"), "{page}");
}
