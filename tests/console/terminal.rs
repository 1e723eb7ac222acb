//! The console as somebody at a terminal meets it.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../record/forged.rs"]
mod forged;

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::process::{Command, Stdio};

use rexpect::session::{Options, PtySession, spawn_with_options};
use tempfile::TempDir;

/// Longer than any answer takes on a busy machine, in milliseconds.
const PATIENCE: u64 = 30_000;
const UP: &str = "\u{1b}[A";
const RIGHT: &str = "\u{1b}[C";
const HOME: &str = "\u{1}";
const TAB: &str = "\t";

/// A console in a terminal of its own.
struct Console {
    session: PtySession,
    /// What it said before the first prompt.
    greeting: String,
}

impl Deref for Console {
    type Target = PtySession;
    fn deref(&self) -> &PtySession {
        &self.session
    }
}

impl DerefMut for Console {
    fn deref_mut(&mut self) -> &mut PtySession {
        &mut self.session
    }
}

/// What the terminal's own signs for styles and places are to the test.
#[derive(Clone, Copy)]
enum Escapes {
    Heard,
    Ignored,
}

/// The program with nothing of this process's surroundings that could change its looks.
fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drumhead"));
    command.env_clear();
    command.env("HOME", home);
    command.env("XDG_STATE_HOME", home.join("state"));
    command.env("XDG_CONFIG_HOME", home.join("config"));
    command.env("LANG", "C.UTF-8");
    command.env("TERM", "xterm-256color");
    command
}

impl Console {
    fn open(home: &Path) -> Console {
        Console::run(program(home), Escapes::Ignored)
    }

    fn run(command: Command, escapes: Escapes) -> Console {
        let options = Options::new()
            .timeout_ms(Some(PATIENCE))
            .strip_ansi_escape_codes(matches!(escapes, Escapes::Ignored));
        let mut console = Console {
            session: spawn_with_options(command, options).unwrap(),
            greeting: String::new(),
        };
        console.greeting = console.hears("> ");
        console
    }

    /// Types keys.
    fn keys(&mut self, keys: &str) {
        self.send(keys).unwrap();
        self.flush().unwrap();
    }

    /// Types a line.
    fn line(&mut self, line: &str) {
        self.keys(line);
        self.keys("\r");
    }

