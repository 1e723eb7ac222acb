//! What the author of a rule table has: `new`, `schema`, and `check` with examples and cases.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::{Ran, finish, folder, program, run, text_of};

const TEMPLATES: [&str; 7] = [
    "pool", "opposed", "odds", "table", "test", "faces", "points",
];

/// Runs the program in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> Ran {
    finish(program().args(arguments).current_dir(folder))
}

#[test]
fn every_template_checks_and_rules_at_once() {
    for template in TEMPLATES {
        let files = folder(&[]);
        let begun = run_in(files.path(), &["new", "mine", "--like", template]);
        assert_eq!((begun.code, begun.err.as_str()), (0, ""), "{template}");
        let checked = run_in(files.path(), &["check", "mine.toml"]);
        assert_eq!(checked.code, 0, "{template}: {checked:?}");
        assert!(
            checked.out.starts_with("no faults in mine.toml: "),
            "{checked:?}"
        );
        assert!(checked.out.ends_with("2 cases hold\n"), "{checked:?}");
        let rules = run_in(files.path(), &["--tables", ".", "rules", "--json"]);
        assert!(rules.out.contains("\"mine\""), "{rules:?}");
    }
}

#[test]
fn nothing_is_overwritten() {
    for there in ["mine.toml", "mine.cases.toml"] {
        let files = folder(&[(there, "kept")]);
        let begun = run_in(files.path(), &["new", "mine", "--like", "pool"]);
        assert_eq!(begun.code, 1);
        assert!(
            begun.err.contains(&format!("`{there}` is there already")),
            "{begun:?}"
        );
        let kept = fs::read_to_string(files.path().join(there)).expect("the file");
        assert_eq!(kept, "kept");
        assert_eq!(fs::read_dir(files.path()).expect("the folder").count(), 1);
    }
}

#[test]
fn the_schema_of_a_folder_is_left_as_it_is() {
    let files = folder(&[("drumhead.schema.json", "kept")]);
    let begun = run_in(files.path(), &["new", "mine", "--like", "test"]);
    assert_eq!(begun.code, 0, "{begun:?}");
    let kept = fs::read_to_string(files.path().join("drumhead.schema.json"));
    assert_eq!(kept.expect("the file"), "kept");
}

#[test]
fn without_a_template_they_are_listed_and_nothing_is_written() {
    let files = folder(&[]);
    let begun = run_in(files.path(), &["new", "mine"]);
    assert_eq!(begun.code, 1);
    for template in TEMPLATES {
        assert!(begun.out.contains(template), "{template}: {begun:?}");
    }
    assert!(begun.err.contains("--like"), "{begun:?}");
    assert_eq!(fs::read_dir(files.path()).expect("the folder").count(), 0);
}

#[test]
fn a_name_that_cannot_be_is_refused() {
    let files = folder(&[]);
    for (id, why) in [
        ("My Rules", "no name for a rule set"),
        ("kriegspiel", "comes with the program"),
    ] {
        let begun = run_in(files.path(), &["new", id, "--like", "pool"]);
        assert_eq!(begun.code, 1);
        assert!(begun.err.contains(why), "{begun:?}");
    }
    let begun = run_in(files.path(), &["new", "mine", "--like", "dice"]);
    assert!(
        begun.err.contains("there is no template `dice`"),
        "{begun:?}"
    );
}

#[test]
fn the_schema_describes_every_key() {
    let printed = run(&["schema"]);
    let schema = printed.json();
    assert_eq!(schema["properties"]["id"]["type"], "string");
    assert_eq!(
        schema["properties"]["type"]["additionalProperties"]["$ref"],
        "#/$defs/type"
    );
    let mut objects = vec![&schema];
    objects.extend(schema["$defs"].as_object().expect("definitions").values());
    for object in objects {
        for (key, of_key) in object["properties"].as_object().expect("keys") {
            let about = of_key["description"].as_str().unwrap_or_default();
            assert!(about.ends_with('.'), "{key}: {of_key}");
        }
    }
}

/// The template `pool` as `mine.toml`, and these cases beside it.
fn with_cases(cases: &str) -> tempfile::TempDir {
    let table = include_str!("../../tables/templates/pool.toml");
    let table = table.replace("id = \"pool\"", "id = \"mine\"");
    folder(&[("mine.toml", &table), ("mine.cases.toml", cases)])
}

