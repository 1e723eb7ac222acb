//! Tests of table files that extend others.

#![allow(clippy::unwrap_used)]

use std::borrow::Cow;

use proptest::prelude::*;

use super::*;
use crate::rules::fault::Style;
use crate::rules::library::{LookupError, Origin};

/// What a text of these is built from: each type with its numbers.
fn sample(file: &mut Reader<'_>) -> Option<Vec<String>> {
    file.integer("format", 1..=1);
    file.text("id");
    file.maybe_text("source");
    file.maybe_text("extends");
    file.maybe_texts("without");
    file.maybe_text("mark");
    let types = file.keyed_tables("type", |id, troop| {
        let name = troop.text("name");
        let foot = troop.integer("foot", 1..=100);
        let arms = troop.maybe_texts("arms");
        let arms: Vec<&str> = arms.into_iter().map(Spanned::into_inner).collect();
        let (name, foot) = (name?.into_inner(), foot?.into_inner());
        Some(format!("{} {name} {foot} {}", id.get_ref(), arms.join("+")))
    });
    Some(types.into_iter().flatten().collect())
}

fn source(id: &str, text: &str) -> Source {
    Source {
        id: id.to_owned(),
        origin: Origin::BuiltIn,
        text: Cow::Owned(text.to_owned()),
    }
}

/// Reads the first of some files; the others can be found by their ids.
fn read_first(files: &[(&str, &str)]) -> Result<Read<Vec<String>>, Faults> {
    let parents = |wanted: &str| {
        let found = files.iter().find(|(id, _)| id.starts_with(wanted));
        found
            .map(|(id, text)| source(id, text))
            .ok_or_else(|| LookupError::Unknown {
                typed: wanted.to_owned(),
                nearest: None,
            })
    };
    let (id, text) = files.first().unwrap();
    read_extending(&source(id, text), &parents, Warned::No, sample)
}

/// The faults of some files: `file line:column message (hint)`.
fn faults(files: &[(&str, &str)]) -> Vec<String> {
    let faults = read_first(files).unwrap_err();
    let told = faults.iter().map(|fault| {
        let place = faults.place(fault);
        let file = faults.file_of(fault).trim_end_matches(".toml (built in)");
        let hint = fault.hint.as_ref();
        let hint = hint.map_or(String::new(), |hint| format!(" ({hint})"));
        format!(
            "{file} {}:{} {}{hint}",
            place.line, place.column, fault.message
        )
    });
    told.collect()
}

const PARENT: &str = "format = 1\nid = 'parent'\nsource = 'a book'\n\
    [type.pike]\nname = 'Pike'\nfoot = 8\narms = ['pike', 'sword']\n\
    [type.shot]\nname = 'Shot'\nfoot = 3\n";

#[test]
fn tables_are_merged_and_other_values_replaced() {
    let child = "format = 1\nid = 'child'\nextends = 'parent'\n\
        [type.archer]\nname = 'Archer'\nfoot = 2\n\
        [type.pike]\nfoot = 9\narms = ['pike']\n";
    let types = read_first(&[("child", child), ("parent", PARENT)])
        .unwrap()
        .built;
    // What is inherited stands first, in its own order.
    assert_eq!(
        types,
        ["pike Pike 9 pike", "shot Shot 3 ", "archer Archer 2 "]
    );
}

#[test]
fn what_is_changed_knows_what_was_printed() {
    let child = "format = 1\nid = 'child'\nextends = 'parent'\n\
        [type.pike]\nfoot = 9\nname = 'Long pike'\narms = ['pike', 'dagger']\n\
        [type.shot]\nfoot = 3\n[type.archer]\nname = 'Archer'\nfoot = 2\n";
    let house = read_first(&[("child", child), ("parent", PARENT)])
        .unwrap()
        .house;
    let mark = |keys: &[&str]| house.mark(keys);
    assert_eq!(mark(&["type", "pike", "foot"]), " (house rule, printed 8)");
    assert_eq!(
        mark(&["type", "pike", "arms", "2"]),
        " (house rule, printed sword)"
    );
    assert_eq!(mark(&["type", "pike", "arms", "1"]), "");
    assert_eq!(mark(&["type", "shot", "foot"]), "");
    assert_eq!(mark(&["type", "pike", "name"]), "");
    assert_eq!(mark(&["type", "archer", "foot"]), " (house rule)");
    assert_eq!(house.mark_any(&["type", "pike"]), " (house rule)");
    assert_eq!(house.mark_any(&["type", "shot"]), "");
}