    /// Waits until this is shown; what was shown before it.
    fn hears(&mut self, text: &str) -> String {
        self.exp_string(text)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// Leaves with Ctrl-D; what was still shown.
    fn leaves(mut self) -> String {
        self.send_control('d').unwrap();
        let rest = self.exp_eof().unwrap();
        // The status is a type of a crate that is not ours to name.
        let status = format!("{:?}", self.process().wait().unwrap());
        assert!(
            status.starts_with("Exited(") && status.ends_with(", 0)"),
            "{status}"
        );
        rest
    }
}

fn history(home: &Path) -> String {
    std::fs::read_to_string(home.join("state/drumhead/history")).unwrap()
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_line_is_completed_ruled_and_explained() {
    let home = home();
    let mut console = Console::open(home.path());
    console.keys("fi");
    console.keys(TAB);
    console.keys("4 musketeer at pik");
    console.keys(TAB);
    // The hint after the completed name says what is wanted.
    console.hears("fire 4 musketeer at pike DISTANCE");
    console.line("10in rolled 6541");
    console.hears("1 hit\r\npike: 1 figure lost\r\nmusketeers 6 5 4 1, hits on 6\r\n");
    console.hears("not said: supported, close\r\n");
    console.hears("kriegspiel> ");
    console.line("why");
    console.hears("hits on 6");
    console.hears("kriegspiel> ");
    console.leaves();
    assert_eq!(
        history(home.path()),
        "fire 4 musketeer at pike 10in rolled 6541\nwhy\n"
    );
}

#[test]
fn what_can_come_next_is_listed_with_what_it_means() {
    let home = home();
    let mut console = Console::open(home.path());
    console.keys("melee 2 hussar vs 3 musketeer f");
    console.keys(TAB);
    console.hears("is struck in the flank\r\nfired ");
    console.hears("musketeer f");
    console.keys("l");
    console.keys(TAB);
    console.line("rolled 44365152");
    // 2 x 4 x 11 against 3 x (2 - 1) x 12.
    console.hears("attacker wins 88 to 36\r\n");
    console.hears("not said: rear, disordered, general");
    console.hears("kriegspiel> ");
    console.leaves();
}

#[test]
fn a_wrong_line_is_called_back_and_mended() {
    let home = home();
    let mut console = Console::open(home.path());
    console.line("fire 4 muskteer at pike 10in rolled 6541");
    console.hears("there is no troop type `muskteer`");
    console.hears("did you mean `musketeer`?");
    console.hears("kriegspiel> ");
    console.keys(UP);
    console.keys(HOME);
    console.keys(&RIGHT.repeat("fire 4 musk".len()));
    console.line("e");
    console.hears("pike: 1 figure lost");
    console.hears("kriegspiel> ");
    console.leaves();
}

#[test]
fn an_interrupted_line_is_cleared_and_nothing_else() {
    let home = home();
    let mut console = Console::open(home.path());
    console.keys("melee 2 hus");
    console.hears("hus");
    console.send_control('c').unwrap();
    console.hears("\r\n");
    console.hears("kriegspiel> ");
    console.line("roll 3d6 rolled 123");
    console.hears("\r\n6\r\n");
    console.hears("kriegspiel> ");
    console.leaves();
    assert_eq!(history(home.path()), "roll 3d6 rolled 123\n");
}

#[test]
fn dice_thrown_by_hand_are_asked_for_by_name() {
    let home = home();
    let mut console = Console::open(home.path());
    console.line("dice hand");
    console.hears("each throw will be asked for\r\n");
    console.hears("kriegspiel> ");
    console.line("melee 2 hussar charge vs 3 musketeer");
    console.hears("attacker, Polish hussars, 3d6: ");
    console.line("443");
    console.hears("defender, musketeers, 3d6: ");
    // A d6 has no 7, and the same is asked again.
    console.line("4 4 7");
    console.hears("`7` is not on a d6\r\n");
    console.hears("defender, musketeers, 3d6: ");
    console.line("=19");
    console.hears("`=19` cannot be thrown with 3d6 (3d6 gives 3 to 18)\r\n");
    console.hears("defender, musketeers, 3d6: ");
    console.line("=11");
    console.hears("attacker, 2d6: ");
    console.line("6 3");
    // (4 + 3 impetus) x 2 bases x 11 against 2 x 3 bases x 11.
    console.hears("attacker wins 154 to 66\r\n");
    console.hears("kriegspiel> ");
    console.line("why");
    console.hears("14 points");
    console.hears("kriegspiel> ");
    // Ctrl-C in a question abandons the line and nothing else: the last working is still there.
    console.line("fire 4 musketeer at pike 10in");
    console.hears("attacker, musketeers, 4d6, hits on 6: ");
    console.keys("65");
    console.send_control('c').unwrap();
    console.hears("nothing is ruled\r\n");
    console.hears("kriegspiel> ");
    console.line("why");
    console.hears("14 points");
    console.hears("kriegspiel> ");
    // Ctrl-D there is no more than that either.
    console.line("roll 2d6");
    console.hears("referee, 2d6: ");
    console.send_control('d').unwrap();
    console.hears("nothing is ruled\r\n");
    console.hears("kriegspiel> ");
    console.leaves();
    assert_eq!(
        history(home.path()),
        "dice hand\nmelee 2 hussar charge vs 3 musketeer\nfire 4 musketeer at pike 10in\n\
         why\nroll 2d6\n"
    );
}

#[test]
fn lines_typed_ahead_are_all_answered() {
    let home = home();
    let mut console = Console::open(home.path());
    console.keys(
        "fire 4 musketeer at pike 10in rolled 6541\n\
         melee 2 hussar charge vs 3 musketeer flank rolled 44365152\n",
    );
    console.hears("pike: 1 figure lost\r\n");
    // 14 x 11 against (2 - 1) x 3 x 12.
    console.hears("attacker wins 154 to 36\r\n");
    console.hears("kriegspiel> ");
    // So are the answers to questions that have not been asked yet.
    console.keys("dice hand\nmelee 2 hussar charge vs 3 musketeer\n443\n=11\n63\n");
    console.hears("attacker wins 154 to 66\r\n");
    console.hears("kriegspiel> ");
    console.leaves();
}

#[test]
fn pasted_lines_are_answered_one_after_another() {
    let home = home();
    let mut console = Console::open(home.path());
    console.keys("\u{1b}[200~roll 3d6 rolled 111\nroll 3d6 rolled 666\u{1b}[201~");
    console.keys("\r");
    console.hears("\r\n3\r\n");
    console.hears("\r\n18\r\n");
    console.hears("kriegspiel> ");
    console.leaves();
    assert_eq!(
        history(home.path()),
        "roll 3d6 rolled 111\nroll 3d6 rolled 666\n"
    );
}

#[test]
fn two_consoles_share_a_history() {
    let home = home();
    let mut first = Console::open(home.path());
    let mut second = Console::open(home.path());
    let rolls = |console: &mut Console, faces: &str, total: &str| {
        console.line(&format!("roll 3d6 rolled {faces}"));
        console.hears(&format!("\r\n{total}\r\n"));
        console.hears("kriegspiel> ");
    };
    rolls(&mut first, "112", "4");
    rolls(&mut second, "222", "6");
    rolls(&mut first, "666", "18");
    rolls(&mut second, "112", "4");
    first.leaves();
    second.leaves();
    assert_eq!(
        history(home.path()),
        "roll 3d6 rolled 222\nroll 3d6 rolled 666\nroll 3d6 rolled 112\n"
    );
    let mut third = Console::open(home.path());
    third.keys(UP);
    third.keys(UP);
    third.line("");
    third.hears("\r\n18\r\n");
    third.hears("kriegspiel> ");
    third.leaves();
}

#[test]
fn the_console_works_where_nothing_can_be_kept() {
    let home = home();
    // A file stands where the folder should be.
    std::fs::write(home.path().join("state"), "").unwrap();
    let mut console = Console::open(home.path());
    let greeting = &console.greeting;
    assert!(greeting.contains("no history is kept"), "{greeting}");
    console.line("roll 3d6 rolled 666");
    console.hears("\r\n18\r\n");
    console.hears("kriegspiel> ");
    console.line("roll 3d6 rolled 111");
    let between = console.hears("\r\n3\r\n");
    assert!(!between.contains("no history"), "{between}");
    console.hears("kriegspiel> ");
    console.leaves();
}

#[test]
fn the_last_rule_set_is_remembered() {
    let home = home();
    let mut command = program(home.path());
    command.args(["-r", "chainmail-2d6"]);
    Console::run(command, Escapes::Ignored).leaves();
    let console = Console::open(home.path());
    assert!(
        console.greeting.ends_with("chainmail-2d6"),
        "{}",
        console.greeting
    );
    console.leaves();
    // Something that is no rule set any more keeps nobody out.
    std::fs::write(home.path().join("state/drumhead/rules"), "gone\n").unwrap();
    let console = Console::open(home.path());
    assert!(console.greeting.contains("`gone`"), "{}", console.greeting);
    assert!(
        console.greeting.ends_with("kriegspiel"),
        "{}",
        console.greeting
    );
    console.leaves();
}

#[test]
fn without_colours_there_are_none() {
    for (name, value) in [("NO_COLOR", "1"), ("CLICOLOR", "0"), ("TERM", "dumb")] {
        let home = home();
        let mut command = program(home.path());
        command.env(name, value);
        let mut console = Console::run(command, Escapes::Heard);
        console.line("fire 4 musketeer at pike 10in rolled 6541");
        let mut shown = console.hears("not said");
        console.line("fier");
        shown += &console.hears("did you mean `fire`?");
        shown += &console.hears("kriegspiel> ");
        shown += &console.leaves();
        // Sequences that end in `m` are styles; others move the cursor.
        let styles = shown.split('\u{1b}').skip(1).filter(|sequence| {
            sequence
                .find(|sign: char| sign.is_ascii_alphabetic())
                .is_some_and(|end| sequence.get(end..).unwrap().starts_with('m'))
        });
        assert_eq!(styles.count(), 0, "{name}: {shown:?}");
        if name == "TERM" {
            assert!(!shown.contains('\u{1b}'), "{shown:?}");
        }
    }
}

#[test]
fn colours_can_be_asked_for() {
    let home = home();
    let mut command = program(home.path());
    command.env("NO_COLOR", "1").arg("--color=always");
    let mut console = Console::run(command, Escapes::Heard);
    console.keys("fire ");
    console.hears("\u{1b}[1mfire\u{1b}[0m");
    console.send_control('c').unwrap();
    console.hears("\r\n");
    console.hears("kriegspiel> ");
    console.leaves();
}

#[test]
fn where_signs_are_few_none_but_ascii_is_shown() {
    let home = home();
    let mut command = program(home.path());
    command.env("LC_ALL", "C");
    let mut console = Console::run(command, Escapes::Ignored);
    console.line("melee 2 hussar charge vs 3 musketeer flank rolled 44365152");
    let mut shown = console.hears("not said");
    console.hears("kriegspiel> ");
    console.line("why");
    shown += &console.hears("[Combat results]");
    assert!(shown.is_ascii(), "{shown}");
    console.hears("kriegspiel> ");
    console.leaves();
}

#[test]
fn without_a_terminal_there_is_no_prompt_and_no_history() {
    let home = home();
    let mut command = program(home.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"roll 3d6 rolled 666\n").unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "18\nreferee 6 6 6\n"
    );
    assert!(output.status.success());
    assert!(!home.path().join("state").exists());
}

#[test]
fn a_blank_is_asked_for_and_the_ruling_made_again() {
    let home = home();
    let mut console = Console::open(home.path());
    console.line("melee 2 medium vs 1 pike rolled 351 552");
    console.hears("no winner");
    console.hears("medium horse, v infantry: ");
    console.line("many");
    console.hears("`many` is no number");
    console.hears("medium horse, v infantry: ");
    console.line("3");
    // 8 points a base x 12 against 2 x 3 x 9, with the same dice.
    console.hears("defender wins 96 to 54\r\n");
    console.hears("medium horse, its class: ");
    console.line("");
    console.hears("kriegspiel> ");
    // It stays filled for this session.
    console.line("melee 2 medium vs 1 pike rolled 666 111 11");
    console.hears("attacker wins 108 to 24\r\n");
    console.hears("kriegspiel> ");
    console.leaves();
}

#[test]
fn the_next_line_leaves_a_blank_that_is_asked_for() {
    let home = home();
    let mut console = Console::open(home.path());
    for (line, answer) in [("range musket", "12"), ("why", "blank")] {
        console.line("melee 2 medium vs 1 pike rolled 351 552");
        console.hears("medium horse, v infantry: ");
        console.line(line);
        console.hears(answer);
        console.hears("kriegspiel> ");
    }
    console.leaves();
}

/// What a console leaves of its terminal when this signal ends it: the settings before and after.
fn settings_around(signal: &str) -> (String, String) {
    let home = home();
    let at = |name: &str| home.path().join(name);
    let mut shell = program(home.path());
    let binary = shell.get_program().to_owned();
    shell = {
        let mut command = Command::new("sh");
        command.envs(
            shell
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
        command
    };
    // The shell stays in front of the terminal, and writes down who its child is.
    let script = format!(
        "stty -g > before; sh -c 'echo $$ > pid; exec \"$0\"' '{}'; stty -g > after; echo ended",
        binary.to_string_lossy()
    );
    shell.arg("-c").arg(script).current_dir(home.path());
    let mut console = Console::run(shell, Escapes::Ignored);
    console.keys("fire 4 mus");
    console.hears("fire 4 mus");
    let pid = std::fs::read_to_string(at("pid")).unwrap();
    let sent = Command::new("kill").args([signal, pid.trim()]).status();
    assert!(sent.unwrap().success());
    console.hears("ended");
    let read = |name| std::fs::read_to_string(at(name)).unwrap();
    (read("before"), read("after"))
}

#[test]
fn a_signal_that_ends_the_console_leaves_the_terminal_as_it_was() {
    for signal in ["-TERM", "-HUP"] {
        let (before, after) = settings_around(signal);
        assert!(!before.trim().is_empty());
        assert_eq!(before, after, "{signal}");
    }
}

#[test]
fn names_in_a_battle_file_cannot_steer_the_terminal() {
    let home = home();
    let file = home.path().join("battle.jsonl");
    let run = |line: &str| {
        let mut command = program(home.path());
        command.arg("--battle").arg(&file).arg(line);
        assert!(command.output().unwrap().status.success());
    };
    run("muster red grey Greys = 4 pike");
    run("note grey one of them");
    // Another hand writes codes into the names: the title of the window, a clear screen.
    forged::forge(&file, |lines| {
        for line in lines {
            *line = line
                .replace("Greys", "Gr\\u001b]0;x\\u0007\\u009b2Jeys")
                .replace("one of them", "one \\u001b[2J of them");
        }
    });
    let mut command = program(home.path());
    command
        .arg("--battle")
        .arg(&file)
        .arg("--color")
        .arg("always");
    let options = Options::new()
        .timeout_ms(Some(PATIENCE))
        .strip_ansi_escape_codes(false);
    let mut console = spawn_with_options(command, options).unwrap();
    for line in ["unit gre", "units", "log", "report grey", "quit"] {
        console.send(line).unwrap();
        console.send("\r").unwrap();
        console.flush().unwrap();
    }
    let shown = console.exp_eof().unwrap();
    // They are shown for what they are.
    assert!(
        shown.contains("Gr\\u{1b}]0;x\\u{7}\\u{9b}2Jeys"),
        "{shown:?}"
    );
    for harm in ["\u{1b}]", "\u{7}", "\u{9b}", "\u{1b}[2J"] {
        assert!(!shown.contains(harm), "{shown:?}");
    }
}

#[test]
fn an_arrow_up_finds_what_began_so() {
    let home = home();
    let mut console = Console::open(home.path());
    for line in ["roll 1d6 rolled 4", "why", "help initiative"] {
        console.line(line);
        console.hears("kriegspiel> ");
    }
    console.keys("ro");
    console.keys(UP);
    console.line("");
    console.hears("referee 4\r\n");
    console.hears("kriegspiel> ");
    // With nothing typed it is the last line, and the one before it.
    console.keys(UP);
    console.keys(UP);
    console.line("");
    console.hears("initiative");
    console.leaves();
}

#[test]
fn the_keys_of_vi_edit_a_line_where_they_are_set() {
    let home = home();
    let folder = home.path().join("config/drumhead");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), "edit-mode = \"vi\"\n").unwrap();
    let mut console = Console::open(home.path());
    // Escape goes back onto the last face, and `r` puts another in its place.
    console.keys("roll 1d6 rolled 4");
    console.keys("\u{1b}");
    std::thread::sleep(std::time::Duration::from_millis(600));
    console.keys("r5");
    console.line("");
    console.hears("referee 5\r\n");
    console.hears("kriegspiel> ");
    console.leaves();
}

