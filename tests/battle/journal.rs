//! The journal: what was answered is on the disk, whatever happens.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

use super::harness::one_line;

/// A folder for one battle, and the file of it.
fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("battle.jsonl");
    (folder, file)
}

fn drumhead() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drumhead"));
    command.env("NO_COLOR", "1").arg("--seed").arg("1642");
    // Where a battle goes whose own folder is of no use.
    command.env("XDG_STATE_HOME", SHELTER.path());
    command
}

/// The folder of the console's battles, as far as these tests go.
static SHELTER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

/// Starts the program on a battle, for a script that is yet to be written to it.
fn start(file: &Path, beside: Stdio) -> Child {
    drumhead()
        .arg("--battle")
        .arg(file)
        .args(["run", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(beside)
        .spawn()
        .expect("the program")
}

/// Runs a script in a battle.
fn run(file: &Path, script: &str) -> Output {
    let mut child = start(file, Stdio::piped());
    let mut stdin = child.stdin.take().expect("its input");
    // A program that cannot use the battle does not read on.
    let _ = stdin.write_all(script.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("its output")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn beside(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const ARMIES: &str = "muster red grey = 4 musketeer\nmuster blue b1 = 1 pike + 2 musketeer\n";

#[test]
fn a_battle_goes_on_where_it_was_left() {
    let (_folder, file) = place();
    run(
        &file,
        &format!("{ARMIES}fire grey at b1 6in rolled 6 5 4 1\n"),
    );
    // Two of four muskets hit on 5 or more at 6 inches: 21 figures less 2.
    let units = said(&run(&file, "units\n"));
    assert!(units.contains("19 of 21"), "{units}");
    assert!(units.contains("fired"), "{units}");
}

#[test]
fn amending_uses_the_same_dice() {
    let (_folder, file) = place();
    let script = format!("{ARMIES}fire grey at b1 10in rolled 6 5 4 1\namend +supported\nunits\n");
    let answers = said(&run(&file, &script));
    assert!(answers.contains("1 hit\n"), "{answers}");
    assert!(answers.contains("2 hits\n"), "{answers}");
    assert!(answers.contains("19 of 21"), "{answers}");
}

#[test]
fn amending_sees_past_a_comment_and_fresh_dice() {
    for end in ["# a long shot", "--fresh"] {
        let (_folder, file) = place();
        let script =
            format!("{ARMIES}fire grey at b1 10in {end}\namend at 6in\nundo\nlog 1\nlog 2\n");
        let output = run(&file, &script);
        assert_eq!(output.status.code(), Some(0), "{}", beside(&output));
        let kept = entries(&file).join("");
        assert!(kept.contains("\"line\":\"fire grey at b1 6in\""), "{kept}");
    }
}

#[test]
fn a_whole_line_can_stand_in_the_place_of_the_last_ruling() {
    let (_folder, file) = place();
    let fire = "fire grey at b1 10in rolled 6 5 4 1";
    let script = format!(
        "{ARMIES}{fire}\namend = fire grey at b1 6in\nunits\namend = fire grey at b1 6in rolled 1 1 1 1\nunits\n"
    );
    let answers = said(&run(&file, &script));
    // At 6 inches 6 and 5 hit: the dice of the first line, then those of the third.
    assert!(answers.contains("2 hits\n"), "{answers}");
    assert!(answers.contains("19 of 21"), "{answers}");
    assert!(answers.contains("0 hits\n"), "{answers}");
    assert!(answers.contains("21 of 21"), "{answers}");
}

#[test]
fn a_dumped_battle_runs_to_the_same_units() {
    let (folder, file) = place();
    let script = format!(
        "{ARMIES}turn\nfire grey at b1 6in # close\nlose b1 1 powder\namend +supported\n\
         melee grey charge vs b1\nundo 2\nredo\nmelee grey charge vs b1 --fresh\nunits\n"
    );
    let units = |answers: &str| answers[answers.rfind("Units").expect("units")..].to_owned();
    let first = units(&said(&run(&file, &script)));
    let dumped = drumhead()
        .arg("dump")
        .arg(&file)
        .output()
        .expect("the program");
    let dumped = said(&dumped);
    assert!(
        dumped.starts_with("set rules kriegspiel\nmuster red grey"),
        "{dumped}"
    );
    assert!(
        dumped.contains("\namend = fire grey supported at b1 6in rolled "),
        "{dumped}"
    );
    let again = folder.path().join("again.jsonl");
    let second = said(&run(&again, &format!("{dumped}units\n")));
    assert_eq!(units(&second), first);
    let opened = |file: &Path| entries(file).len();
    assert_eq!(opened(&again), opened(&file));
}

#[test]
fn amending_knows_every_word_that_parts_the_sides() {
    let (folder, file) = place();
    let script = folder.path().join("script.txt");
    let lines = "muster red f = 20 heavy-foot\nmuster blue h = 10 heavy-horse\n\
                 charged f by h rolled 4 5\namend +flank\n";
    fs::write(&script, lines).expect("a script");
    let output = drumhead()
        .args(["-r", "chainmail", "--battle"])
        .arg(&file)
        .arg("run")
        .arg(&script)
        .output()
        .expect("the program");
    // Heavy foot stands against heavy horse on 9 or more; struck in the flank, 9 is 8.
    let answers = said(&output);
    assert!(answers.contains("passes: 9, 9 or more needed"), "{answers}");
    assert!(answers.contains("fails: 8, 9 or more needed"), "{answers}");
}

#[test]
fn undo_is_no_free_re_roll() {
    let (_folder, file) = place();
    let line = "melee grey charge vs b1";
    let script = format!("{ARMIES}{line}\nundo\n{line}\nundo\n{line} --fresh\n");
    let answers = said(&run(&file, &script));
    let throws: Vec<&str> = answers
        .lines()
        .filter(|line| line.starts_with("grey ") && line.contains(" · b1 "))
        .collect();
    assert_eq!(throws.len(), 3, "{answers}");
    assert_eq!(throws[0], throws[1]);
    assert_ne!(throws[1], throws[2]);
}

#[test]
fn a_torn_last_line_is_set_aside_and_said() {
    let (folder, file) = place();
    run(&file, ARMIES);
    let whole = fs::read(&file).expect("the journal");
    let mut torn = whole.clone();
    torn.extend_from_slice(b"{\"n\":3,\"at\":\"2026");
    fs::write(&file, &torn).expect("a torn journal");
    let output = run(&file, "units\n");
    assert!(beside(&output).contains("torn"), "{}", beside(&output));
    assert!(said(&output).contains("b1"));
    assert_eq!(fs::read(&file).expect("the journal"), whole);
    let aside = fs::read_to_string(folder.path().join("battle.jsonl.torn")).expect("what was torn");
    assert_eq!(aside, "{\"n\":3,\"at\":\"2026");
}

#[test]
fn a_damaged_line_stops_the_load_and_the_battle_up_to_there_can_go_on() {
    let (folder, file) = place();
    run(
        &file,
        &format!("{ARMIES}fire grey at b1 6in rolled 6 5 4 1\nundo\n"),
    );
    let text = fs::read_to_string(&file).expect("the journal");
    let lines: Vec<&str> = text.lines().collect();
    let damaged = text.replace(lines[3], &lines[3].replace("\"n\":3", "\"n\":9"));
    fs::write(&file, &damaged).expect("a damaged journal");
    let output = run(&file, "units\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(beside(&output).contains("line 4"), "{}", beside(&output));
    assert!(beside(&output).contains("--mend"), "{}", beside(&output));
    assert_eq!(fs::read_to_string(&file).expect("the journal"), damaged);

    let output = drumhead()
        .args(["--mend", "--battle"])
        .arg(&file)
        .arg("units")
        .output()
        .expect("the program");
    assert!(said(&output).contains("21 of 21"), "{}", said(&output));
    let kept =
        fs::read_to_string(folder.path().join("battle.jsonl.damaged")).expect("the old file");
    assert_eq!(kept, damaged);
}

#[test]
fn a_second_program_is_refused_and_may_look_on() {
    let (_folder, file) = place();
    run(&file, ARMIES);
    let mut first = start(&file, Stdio::null());
    let mut input = first.stdin.take().expect("its input");
    let mut output = BufReader::new(first.stdout.take().expect("its output"));
    input.write_all(b"note grey here\n").expect("a line");
    input.flush().expect("a line");
    let mut answer = String::new();
    // The answer shows that the first program has the battle open.
    output.read_line(&mut answer).expect("an answer");
    let second = run(&file, "units\n");
    assert_eq!(second.status.code(), Some(1));
    assert!(beside(&second).contains("open"), "{}", beside(&second));
    input.write_all(b"reveal\n").expect("a line");
    drop(input);
    first.wait().expect("its end");
    let watched = drumhead()
        .args(["--watch", "--battle"])
        .arg(&file)
        .output()
        .expect("the program");
    let seen = String::from_utf8_lossy(&watched.stdout).into_owned();
    assert!(seen.contains("the battle is over"), "{seen}");
    assert!(!seen.contains("musketeer"), "{seen}");
}

#[test]
fn an_untouched_battle_is_fair_and_one_changed_die_is_found() {
    let (folder, file) = place();
    let script =
        format!("{ARMIES}fire grey at b1 6in\nmelee grey charge vs b1\nundo\nroll 3d6\nreveal\n");
    run(&file, &script);
    let audit = |path: &Path| {
        let output = drumhead()
            .arg("audit")
            .arg(path)
            .output()
            .expect("the program");
        (output.status.code(), said(&output))
    };
    let (code, fair) = audit(&file);
    assert_eq!(code, Some(0), "{fair}");
    // Fire throws 4 dice, the melee 3 and 3 and 2, the roll 3.
    assert!(fair.contains("15 dice"), "{fair}");

    let text = fs::read_to_string(&file).expect("the journal");
    let changed = folder.path().join("changed.jsonl");
    let line = text
        .lines()
        .find(|line| line.contains("\"verb\":\"fire\""))
        .expect("the fire");
    let at = line.find("\"faces\":[").expect("its faces") + "\"faces\":[".len();
    let old = line[at..].chars().next().expect("a face");
    let new = if old == '6' { '5' } else { '6' };
    let mut other = line.to_owned();
    other.replace_range(at..=at, &new.to_string());
    fs::write(&changed, text.replace(line, &other)).expect("a changed journal");
    let output = drumhead()
        .arg("audit")
        .arg(&changed)
        .output()
        .expect("the program");
    assert_eq!(output.status.code(), Some(1));
    // The first line says which battle it is, and the third entry is the fire.
    let found = beside(&output);
    assert!(found.contains("line 4 of"), "{found}");
}

/// The lines of a journal that are whole entries.
fn entries(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("the journal");
    let whole = text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'));
    whole.skip(1).map(str::to_owned).collect()
}

#[test]
fn a_battle_that_was_broken_off_before_it_began_begins_anew() {
    for left in ["", "{\"bat", "{\"battle\":1,\"opened\":\"2026-"] {
        let (_folder, file) = place();
        fs::write(&file, left).expect("what is left");
        let output = run(&file, ARMIES);
        assert_eq!(output.status.code(), Some(0), "{}", beside(&output));
        assert_eq!(entries(&file).len(), 2);
        let units = said(&run(&file, "units\n"));
        assert!(units.contains("21 of 21"), "{units}");
    }
    let (_folder, file) = place();
    fs::write(&file, "a letter home").expect("another file");
    let output = run(&file, ARMIES);
    assert_eq!(output.status.code(), Some(1));
    assert!(beside(&output).contains("is not the record of a battle"));
    let letter = fs::read_to_string(&file).expect("the letter");
    assert_eq!(letter, "a letter home");
}

#[test]
fn a_battle_that_no_file_can_be_made_for_is_kept_elsewhere_and_says_where() {
    let folder = tempfile::tempdir().expect("a folder");
    let no_folder = folder.path().join("file");
    fs::write(&no_folder, "no folder").expect("a file");
    let file = no_folder.join("nowhere.jsonl");
    let output = run(&file, &format!("{ARMIES}lose grey 2\nunits\nlog\n"));
    assert_eq!(output.status.code(), Some(5));
    let answers = said(&output);
    assert!(answers.contains("22 of 24"), "{answers}");
    // Each of the three entries says that it is not kept there.
    assert_eq!(
        answers.matches("is not being kept there").count(),
        3,
        "{answers}"
    );
    let rescue = rescue(&answers);
    let log: Vec<&str> = answers.split_whitespace().collect();
    assert!(log.join(" ").contains("not kept in"), "{answers}");
    let units = said(&run(Path::new(&rescue), "units\n"));
    assert!(units.contains("22 of 24"), "{units}");
}

/// The file in which an answer says that a battle is kept instead of its own.
fn rescue(answers: &str) -> String {
    // A note goes on in the next line where it is long.
    let answers = one_line(answers);
    let (_, rest) = answers
        .split_once("there, but in `")
        .expect("where it is kept");
    rest.split('`').next().expect("its name").to_owned()
}

#[test]
fn a_battle_in_a_folder_that_cannot_be_written_goes_on_in_memory_and_says_so() {
    let (folder, file) = place();
    run(&file, ARMIES);
    let before = fs::read(&file).expect("the journal");
    shut(folder.path(), &file, true);
    // Permissions do not bind everybody; whom they do not, the disk does not fail.
    let shuts = fs::OpenOptions::new().append(true).open(&file).is_err();
    let output = run(&file, "lose grey 2\nunits\n");
    shut(folder.path(), &file, false);
    let answers = said(&output);
    assert_eq!(output.status.code(), Some(if shuts { 5 } else { 0 }));
    assert!(answers.contains("22 of 24"), "{answers}");
    assert_eq!(answers.contains("is not being kept"), shuts, "{answers}");
    assert_eq!(fs::read(&file).expect("the journal") == before, shuts);
}

/// Lets nobody write in a folder nor in a file of it, or lets them again.
fn shut(folder: &Path, file: &Path, shut: bool) {
    for path in [file, folder] {
        let mut permissions = fs::metadata(path).expect("it").permissions();
        permissions.set_readonly(shut);
        fs::set_permissions(path, permissions).expect("its permissions");
    }
}

#[test]
fn a_device_is_no_battle() {
    let device = Path::new("/dev/full");
    if device.exists() {
        let output = run(device, ARMIES);
        assert_eq!(output.status.code(), Some(1));
        assert!(beside(&output).contains("is not the record of a battle"));
    }
}

#[test]
fn a_tie_that_is_thrown_again_and_used_again_is_fair() {
    let (_folder, file) = place();
    // Whoever throws more begins; a tie is thrown again by the same two for the same purpose.
    let lines = "initiative --fresh\nundo\ninitiative\nundo\n".repeat(12);
    run(&file, &format!("{ARMIES}{lines}reveal\n"));
    let ties = entries(&file);
    assert!(ties.iter().any(|entry| entry.matches("\"by\"").count() > 2));
    let output = drumhead()
        .arg("audit")
        .arg(&file)
        .output()
        .expect("the program");
    assert!(said(&output).starts_with("fair"), "{}", said(&output));
}

#[test]
fn a_disk_that_cannot_be_written_is_said_and_the_battle_goes_on() {
    let (_folder, file) = place();
    run(&file, ARMIES);
    // A limit on the size of files stands for a full disk: 2 blocks of 512 bytes.
    let size = fs::metadata(&file).expect("the journal").len();
    let blocks = size.div_ceil(1024) + 1;
    let script = format!(
        "trap '' XFSZ; ulimit -f {blocks}; exec '{}' --battle '{}' run -",
        env!("CARGO_BIN_EXE_drumhead"),
        file.display()
    );
    let mut child = Command::new("bash")
        .args(["-c", &script])
        .env("NO_COLOR", "1")
        .env("XDG_STATE_HOME", SHELTER.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bash");
    let mut stdin = child.stdin.take().expect("its input");
    for number in 0..40 {
        writeln!(
            stdin,
            "note grey the note with the number {number}, long enough to fill it"
        )
        .expect("a line");
    }
    writeln!(stdin, "lose grey 2\nunits").expect("a line");
    drop(stdin);
    let output = child.wait_with_output().expect("its output");
    let answers = said(&output);
    assert!(answers.contains("not being kept"), "{answers}");
    assert!(answers.contains("22 of 24"), "{answers}");
    // What could be written is whole, and loads.
    let again = said(&run(&file, "units\n"));
    assert!(again.contains("24 of 24"), "{again}");
}
