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

#[test]
fn what_no_case_runs_through_is_said() {
    let files = with_cases(
        "rules = \"mine\"\n[[case]]\nline = \"fire 2 regular at veteran 12in rolled 4 3 1\"\n",
    );
    let checked = run_in(files.path(), &["check", "mine.toml", "--coverage"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    // The template has six steps, which its example runs through, and one modifier, which nothing does.
    assert!(
        checked.out.contains("6 of 6 steps, 0 of 1 modifier\n"),
        "{checked:?}"
    );
    assert!(checked.out.ends_with(": modifier `cover`\n"), "{checked:?}");
    let files = with_cases(
        "rules = \"mine\"\n[[case]]\nline = \"fire 2 regular at veteran cover 12in rolled 4 3\"\n",
    );
    let checked = run_in(files.path(), &["check", "mine.toml", "--coverage"]);
    assert!(
        checked.out.ends_with("6 of 6 steps, 1 of 1 modifier\n"),
        "{checked:?}"
    );
    let checked = run_in(
        files.path(),
        &["check", "mine.toml", "--coverage", "--json"],
    );
    let coverage = &checked.json()["coverage"];
    assert_eq!(coverage["counts"]["modifiers"]["touched"], 1, "{checked:?}");
    assert_eq!(coverage["untouched"], serde_json::json!([]));
}

#[test]
fn a_table_is_printed_with_all_that_it_extends() {
    let child = "format = 2\nid = \"child\"\nname = \"Child\"\nextends = \"mine\"\n\
                 [type.regular.numbers]\nsave = 6\n";
    let files = with_cases("rules = \"mine\"\ncase = []\n");
    std::fs::write(files.path().join("child.toml"), child).expect("a table");
    let merged = run_in(files.path(), &["check", "--merged", "child.toml"]);
    assert_eq!((merged.code, merged.err.as_str()), (0, ""));
    assert!(
        merged.out.starts_with("format = 2\nid = \"child\"\n"),
        "{merged:?}"
    );
    assert!(!merged.out.contains("extends"), "{merged:?}");
    assert!(merged.out.contains("save = 6"), "{merged:?}");
    // It stands alone, and rules as the two files do.
    let whole = folder(&[("child.toml", merged.out.as_str())]);
    let line = "fire 5 regular at 8 regular 12in rolled 6 6 6 6 6 6 6 6 6 6 6 5 5 5 5";
    let of = |folder: &std::path::Path| run_in(folder, &["--tables", ".", "-r", "child", line]).out;
    assert_eq!(of(whole.path()), of(files.path()));
    assert!(of(whole.path()).starts_with("5 hits, 5 wounds, 1 saved\n"));
}

#[test]
fn a_fault_in_a_file_of_cases_has_its_place() {
    let files = with_cases("rules = \"mine\"\n[[case]]\nlin = \"fire\"\n");
    let checked = run_in(files.path(), &["check", "mine.toml", "--json"]);
    assert_eq!(checked.code, 1);
    let found = &checked.json()["found"][0];
    assert_eq!(found["kind"], "fault");
    assert!(
        found["file"].to_string().contains("mine.cases.toml"),
        "{found}"
    );
    assert_eq!(found["line"], 2, "{found}");
    let checked = run_in(files.path(), &["check", "mine.toml"]);
    assert!(
        checked
            .out
            .contains("mine.cases.toml:2: unknown field `lin`"),
        "{checked:?}"
    );
}

#[cfg(unix)]
#[test]
fn what_is_extended_does_not_lead_out_of_the_folders() {
    let outside = folder(&[(
        "parent.toml",
        include_str!("../../tables/templates/pool.toml"),
    )]);
    let child = "format = 2\nid = \"child\"\nname = \"Child\"\nextends = \"parent\"\n";
    let files = folder(&[("child.toml", child)]);
    let link = files.path().join("parent.toml");
    std::os::unix::fs::symlink(outside.path().join("parent.toml"), link).expect("a link");
    let checked = run_in(files.path(), &["check", "child.toml"]);
    assert_eq!(checked.code, 1);
    assert!(
        checked
            .out
            .contains("is a link that leads out of the folders"),
        "{checked:?}"
    );
    let outside = text_of(outside.path());
    let checked = run_in(files.path(), &["--tables", outside, "check", "child.toml"]);
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn a_table_is_checked_again_when_it_is_saved() {
    use std::io::{BufRead, BufReader};
    let files = with_cases("rules = \"mine\"\ncase = []\n");
    let mut child = crate::program()
        .args(["check", "--watch", "mine.toml"])
        .current_dir(files.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("a program that runs");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut next = || lines.next().expect("a line").expect("UTF-8");
    assert!(next().starts_with("no faults in mine.toml"));
    let file = files.path().join("mine.toml");
    let table = std::fs::read_to_string(&file).expect("a table");
    std::fs::write(&file, table.replace("arm = \"foot\"", "arm = foot")).expect("a table");
    let told = next();
    assert!(told.starts_with("error: text without quotes"), "{told}");
    child.kill().expect("its end");
    child.wait().expect("its end");
}