#[test]
fn a_battle_is_saved_as_lines_and_run_again() {
    let home = home();
    let file = home.path().join("battle.txt");
    let file = file.to_str().unwrap();
    let mut console = Console::open(home.path());
    console.line(&format!("save {file}"));
    console.hears("nothing is on record yet");
    console.hears("kriegspiel> ");
    for line in [
        "muster red grey = 4 musketeer",
        "fire grey at pike 10in rolled 6541",
    ] {
        console.line(line);
        console.hears("kriegspiel> ");
    }
    console.line(&format!("save {file}"));
    console.hears("plays them again");
    console.hears("kriegspiel> ");
    console.line(&format!("save {file}"));
    console.hears("is there already");
    console.hears("kriegspiel> ");
    console.line("new");
    console.hears("kriegspiel> ");
    console.line(&format!("run {file}"));
    console.hears("grey");
    console.hears("1 hit");
    console.hears("kriegspiel> ");
    std::fs::write(home.path().join("wrong.txt"), "roll 1d6 rolled 4\nrol\n").unwrap();
    console.line(&format!("run {}/wrong.txt", home.path().display()));
    console.hears("referee 4");
    console.hears("wrong.txt:2");
    console.hears("kriegspiel> ");
    console.line("run /nonexistent/x");
    console.hears("there is no such file or folder");
    console.hears("kriegspiel> ");
    console.leaves();
}