#[test]
fn what_is_printed_is_what_stands_in_the_first_of_a_line() {
    let middle = "format = 1\nid = 'middle'\nextends = 'parent'\nmark = 'club rule'\n\
        [type.pike]\nfoot = 9\n[type.shot]\nfoot = 4\n";
    let child = "format = 1\nid = 'child'\nextends = 'middle'\n\
        [type.pike]\nfoot = 8\n[type.shot]\nfoot = 5\n";
    let files = [("child", child), ("middle", middle), ("parent", PARENT)];
    let house = read_first(&files).unwrap().house;
    let mark = |id| house.mark(&["type", id, "foot"]);
    assert_eq!(mark("pike"), "");
    assert_eq!(mark("shot"), " (house rule, printed 3)");
    let house = read_first(&[("middle", middle), ("parent", PARENT)])
        .unwrap()
        .house;
    assert_eq!(
        house.mark(&["type", "shot", "foot"]),
        " (club rule, printed 3)"
    );
}

#[test]
fn a_blank_that_is_filled_says_so() {
    let parent = PARENT.replace("foot = 3", "foot = 'blank'");
    let child = "format = 1\nid = 'child'\nextends = 'parent'\n[type.shot]\nfoot = 4\n";
    let house = read_first(&[("child", child), ("parent", &parent)])
        .unwrap()
        .house;
    assert_eq!(
        house.mark(&["type", "shot", "foot"]),
        " (house rule, blank in the source)"
    );
}

#[test]
fn an_inherited_entry_can_be_left_out() {
    let child =
        "format = 1\nid = 'child'\nextends = 'parent'\nwithout = ['type.shot', 'type.pike.arms']\n";
    let types = read_first(&[("child", child), ("parent", PARENT)])
        .unwrap()
        .built;
    assert_eq!(types, ["pike Pike 8 "]);
    let wrong = child.replace("type.shot", "type.shto");
    assert_eq!(
        faults(&[("child", &wrong), ("parent", PARENT)]),
        ["child 4:12 nothing called `type.shto` is inherited (did you mean `type.shot`?)"]
    );
}

#[test]
fn faults_are_told_in_the_file_they_are_in() {
    let parent = PARENT.replace("foot = 8", "fot = 8");
    let child = "format = 1\nextends = 'parent'\n[type.shot]\nfoot = 1000\n[type.bow]\n";
    assert_eq!(
        faults(&[("child", child), ("parent", &parent)]),
        [
            "child 1:1 the file lacks `id`",
            "child 4:8 `foot` must be from 1 to 100, not `1000`",
            "child 5:1 `type.bow` lacks `name` and `foot`",
            "parent 6:1 unknown key `fot` in `type.pike` (did you mean `foot`?)",
        ]
    );
}

