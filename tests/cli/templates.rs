//! From an empty folder: a table is begun, changed, checked, ruled by, and a battle of two turns is fought.

use std::fs;
use std::path::Path;

use crate::{Ran, finish, folder, program};

/// What an author does with a template; what comes of it was worked out by hand.
struct Begun {
    template: &'static str,
    /// What he changes: the old text, and the new one.
    change: [&'static str; 2],
    /// A line, and how the answer begins under the changed table.
    ruled: [&'static str; 2],
    /// A line, a headline of its odds, a value of it, and its chance.
    odds: [&'static str; 4],
    /// The lines of two turns.
    battle: &'static [&'static str],
    /// What the battle comes to, in its order.
    comes_to: &'static [&'static str],
}

const BEGUN: [Begun; 7] = [
    Begun {
        template: "pool",
        change: ["add = 1\ncite = \"Cover\"", "add = 2\ncite = \"Cover\""],
        // 4 and 2 for cover: a 5 is no hit.
        ruled: [
            "fire 2 regular at 3 veteran cover 12in rolled 5 4",
            "0 hits, 0 wounds, 0 saved",
        ],
        // A sixth hits, a half of it wounds, a half of that is not saved.
        odds: [
            "fire regular at veteran cover 12in",
            "defender.1.lost",
            "1",
            "1/24",
        ],
        battle: &[
            "muster red r1 = 5 regular",
            "muster blue b1 = 8 veteran",
            "fire r1 at b1 12in rolled 6 5 4 1 1 6 6 5 1 2 3",
            "turn",
            "fire b1 at r1 10in rolled 4 4 1 1 1 3 2 1",
            "units",
        ],
        comes_to: &[
            "3 hits, 3 wounds, 0 saved",
            "b1: 3 lost, 5 of 8 left",
            "2 hits, 1 wound, 0 saved",
            "r1: 1 lost, 4 of 5 left",
            "4 of 5",
            "5 of 8",
        ],
    },
    Begun {
        template: "opposed",
        change: [
            "against-mounted = 4 } }\nknight",
            "against-mounted = 5 } }\nknight",
        ],
        // 3 + 4 against 5 + 3.
        ruled: ["melee knight vs spear rolled 4 3", "attacker: recoils"],
        // 3 + a is more than 5 + d in 6 ways of 36.
        odds: ["melee knight vs spear", "winner", "attacker", "1/6"],
        battle: &[
            "muster red r1 = knight",
            "muster blue b1 = spear",
            "melee r1 vs b1 rolled 4 3",
            "turn",
            "melee b1 vs r1 rolled 6 1",
            "units",
        ],
        // 5 + 6 against 3 + 1 is more than double.
        comes_to: &["r1: recoils", "defender: destroyed", "gone: r1: destroyed"],
    },
    Begun {
        template: "odds",
        change: ["\"5-6\" = [\"AE\"", "\"5-6\" = [\"AR\""],
        // 4 against 8.
        ruled: [
            "attack infantry vs infantry town rolled 6",
            "1-2, die 6: AR",
        ],
        odds: ["attack infantry vs infantry town", "effect", "AR", "1/1"],
        battle: &[
            "muster red r1 = armour",
            "muster blue b1 = infantry",
            "attack r1 vs b1 rolled 2",
            "turn",
            "attack r1 vs b1 town rolled 6",
            "units",
        ],
        // 6 against 4 is 1-1, 6 against 8 is 1-2.
        comes_to: &[
            "1-1, die 2: DR",
            "b1: retreats",
            "1-2, die 6: AR",
            "r1: retreats",
            "1 of 1",
        ],
    },
    Begun {
        template: "table",
        change: ["\"6+\" = [2, 5]", "\"6+\" = [3, 5]"],
        ruled: ["broadside frigate at liner rolled 6", "3 points"],
        odds: ["broadside frigate at liner", "defender.1.lost", "3", "1/6"],
        battle: &[
            "muster red r1 = liner",
            "muster blue b1 = frigate",
            "weather rolled 6 6",
            "broadside b1 at r1 rolled 6",
            "turn",
            "weather rolled 1 2",
            "broadside r1 at b1 raking rolled 4",
            "units",
        ],
        comes_to: &[
            "gale",
            "3 points",
            "r1: 3 lost, 9 of 12 left",
            "calm",
            "6 points",
            "b1: destroyed",
            "9 of 12",
            "gone: b1: destroyed",
        ],
    },
    Begun {
        template: "test",
        change: [
            "\n\n[word]",
            "\nveteran = { name = \"veteran\", arm = \"foot\", numbers = { morale = 9 } }\n\n[word]",
        ],
        ruled: ["morale veteran rolled 5 4", "stands: 9, 9 or less needed"],
        // 10, 11 and 12 are 6 ways of 36.
        odds: ["morale veteran", "attacker.1.result", "stands", "5/6"],
        battle: &[
            "muster red r1 = 4 veteran",
            "morale r1 rolled 6 6",
            "turn",
            "lose r1 2",
            "morale r1 general rolled 4 5",
            "units",
        ],
        // 9, less 2 for half of it, and 1 for the general.
        comes_to: &[
            "routs: 12, 9 or less needed",
            "falls back: 9, 8 or less needed",
            "2 of 4",
        ],
    },
    Begun {
        template: "faces",
        change: ["on = \"back\"\nadd = -1", "on = \"back\"\nadd = -2"],
        ruled: [
            "battle 4 infantry at 3 cavalry support 1hex rolled 5 6 1",
            "0 hits, 2 flags",
        ],
        // Three flags on three dice, and two of them passed over.
        odds: [
            "battle infantry at 4 cavalry support 1hex",
            "defender.1.back",
            "1",
            "1/27",
        ],
        battle: &[
            "muster red r1 = 4 infantry",
            "muster blue b1 = 3 cavalry",
            "battle r1 at b1 1hex rolled 3 4 5",
            "turn",
            "battle b1 at r1 2hex rolled 1 6",
            "units",
        ],
        comes_to: &[
            "2 hits, 1 flag",
            "b1: 2 lost, 1 of 3 left",
            "1 hit, 1 flag",
            "r1: 1 lost, 3 of 4 left",
            "3 of 4",
            "1 of 3",
        ],
    },
    Begun {
        template: "points",
        change: [
            "arm = \"horse\", figures = 15",
            "arm = \"horse\", figures = 20",
        ],
        ruled: ["charge infantry at cavalry lost 14 rolled 6", "6 points"],
        odds: [
            "charge infantry at cavalry lost 14",
            "defender.1.lost",
            "6",
            "1/6",
        ],
        battle: &[
            "muster red r1 = infantry",
            "muster blue b1 = cavalry",
            "fire r1 at b1 10in rolled 6",
            "turn",
            "charge b1 at r1 rolled 4",
            "units",
        ],
        comes_to: &[
            "6 points",
            "b1: 6 lost, 14 of 20 left",
            "4 points",
            "r1: 4 lost, 11 of 15 left",
            "11 of 15",
            "14 of 20",
        ],
    },
];

/// Runs the program in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> Ran {
    finish(program().args(arguments).current_dir(folder))
}

