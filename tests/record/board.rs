//! The players' board over a battle: what stands, runs and is gone, the last events, and what is taken back.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use drumhead::board::board;
use drumhead::paper::{Block, Document, Page};
use drumhead::rules::library::Library;
use drumhead::session::Session;
use tempfile::TempDir;

use crate::harness::drumhead;
use crate::harness::pages::{html_tables, parsed, texts};

/// A battle that goes on line by line, with its board after each.
struct Watched(TempDir);

impl Watched {
    fn new() -> Watched {
        Watched(tempfile::tempdir().unwrap())
    }

    /// The board after some lines.
    fn after(&self, lines: &[&str]) -> Document {
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let options = ["-r", "kriegspiel", "--battle", "b.jsonl", "--seed", "3"];
            let ran = drumhead(self.0.path(), &[&options[..], &words].concat());
            assert!(ran.status.success(), "{line}: {ran:?}");
        }
        board_of(&self.0.path().join("b.jsonl"))
    }
}

fn board_of(file: &Path) -> Document {
    let seen = drumhead::battle::look_on(file).unwrap();
    let session = Session::open(Library::default(), "kriegspiel", None).unwrap();
    board(&seen.opening, &seen.record, Some(session.rules()))
}

/// `red grey stands; blue b1 routed`.
fn units(board: &Document) -> String {
    let sections = board.sections.iter();
    let rows = sections.flat_map(|section| {
        let tables = section.blocks.iter().filter_map(|block| match block {
            Block::Table(sheet) => Some(sheet),
            _ => None,
        });
        let rows = tables.flat_map(|sheet| &sheet.rows);
        rows.map(|row| format!("{} {}", section.heading, row.join(" ")))
    });
    rows.collect::<Vec<_>>().join("; ")
}

/// The last events, the latest first.
fn events(board: &Document) -> Vec<&str> {
    let blocks = board.sections.iter().flat_map(|section| &section.blocks);
    let items = blocks.filter_map(|block| match block {
        Block::Items(items) => Some(items),
        _ => None,
    });
    items.flatten().map(|item| item.text.as_str()).collect()
}

#[test]
fn a_board_follows_the_battle() {
    let battle = Watched::new();
    let begun = battle.after(&[
        "muster red grey = 4 musketeer",
        "muster blue b1 = 1 pike + 2 musketeer",
    ]);
    assert_eq!(begun.title, "Before the first turn");
    assert_eq!(units(&begun), "red grey stands; blue b1 stands");
    assert_eq!(events(&begun), [""; 0]);

    let turn = battle.after(&["turn"]);
    assert_eq!(turn.title, "Turn 1, forced and designated retreats");

    let fire = "red grey fires at blue b1: b1: 1 figure lost";
    let fired = battle.after(&["fire grey at b1 10in rolled 6 5 4 1"]);
    assert_eq!(events(&fired), [fire]);
    assert_eq!(units(&fired), "red grey stands; blue b1 stands");

    // A difference of 3: 1 + 4 figures, and muskets rout.
    let melee = "blue b1 fights red grey: grey: 5 figures lost, routs";
    let fought = battle.after(&["melee b1 charge vs grey rolled 6 6 6 1 1 1 4 1"]);
    assert_eq!(events(&fought), [melee, fire]);
    assert_eq!(units(&fought), "red grey routed; blue b1 stands");

    let back = battle.after(&["undo"]);
    assert_eq!(
        events(&back),
        ["the referee takes a ruling back", melee, fire]
    );
    assert_eq!(units(&back), units(&fired));

    // Three events and no more; a state that only its side knows is no rout.
    let more = battle.after(&["state b1 disordered", "fire grey at b1 10in rolled 6 6 1 1"]);
    assert_eq!(events(&more).len(), 3);
    assert_eq!(units(&more), "red grey stands; blue b1 stands");
    let gone = battle.after(&["lose b1 18 they are ridden down"]);
    assert_eq!(units(&gone), "red grey stands; blue b1 gone");
    // No strength stands among the units.
    for told in [&begun, &fought, &gone] {
        assert!(
            !units(told)
                .chars()
                .any(|sign| sign.is_ascii_digit() && sign != '1')
        );
    }
}

#[test]
fn the_page_of_a_board_is_read_anew_and_keeps_names_text() {
    let battle = Watched::new();
    let army = "[[unit]]\nside = \"red\"\nhandle = \"a\"\nname = \"<b>Grey</b> & | *Sons*\"\ntroops = \"4 musketeer\"\n";
    std::fs::write(battle.0.path().join("army.toml"), army).unwrap();
    let board = battle.after(&["muster load army.toml", "turn"]);
    let page = board.on(Page::Html);
    let tables = html_tables(&page);
    assert_eq!(tables[0].rows, [["<b>Grey</b> & | *Sons*", "stands"]]);
    let html = parsed(&page);
    let bold = scraper::Selector::parse("b").unwrap();
    assert_eq!(html.select(&bold).count(), 0);
    let anew = scraper::Selector::parse("meta[http-equiv=refresh]").unwrap();
    assert_eq!(html.select(&anew).count(), 1);
    assert!(texts(&page).contains("Turn 1"));
}
