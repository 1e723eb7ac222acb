//! Scripts: files, standard input, their encodings, what a wrong line does.

use crate::{folder, run, run_with, text_of};

const TWO: &str = "fire 4 musketeer at pike 10in rolled 6541\n\
                   melee 2 hussar charge vs 3 musketeer flank rolled 44365152\n";

const TWO_ANSWERS: &str = "1 hit\n\
    pike: 1 figure lost\n\
    musketeers 6 5 4 1, hits on 6\n\
    attacker wins 154 to 36\n\
    musketeers: 5 figures lost, 13 of 18 left, routs\n\
    Polish hussars 4 4 3 · musketeers 6 5 1 · result 5 2\n";

#[test]
fn a_script_comes_from_a_file_or_from_standard_input() {
    let files = folder(&[("two.txt", TWO)]);
    let file = run(&["run", text_of(&files.path().join("two.txt"))]);
    assert_eq!((file.code, file.out.as_str()), (0, TWO_ANSWERS));
    let dash = run_with(&["run", "-"], TWO);
    assert_eq!((dash.code, dash.out.as_str()), (0, TWO_ANSWERS));
    let no_terminal = run_with(&[], TWO);
    assert_eq!(
        (no_terminal.code, no_terminal.out.as_str()),
        (0, TWO_ANSWERS)
    );
}

#[test]
fn a_script_stops_at_its_first_wrong_line_and_names_it() {
    let files = folder(&[("three.txt", "roll d6 rolled 1\nril d6\nroll d6 rolled 3\n")]);
    let path = files.path().join("three.txt");
    let stopped = run(&["run", text_of(&path)]);
    assert_eq!((stopped.code, stopped.out.as_str()), (1, "1\nreferee 1\n"));
    assert!(stopped.err.contains("three.txt:2:1"), "{stopped:?}");
    let gone_on = run(&["run", "--keep-going", text_of(&path)]);
    let answers = "1\nreferee 1\n3\nreferee 3\n";
    assert_eq!((gone_on.code, gone_on.out.as_str()), (1, answers));
}

#[test]
fn a_script_ends_where_it_quits() {
    let ran = run_with(&["run", "-"], "roll d6 rolled 1\nquit\nnonsense\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, "1\nreferee 1\n"));
}

#[test]
fn comments_and_blank_lines_say_nothing() {
    let ran = run_with(
        &["run", "-"],
        "# a comment\n\n   \nroll d6 rolled 4 # another\n",
    );
    assert_eq!((ran.code, ran.out.as_str()), (0, "4\nreferee 4\n"));
}

#[test]
fn line_ends_and_a_byte_order_mark_make_no_difference() {
    let last_line_open = TWO.trim_end();
    let with_returns = TWO.replace('\n', "\r\n");
    let marked = format!("\u{feff}{TWO}");
    for script in [last_line_open, &with_returns, &marked] {
        let ran = run_with(&["run", "-"], script);
        assert_eq!((ran.code, ran.out.as_str()), (0, TWO_ANSWERS), "{ran:?}");
    }
}

#[test]
fn what_is_not_utf8_is_a_wrong_line() {
    let script = b"roll d6 rolled 1\nroll \xe9\nroll d6 rolled 3\n";
    let ran = run_with(&["--keep-going", "run", "-"], script);
    let answers = "1\nreferee 1\n3\nreferee 3\n";
    assert_eq!((ran.code, ran.out.as_str()), (1, answers));
    assert!(
        ran.err.contains("the line is not UTF-8 at byte 6"),
        "{ran:?}"
    );
    assert!(ran.err.contains("save the script as UTF-8"), "{ran:?}");
}

#[test]
fn a_line_of_a_megabyte_is_refused_and_the_next_one_read() {
    let script = format!("roll {}\nroll d6 rolled 3\n", "9".repeat(1_000_000));
    let ran = run_with(&["--keep-going", "run", "-"], script);
    assert_eq!((ran.code, ran.out.as_str()), (1, "3\nreferee 3\n"));
    assert!(
        ran.err.contains("the line is longer than 4096 bytes"),
        "{ran:?}"
    );
}

#[test]
fn dice_by_hand_are_the_lines_that_follow() {
    let script = "dice hand\nfire 4 musketeer at pike 10in\n# low\n\n6 5 4 1\n\
        melee 2 hussar charge vs 3 musketeer flank\n443\n651\n52\ndice roll\n";
    let ran = run_with(&["run", "-"], script);
    let (_, rest) = TWO_ANSWERS.split_once("attacker wins").expect("a melee");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("1 hit\n"), "{ran:?}");
    assert!(ran.out.contains("musketeers 6 5 4 1"), "{ran:?}");
    assert_eq!(rest.lines().next(), Some(" 154 to 36"));
    assert!(
        ran.out
            .contains("Polish hussars 4 4 3 · musketeers 6 5 1 · result 5 2")
    );
}

#[test]
fn dice_by_hand_are_never_the_programs_own() {
    // Another line stands where the faces should: it is the wrong one, and is shown.
    let ran = run_with(&["run", "-"], "dice hand\nroll 2d6\nroll d6 rolled 3\n");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("`roll` is no face of a d6"), "{ran:?}");
    assert!(ran.err.contains("3 | roll d6 rolled 3"), "{ran:?}");
    assert!(!ran.out.contains("referee"), "{ran:?}");
    // Nothing follows.
    let ran = run_with(&["run", "-"], "dice hand\nroll 2d6\n# nothing\n");
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains("the script ends where the dice are wanted of referee, 2d6"),
        "{ran:?}"
    );
    // Too few, and the script goes on after it.
    let script = "dice hand\nroll 2d6\n5\nroll d6 rolled 3\n";
    let ran = run_with(&["--keep-going", "run", "-"], script);
    assert_eq!(ran.code, 1);
    assert!(ran.out.ends_with("3\nreferee 3\n"), "{ran:?}");
}

#[test]
fn what_cannot_be_run_is_named() {
    let files = folder(&[]);
    let path = text_of(files.path());
    let ran = run(&["run", path]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains(&format!("cannot read `{path}`: it is a folder")),
        "{ran:?}"
    );
}

#[test]
fn what_is_set_holds_to_the_end_of_the_script() {
    let script = "set square 2in\nrange musket 6sq\nset working full\nroll 2d6 rolled 1 2\n";
    let ran = run_with(&["run", "-"], script);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("musket at 12\": hits on 6"), "{ran:?}");
    assert!(ran.out.ends_with("3\nreferee 1 2\n  2d6 = 3\n"), "{ran:?}");
}