#[test]
fn a_report_names_every_file() {
    let parent = PARENT.replace("foot = 8", "fot = 8");
    let child = "format = 1\nid = 'child'\nextends = 'parent'\n[type.shot]\nfoot = 1000\n";
    let report = read_first(&[("child", child), ("parent", &parent)])
        .unwrap_err()
        .render(Style::Plain);
    insta::assert_snapshot!(report, @r"
    error: `foot` must be from 1 to 100, not `1000`
     --> child.toml (built in):5:8
      |
    5 | foot = 1000
      |        ^^^^

    error: unknown key `fot` in `type.pike`
     --> parent.toml (built in):6:1
      |
    6 | fot = 8
      | ^^^
      |
      = help: did you mean `foot`?

    1 fault in child.toml (built in), 1 in parent.toml (built in)
    ");
}

#[test]
fn syntax_faults_of_both_files_are_told() {
    let parent = format!("{PARENT}[type.bow]\nname = bow\nfoot = 2\n");
    let child = "format = 1\nid = 'child'\nextends = 'parent'\nmark = house\n";
    assert_eq!(
        faults(&[("child", child), ("parent", &parent)]),
        [
            "child 4:8 text without quotes (write `\"house\"`)",
            "parent 12:8 text without quotes (write `\"bow\"`)",
        ]
    );
}

#[test]
fn a_circle_is_a_fault_where_it_closes() {
    let own = "format = 1\nid = 'a'\nextends = 'a'\n";
    assert_eq!(
        faults(&[("a", own)]),
        ["a 3:11 `a` extends itself (one of them has to stand alone)"]
    );
    let a = "format = 1\nid = 'a'\nextends = 'b'\n";
    let b = "extends = 'c'\nformat = 1\nid = 'b'\n";
    let c = "format = 1\nextends = 'b'\nid = 'c'\n";
    assert_eq!(
        faults(&[("a", a), ("b", b), ("c", c)]),
        ["c 2:11 `b` and `c` extend one another in a circle (one of them has to stand alone)"]
    );
}

#[test]
fn a_missing_parent_is_a_fault_and_nothing_is_judged_by_it() {
    let child = "format = 1\nextends = 'parant'\n[type.shot]\n";
    assert_eq!(
        faults(&[("child", child), ("parent", PARENT)]),
        ["child 2:11 unknown rule set `parant` (`drumhead rules` lists the rule sets)"]
    );
    // The beginning of an id would do for a person, but not in a file.
    let child = "format = 1\nextends = 'par'\n";
    assert_eq!(
        faults(&[("child", child), ("parent", PARENT)]),
        ["child 2:11 unknown rule set `par` (did you mean `parent`?)"]
    );
}

#[test]
fn a_line_of_files_has_an_end() {
    let ids: Vec<String> = (0..12).map(|n| format!("file-{n:02}")).collect();
    let texts: Vec<String> = (1..13)
        .map(|next| format!("format = 1\nid = 'x'\nextends = 'file-{next:02}'\n"))
        .collect();
    let files: Vec<(&str, &str)> = ids
        .iter()
        .zip(&texts)
        .map(|(id, text)| (id.as_str(), text.as_str()))
        .collect();
    assert_eq!(
        faults(&files),
        ["file-08 3:11 more than 8 files extend one another (extend a file nearer to the first)"]
    );
}

#[test]
fn files_of_two_formats_do_not_mix() {
    let parent = PARENT.replace("format = 1", "format = 2");
    let child = "format = 1\nid = 'child'\nextends = 'parent'\n";
    assert_eq!(
        faults(&[("child", child), ("parent", &parent)]),
        ["parent 1:10 `format` is 2 here, but 1 in the file that extends this one"]
    );
}

/// A text of parts that table files are made of.
fn like_a_table() -> impl Strategy<Value = String> {
    let parts = vec![
        "[type.a]",
        "[type]",
        "[[type]]",
        "type",
        "a",
        "foot",
        "name",
        "id",
        "format",
        "extends",
        "without",
        "mark",
        "=",
        "\"parent\"",
        "\"child\"",
        "[\"type.a\"]",
        "\"type.a\"",
        "[",
        "]",
        "{",
        "}",
        ",",
        ".",
        "\n",
        "\n",
        "1",
        "2.5",
        "true",
        "\"blank\"",
        "\"\"\"",
        "#",
        "½",
        "\r",
    ];
    prop::collection::vec(prop::sample::select(parts), 0..50).prop_map(|parts| parts.join(" "))
}

proptest! {
    #[test]
    fn no_two_texts_panic(child in like_a_table(), parent in like_a_table()) {
        let child = format!("extends = \"parent\"\n{child}");
        let files = [("child", child.as_str()), ("parent", parent.as_str())];
        if let Err(faults) = read_first(&files) {
            assert!(!faults.is_empty());
            for fault in &faults {
                let name = faults.file_of(fault);
                assert!(name.starts_with("child") || name.starts_with("parent"));
            }
            faults.render(Style::Plain);
        }
    }
}
