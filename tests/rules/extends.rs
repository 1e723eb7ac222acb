//! Table files that extend others, from the outside.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;

use super::harness::{drumhead, extending, folder, said};

/// The texts of the working of one line, by a file `mine.toml` of these rows.
fn working(rows: &str, line: &[&str]) -> Vec<String> {
    let folder = folder(&[("mine.toml", &extending("kriegspiel", rows))]);
    let mut arguments = vec!["--tables", ".", "-r", "mine", "--json"];
    arguments.extend(line);
    let output = drumhead(folder.path(), &arguments);
    let object: serde_json::Value = serde_json::from_str(&said(&output)).unwrap();
    let steps = object["working"].as_array().unwrap();
    steps
        .iter()
        .map(|step| step["text"].as_str().unwrap().to_owned())
        .collect()
}

fn melee(words: &str) -> Vec<&str> {
    words.split(' ').collect()
}

#[test]
fn a_changed_modifier_says_what_was_printed() {
    // The flank costs 1 point a base as printed; three bases of 3 points against horse's 2.
    let steps = working(
        "[modifier.flank]\nadd = -2\n",
        &melee("melee 2 hussar charge vs 3 musketeer flank rolled 4 4 3 6 5 1 5 2"),
    );
    let flank = "struck in the flank: -2 a base on 3 (0) (house rule, printed -1)";
    assert!(steps.contains(&flank.to_owned()), "{steps:#?}");
}

#[test]
fn a_modifier_changed_otherwise_or_added_is_marked() {
    let steps = working(
        "[modifier.flank]\neach = \"unit\"\n\
         [modifier.tired]\nsay = \"tired\"\nin = [\"melee\"]\nof = \"attacker\"\non = \"unit-points\"\nadd = -1\n",
        &melee("melee 2 hussar charge vs 3 musketeer flank rolled 4 4 3 6 5 1 5 2"),
    );
    // 3 bases of 2 points less 1; 2 bases of 4 and 3 points less 1.
    for step in [
        "struck in the flank: -1 (5) (house rule)",
        "tired: -1 (13) (house rule)",
    ] {
        assert!(steps.contains(&step.to_owned()), "{steps:#?}");
    }
}

#[test]
fn changed_numbers_bands_and_results_are_marked() {
    let melee_steps = working(
        "[type.hussar.numbers]\nimpetus = 2\n\
         [ruling.melee.verdicts]\nmuskets = [\"holds\", \"shaken\", \"shaken\", \"shaken\", \"shaken\", \"shaken\"]\n\
         [ruling.melee.losses]\ninfantry = [1, 2, 3, 5, 5, 6]\n",
        &melee("melee 2 hussar charge vs 3 musketeer rolled 4 4 3 6 5 1 5 2"),
    );
    // (4 + 2) × 2 = 12 points × 11 beat 3 × 2 = 6 × 12; the difference of 5 and 2 is 3.
    for step in [
        "Polish hussars: (4 + 2 (house rule, printed 3) impetus) × 2 = 12",
        "musketeers, difference 3: 1 + 5 lost, retreats shaken (house rule, printed routs) \
         (house rule, printed 4)",
    ] {
        assert!(melee_steps.contains(&step.to_owned()), "{melee_steps:#?}");
    }
    let bands = "[weapon.musket]\nbands = [{ to = 8, hits-on = 5 }, { to = 10, hits-on = 5 }]\n";
    let fire = working(
        bands,
        &melee("fire 4 musketeer at pike 10in rolled 6 5 4 1"),
    );
    let band = "musket, 8\" to 10\" (house rule, printed 12): hits on 5 (house rule, printed 6)";
    assert!(fire.contains(&band.to_owned()), "{fire:#?}");
    let near = working(bands, &melee("fire 4 musketeer at pike 8in rolled 6 5 4 1"));
    assert!(
        near.contains(&"musket, 0\" to 8\": hits on 5".to_owned()),
        "{near:#?}"
    );
}

#[test]
fn a_filled_blank_is_marked_and_resolves() {
    let steps = working(
        "[type.medium]\nclass = \"heavy-cavalry\"\n[type.medium.numbers]\nfoot = 3\n",
        &melee("melee 2 medium vs 3 musketeer rolled 6 6 6 1 1 1 5 2"),
    );
    // 3 × 2 = 6 points × 18 against 6 points × 3.
    let points = "medium horse: 3 (house rule, blank in the source) × 2 = 6";
    assert!(steps.contains(&points.to_owned()), "{steps:#?}");
    assert!(
        steps.contains(&"medium horse: 6 points × 18 = 108".to_owned()),
        "{steps:#?}"
    );
}