#[test]
fn a_table_is_begun_changed_checked_and_fought_by() {
    for begun in BEGUN {
        let template = begun.template;
        let files = folder(&[]);
        let files = files.path();
        let new = run_in(files, &["new", "mine", "--like", template]);
        assert_eq!((new.code, new.err.as_str()), (0, ""), "{template}");

        let [old, new] = begun.change;
        let table = fs::read_to_string(files.join("mine.toml")).expect("the table");
        assert_eq!(table.matches(old).count(), 1, "{template}: `{old}`");
        fs::write(files.join("mine.toml"), table.replace(old, new)).expect("the table");
        let checked = run_in(files, &["check", "mine.toml"]);
        assert!(
            checked.code == 0 && checked.out.starts_with("no faults in mine.toml"),
            "{template}: {checked:?}"
        );

        let mine = |more: &[&str]| {
            let arguments = ["--tables", ".", "-r", "mine"];
            run_in(files, &[&arguments, more].concat())
        };
        let [line, answer] = begun.ruled;
        let ruled = mine(&[line]);
        assert!(
            ruled.out.starts_with(&format!("{answer}\n")),
            "{template}: {ruled:?}"
        );

        let [line, headline, value, chance] = begun.odds;
        let odds = mine(&["--json", &format!("odds {line}")]).json();
        let rows = odds["odds"][headline].as_array().expect("a headline");
        let row = rows.iter().find(|row| {
            let told = &row["value"];
            told.as_str().map_or(told.to_string(), str::to_owned) == value
        });
        let row = row.unwrap_or_else(|| panic!("{template}: no {value} in {rows:?}"));
        let part = |key: &str| row[key].as_str().expect("a whole number").to_owned();
        assert_eq!(
            format!("{}/{}", part("ways"), part("of")),
            chance,
            "{template}"
        );

        fs::write(files.join("battle.txt"), begun.battle.join("\n")).expect("the lines");
        let fought = mine(&["--battle", "mine.jsonl", "run", "battle.txt"]);
        assert_eq!(fought.code, 0, "{template}: {fought:?}");
        let mut rest = fought.out.as_str();
        for told in begun.comes_to {
            let found = rest.split_once(told);
            let (_, after) =
                found.unwrap_or_else(|| panic!("{template}: no `{told}` in {fought:?}"));
            rest = after;
        }
        let audit = run_in(files, &["--tables", ".", "audit", "mine.jsonl"]);
        assert_eq!(audit.code, 0, "{template}: {audit:?}");
    }
}