#[test]
fn the_screen_is_emptied() {
    let home = home();
    let mut console = Console::run(program(home.path()), Escapes::Heard);
    console.line("clear");
    console.hears("\u{1b}[H\u{1b}[J");
    console.hears("kriegspiel");
    console.leaves();
}

#[test]
fn what_a_blank_may_be_is_listed_with_its_signs_and_completed() {
    let home = home();
    let mut command = program(home.path());
    command.args(["-r", "musket-and-pike"]);
    let mut console = Console::run(command, Escapes::Ignored);
    console.line("fire 2 PM at clear 3hex rolled 3");
    console.hears("your own copy may say one of these\r\n");
    console.hears("no effect\r\n");
    console.hears("  D   top unit disrupted, then bottom of its stack\r\n");
    console.hears("column 2-1: ");
    // By the sign, or the beginning of what it means.
    console.keys("top unit d");
    console.keys(TAB);
    console.line("");
    console.hears("disrupted");
    console.hears("musket-and-pike> ");
    console.leaves();
}

#[test]
fn an_empty_line_and_a_short_prompt_are_as_they_are_set() {
    let home = home();
    let folder = home.path().join("config/drumhead");
    std::fs::create_dir_all(&folder).unwrap();
    let text = "prompt = \"short\"\nempty-line = \"phase\"\n";
    std::fs::write(folder.join("config.toml"), text).unwrap();
    let mut console = Console::open(home.path());
    // Without a battle there is no phase to go on to.
    console.line("");
    console.hears("\r\n");
    console.line("muster red grey = 4 musketeer");
    console.hears("joins red");
    console.line("");
    console.hears("retreats");
    assert!(!console.leaves().contains("kriegspiel"));
}
