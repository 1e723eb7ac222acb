//! The picture of the README and the pages of docs that the program prints: what is there is what comes of it today.
//!
//! `WRITE_DOCS=1` writes them anew, for a person to read over.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What the program prints in a folder of its own, on both streams, in the order in which it does.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_drumhead"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder)
        .env("XDG_STATE_HOME", folder)
        .env("COLUMNS", "80")
        .env_remove("NO_COLOR")
        .output()
        .expect("the program");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Holds a file of docs to what is made today, or writes it anew where that is wanted.
fn hold(name: &str, made: &str, alike: impl Fn(&str) -> String) {
    let path = root().join("docs").join(name);
    let kept = fs::read_to_string(&path).unwrap_or_default();
    if alike(&kept) == alike(made) {
        return;
    }
    if std::env::var_os("WRITE_DOCS").is_some() {
        return fs::write(&path, made).expect("a file of docs");
    }
    let differs = kept
        .lines()
        .zip(made.lines())
        .find(|(kept, made)| alike(kept) != alike(made));
    panic!("docs/{name} is not what is printed; `WRITE_DOCS=1` writes it anew: {differs:?}");
}

/// The battle of docs/battle.txt, fought in a folder.
fn fought(folder: &Path) -> PathBuf {
    let script = root().join("docs/battle.txt").display().to_string();
    printed(
        folder,
        &["--battle", "battle.jsonl", "--seed", "1680", "run", &script],
    );
    folder.join("battle.jsonl")
}

#[test]
fn the_sheet_of_docs_is_what_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = printed(
        folder.path(),
        &["sheet", "kriegspiel", "--format", "markdown"],
    );
    hold("sheet.md", &sheet, str::to_owned);
}

#[test]
fn the_cheat_sheet_of_docs_is_what_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = printed(folder.path(), &["sheet", "--cheat", "--format", "markdown"]);
    hold("cheatsheet.md", &sheet, str::to_owned);
}

/// A story without what is another each time: the seal, and the day and the hour.
fn without_day_and_seal(story: &str) -> String {
    let lines = story.lines().map(|line| {
        let words = line.split(' ').map(|word| {
            let digits = word.chars().filter(char::is_ascii_hexdigit).count();
            let dated = word.starts_with("20") && word.contains('-')
                || word.len() == 5 && word.contains(':');
            if digits >= 64 || dated { "…" } else { word }
        });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_story_of_docs_is_that_of_its_battle() {
    let folder = tempfile::tempdir().expect("a folder");
    fought(folder.path());
    let story = printed(
        folder.path(),
        &["story", "battle.jsonl", "--format", "markdown"],
    );
    hold("story.md", &story, without_day_and_seal);
}

/// The lines of docs/picture.txt at the prompt, each with its answer as a terminal shows it.
fn at_the_prompt() -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = fs::read_to_string(root().join("docs/picture.txt")).expect("the lines");
    let mut shown = String::new();
    for line in lines.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let options = ["--battle", "b.jsonl", "--seed", "1680", "--color", "always"];
        let answer = printed(folder.path(), &[&options[..], &words].concat());
        shown.push_str(&format!(
            "\u{1b}[2mkriegspiel>\u{1b}[0m \u{1b}[1m{line}\u{1b}[0m\n"
        ));
        // The seal is another each time.
        let lines = answer.lines().filter(|line| !line.contains("sealed:"));
        lines.for_each(|line| shown.push_str(&format!("{line}\n")));
    }
    shown
}

#[test]
fn the_picture_of_the_console_is_of_what_it_answers() {
    let picture = anstyle_svg::Term::new().render_svg(&at_the_prompt());
    hold("console.svg", &picture, str::to_owned);
}