#[test]
fn a_file_has_a_word_of_its_own_for_its_changes() {
    let steps = working(
        "mark = \"club rule\"\n[modifier.flank]\nadd = -2\n",
        &melee("melee 2 hussar charge vs 3 musketeer flank rolled 4 4 3 6 5 1 5 2"),
    );
    let flank = "struck in the flank: -2 a base on 3 (0) (club rule, printed -1)";
    assert!(steps.contains(&flank.to_owned()), "{steps:#?}");
}

#[test]
fn nothing_is_marked_in_a_rule_set_that_stands_alone() {
    let folder = folder(&[]);
    let line = "melee 2 hussar charge vs 3 musketeer flank rolled 4 4 3 6 5 1 5 2";
    let output = drumhead(
        folder.path(),
        &[&["--json"], melee(line).as_slice()].concat(),
    );
    assert!(!said(&output).contains("house rule"));
}

#[test]
fn a_child_is_checked_with_its_parent() {
    let parent = "format = 2\nid = \"parent\"\nname = \"Parent\"\nextends = \"kriegspiel\"\n\
                  [modifier.flank]\non = \"pionts\"\n";
    let child = "format = 2\nid = \"child\"\nname = \"Child\"\nextends = \"parent\"\n\
                 without = [\"word.rear\"]\n[type.pike]\narm = \"infanty\"\n";
    let folder = folder(&[("child.toml", child), ("parent.toml", parent)]);
    let output = drumhead(folder.path(), &["--color", "never", "check", "child.toml"]);
    assert_eq!(output.status.code(), Some(1));
    let report = said(&output);
    let order = [
        "error: there is no arm `infanty`",
        " --> child.toml:7:7",
        "error: `melee` has no step, value or number `pionts` to change",
        " --> ./parent.toml:6:6",
        "error: there is no word `rear`",
        " --> kriegspiel.toml (built in):",
    ];
    let mut rest = report.as_str();
    for part in order {
        let at = rest.find(part);
        assert!(at.is_some(), "no `{part}` in its order in:\n{report}");
        rest = rest.split_at(at.unwrap()).1;
    }
    let counts = "1 fault in child.toml, 1 in ./parent.toml, 2 in kriegspiel.toml (built in)\n";
    assert!(report.ends_with(&format!("{counts}\n")), "{report}");
}

#[test]
fn parents_are_found_beside_the_file_then_in_the_folders_given() {
    let head = "format = 2\nname = \"x\"\n";
    let child = format!("{head}id = \"child\"\nextends = \"parent\"\n");
    let good = format!("{head}id = \"parent\"\nextends = \"kriegspiel\"\n");
    let bad = format!("{good}[type.pike]\nfigures = 0\n");
    let beside = folder(&[("child.toml", &child), ("parent.toml", &good)]);
    let given = folder(&[("parent.toml", &bad)]);
    let tables = given.path().to_string_lossy().into_owned();
    let output = drumhead(beside.path(), &["--tables", &tables, "check", "child.toml"]);
    assert!(
        said(&output).starts_with("no faults in child.toml"),
        "{}",
        said(&output)
    );
    fs::remove_file(beside.path().join("parent.toml")).unwrap();
    let output = drumhead(beside.path(), &["--tables", &tables, "check", "child.toml"]);
    assert!(
        said(&output).contains("parent.toml:6:11"),
        "{}",
        said(&output)
    );
    let output = drumhead(beside.path(), &["check", "child.toml"]);
    let report = said(&output);
    assert!(report.contains("unknown rule set `parent`"), "{report}");
    assert!(report.contains("child.toml:4:11"), "{report}");
}

#[test]
fn a_name_that_clashes_by_a_change_is_the_childs_fault() {
    let child = "format = 2\nid = \"child\"\nname = \"Child\"\nextends = \"kriegspiel\"\n\
                 [type.sword-buckler]\nalso = [\"musket\"]\n";
    let folder = folder(&[("child.toml", child)]);
    let report = said(&drumhead(folder.path(), &["check", "child.toml"]));
    assert!(
        report.contains("`musket` is a name of `musket-sword`"),
        "{report}"
    );
    assert!(report.contains("child.toml:5:"), "{report}");
    assert!(report.contains("1 fault in child.toml"), "{report}");
}

#[test]
fn a_circle_is_refused() {
    let head = "format = 2\nname = \"x\"\n";
    let a = format!("{head}id = \"a\"\nextends = \"b\"\n");
    let b = format!("{head}id = \"b\"\nextends = \"a\"\n");
    let folder = folder(&[("a.toml", &a), ("b.toml", &b)]);
    for arguments in [
        &["check", "a.toml"][..],
        &["--tables", ".", "-r", "a", "--color", "never", "help"],
    ] {
        let output = drumhead(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(1));
        let report = said(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(
            report.contains("`a` and `b` extend one another in a circle"),
            "{report}"
        );
        assert!(report.contains("b.toml:4:11"), "{report}");
    }
}