#[test]
fn a_case_that_comes_out_otherwise_is_said_with_its_place() {
    let files = with_cases(
        "rules = \"mine\"\n[[case]]\nshows = \"one of two\"\n\
         line = \"fire 2 regular at veteran 12in rolled 4 3 1\"\n\
         outcome = { \"attacker.1.hits\" = 2 }\n",
    );
    let checked = run_in(files.path(), &["check", "mine.toml"]);
    assert_eq!(checked.code, 1);
    assert!(
        checked.out.contains(
            "mine.cases.toml:2: the case `fire 2 regular at veteran 12in rolled 4 3 1` \
             (one of two): `attacker.1.hits` is 1, not 2\n"
        ),
        "{checked:?}"
    );
    let told = run_in(files.path(), &["check", "mine.toml", "--json"]);
    let told = told.json();
    assert_eq!(told["cases"], 1);
    assert_eq!(told["found"][0]["kind"], "case");
    assert_eq!(told["found"][0]["line"], 2);
}

#[test]
fn a_key_that_no_case_has_is_an_error() {
    let files = with_cases("rules = \"mine\"\n[[case]]\nlien = \"fire 2 regular\"\n");
    let checked = run_in(files.path(), &["check", "mine.toml"]);
    assert_eq!(checked.code, 1);
    assert!(checked.out.contains("lien"), "{checked:?}");
}

#[test]
fn an_example_that_cannot_be_ruled_is_said_with_its_place() {
    let table = include_str!("../../tables/templates/pool.toml");
    let table = table.replace("id = \"pool\"", "id = \"mine\"");
    let table = table.replace("at 8 veteran 12in\"", "at 8 veterann 12in\"");
    let files = folder(&[("mine.toml", &table)]);
    let checked = run_in(files.path(), &["check", "mine.toml"]);
    assert_eq!(checked.code, 1);
    let line = table.lines().position(|line| line.starts_with("examples"));
    let place = format!("mine.toml:{}: the example ", line.expect("a line") + 1);
    assert!(checked.out.contains(&place), "{checked:?}");
    assert!(checked.out.contains("veterann"), "{checked:?}");
}

#[test]
fn cases_of_another_file_are_run_too() {
    let files = with_cases("rules = \"mine\"\ncase = []\n");
    let more = files.path().join("more.toml");
    let case = "[[case]]\nline = \"fire 2 regular\"\nerror = \"no such thing\"\n";
    fs::write(&more, format!("rules = \"mine\"\n{case}")).expect("a file");
    let checked = run_in(
        files.path(),
        &["check", "mine.toml", "--cases", "more.toml"],
    );
    assert_eq!(checked.code, 1);
    assert!(checked.out.contains("more.toml:2: the case"), "{checked:?}");
    fs::write(&more, format!("rules = \"other\"\n{case}")).expect("a file");
    let checked = run_in(
        files.path(),
        &["check", "mine.toml", "--cases", "more.toml"],
    );
    assert!(
        checked.err.contains("`other`, which is not checked here"),
        "{checked:?}"
    );
}

#[test]
fn faults_are_told_to_editors_with_their_places() {
    let files = folder(&[("mine.toml", "format = 2\nid = \"mine\"\nnmae = \"Mine\"\n")]);
    let mine = files.path().join("mine.toml");
    let checked = run(&["check", "--json", text_of(&mine)]);
    assert_eq!(checked.code, 1);
    let told = checked.json();
    let found = told["found"].as_array().expect("a list");
    let unknown = found.iter().find(|one| one["line"] == 3).expect("line 3");
    assert_eq!(unknown["kind"], "fault");
    assert_eq!(unknown["column"], 1);
    assert_eq!(unknown["at"], json!([23, 27]));
    assert!(unknown["hint"].as_str().expect("a hint").contains("`name`"));
}

#[test]
fn what_the_examples_come_to_is_written_down_as_cases_that_hold() {
    for template in TEMPLATES {
        let files = folder(&[]);
        run_in(files.path(), &["new", "mine", "--like", template]);
        let cases = files.path().join("mine.cases.toml");
        fs::remove_file(&cases).expect("the cases");
        let recorded = run_in(files.path(), &["check", "mine.toml", "--record"]);
        assert_eq!(
            (recorded.code, recorded.err.as_str()),
            (0, ""),
            "{template}"
        );
        assert!(recorded.out.contains("outcome = { "), "{recorded:?}");
        fs::write(&cases, &recorded.out).expect("the cases");
        let checked = run_in(files.path(), &["check", "mine.toml"]);
        assert_eq!(checked.code, 0, "{template}: {checked:?}");
        assert!(checked.out.contains("case"), "{checked:?}");
        // Nothing is written down twice.
        let again = run_in(files.path(), &["check", "mine.toml", "--record"]);
        assert_eq!((again.code, again.out.as_str()), (0, ""), "{template}");
    }
}
