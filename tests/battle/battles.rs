//! Random battles of every rule set: going on, undoing and dumping lead back to the same state.
//!
//! The lines are made of what a rule set offers: its examples with units of the
//! battle in place of troops, its words, types and phases. `PROPTEST_CASES`
//! sets how many battles of each rule set are fought.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use drumhead::battle::{Audit, Battle, Beginning, Journal, Secret, State, What, audit, luck};
use drumhead::dice::Pool;
use drumhead::rules::blanks::blanks;
use drumhead::rules::library::{BUILT_IN, Library};
use drumhead::session::{self, Answer, Hand, NoAnswer, Session, dump};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::fought;
use super::fought::in_memory::InMemory;
use super::fought::offer::Offer;
use super::fought::orders::{Dice, orders};

const SEED: u64 = 1642;
/// How many battles of each rule set are fought unless more are asked for.
const BATTLES: u32 = 8;

#[test]
fn random_battles_come_back_to_the_same_state() {
    for (id, ..) in BUILT_IN {
        let mut session =
            Session::open(Library::default(), id, Some(SEED)).expect("a built-in rule set");
        let offer = Offer::of(session.rules(), blanks_of(id));
        let usual = ProptestConfig::default();
        // What is not asked for is proptest's own number of cases.
        let asked_for = std::env::var_os("PROPTEST_CASES").is_some();
        let config = ProptestConfig {
            cases: if asked_for { usual.cases } else { BATTLES },
            failure_persistence: None,
            ..usual
        };
        let mut answered = 0;
        let mut typed = 0;
        let cell = std::cell::RefCell::new((&mut session, &mut answered, &mut typed));
        let run = TestRunner::new(config).run(&orders(), |orders| {
            let (session, answered, typed) = &mut *cell.borrow_mut();
            let lines = offer.lines(&orders);
            let folder = tempfile::tempdir().expect("a folder");
            let count = battle(session, &lines, folder.path());
            **answered += count.map_err(|why| {
                let lines: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
                TestCaseError::fail(format!("{why}\nin {id}:\n{}", lines.join("\n")))
            })?;
            **typed += lines.len();
            Ok(())
        });
        if let Err(why) = run {
            panic!("{why}");
        }
        // Wrong lines belong to a battle, but one of nothing else would prove nothing.
        assert!(
            answered * 4 > typed,
            "{id}: {answered} answers to {typed} lines"
        );
    }
}

/// The keys of what the source of a rule set does not give.
fn blanks_of(id: &str) -> Vec<String> {
    let library = Library::default();
    let source = library.find(id).expect("a built-in rule set");
    let cells = blanks(&source, &|id| library.find(id)).expect("its blanks");
    cells.into_iter().map(|cell| cell.key).collect()
}

/// Fights a battle, checks it, and returns how many lines were answered.
fn battle(session: &mut Session, lines: &[(String, Dice)], folder: &Path) -> Result<usize, String> {
    let journal = take_up(session);
    let (answered, stages) = fight(session, lines)?;
    goes_on_at_every_entry(&journal.bytes(), &stages, folder)?;
    goes_on(session, &journal.bytes(), folder)?;
    let script = dump(of(session).opening(), of(session).record());
    let stood = Stood::of(of(session));
    undo_then_redo(session)?;
    let later = dump(of(session).opening(), of(session).record());
    let stood_later = Stood::of(of(session));
    for (script, stood) in [(script, stood), (later, stood_later)] {
        take_up(session);
        runs_to(session, &script, &stood)?;
    }
    Ok(answered)
}

/// Begins a battle whose journal is in memory, since there are too many to wait for the disk.
fn take_up(session: &mut Session) -> InMemory {
    // Nothing that the battle before had filled in.
    *session = session.afresh();
    let bytes = InMemory::default();
    let journal = Journal::on(Box::new(bytes.clone()), Path::new("battle.jsonl"));
    let beginning = Beginning {
        name: None,
        table: session.identity(),
        settings: Vec::new(),
        secret: secret(),
    };
    let battle = Battle::begin_in(journal, beginning);
    session.fight(battle.expect("a battle"));
    bytes
}

fn secret() -> Secret {
    Secret::new(SEED, "00ff")
}

fn of(session: &Session) -> &Battle {
    session.battle().expect("a battle")
}

/// Answers lines; a wrong one must change nothing, and the state be what the record says.
///
/// Returns how many were answered, and how the battle stood after each entry.
fn fight(session: &mut Session, lines: &[(String, Dice)]) -> Result<(usize, Vec<Stood>), String> {
    session.answer("units", Hand::Program).expect("an answer");
    let mut answered = 0;
    let mut stages = vec![Stood::of(of(session))];
    for (line, dice) in lines {
        let before = Stood::of(of(session));
        match say(session, line, *dice) {
            Ok(_) => answered += 1,
            Err(NoAnswer::Wrong(_)) => same(&before, &Stood::of(of(session)), line)?,
            Err(other) => return Err(format!("{line}: {other:?}")),
        }
        let state = fought::by_the_book(of(session).opening(), of(session).record());
        equal(
            of(session).state(),
            &state,
            &format!("{line}: the state by the book"),
        )?;
        let stood = Stood::of(of(session));
        if stood.entries == stages.len() {
            stages.push(stood);
        }
    }
    Ok((answered, stages))
}

/// The file as it was after each entry brings back the battle as it stood then.
fn goes_on_at_every_entry(journal: &[u8], stages: &[Stood], folder: &Path) -> Result<(), String> {
    let file = folder.join("stage.jsonl");
    fs::write(folder.join("stage.jsonl.seed"), secret().to_string()).expect("its seed");
    let lines: Vec<&[u8]> = journal.split_inclusive(|byte| *byte == b'\n').collect();
    equal(&lines.len(), &stages.len(), "the entries of the journal")?;
    for (entries, stood) in stages.iter().enumerate() {
        fs::write(&file, lines[..=entries].concat()).expect("a journal");
        let opened = Battle::resume(&file).expect("the battle");
        same(
            stood,
            &Stood::of(&opened.battle),
            &format!("after {entries}"),
        )?;
    }
    Ok(())
}

/// Answers a line; where the referee throws, the faces go round so that no two throws are alike for long.
fn say(session: &mut Session, line: &str, dice: Dice) -> Result<Answer, NoAnswer> {
    let mut thrown = 0;
    match dice {
        Dice::Program => session.answer(line, Hand::Program),
        Dice::Referee => session.answer(
            line,
            Hand::Referee(&mut |question| {
                let pool = question.throw.pool;
                let faces = (0..pool.dice).map(|_| {
                    thrown += 1;
                    let face = pool.lowest + (thrown * thrown + thrown / 3) % pool.sides;
                    face.to_string()
                });
                Ok(faces.collect::<Vec<String>>().join(" "))
            }),
        ),
    }
}

/// All of a battle that its file must bring back.
struct Stood {
    state: State,
    entries: usize,
    undoable: Vec<u64>,
    redoable: Vec<u64>,
    lines_undoable: usize,
    lines_redoable: usize,
    luck: Vec<String>,
}

impl Stood {
    fn of(battle: &Battle) -> Stood {
        let record = battle.record();
        let lines = |of: Vec<u64>| {
            of.iter()
                .map(|number| fought::lines_of(record, *number))
                .sum()
        };
        Stood {
            lines_undoable: lines(record.undoable(usize::MAX)),
            lines_redoable: lines(record.redoable(usize::MAX)),
            state: battle.state().clone(),
            entries: record.entries().len(),
            undoable: record.undoable(usize::MAX),
            redoable: record.redoable(usize::MAX),
            luck: luck(record)
                .iter()
                .map(|luck| format!("{luck:?}"))
                .collect(),
        }
    }
}

fn same(one: &Stood, other: &Stood, of: &str) -> Result<(), String> {
    equal(&one.state, &other.state, &format!("{of}: the state"))?;
    equal(&one.entries, &other.entries, &format!("{of}: the entries"))?;
    equal(
        &one.undoable,
        &other.undoable,
        &format!("{of}: what can be undone"),
    )?;
    equal(
        &one.redoable,
        &other.redoable,
        &format!("{of}: what can be done again"),
    )?;
    equal(&one.luck, &other.luck, &format!("{of}: the luck"))
}

fn equal<T: PartialEq + std::fmt::Debug>(one: &T, other: &T, of: &str) -> Result<(), String> {
    if one == other {
        return Ok(());
    }
    Err(format!("{of} differs:\n  {one:?}\n  {other:?}"))
}

/// The file brings the battle back, with its dice, and the dice are those of the seed.
fn goes_on(session: &mut Session, journal: &[u8], folder: &Path) -> Result<(), String> {
    let file = folder.join("battle.jsonl");
    fs::write(&file, journal).expect("a journal");
    fs::write(folder.join("battle.jsonl.seed"), secret().to_string()).expect("its seed");
    let opened = Battle::resume(&file).expect("the battle");
    same(
        &Stood::of(of(session)),
        &Stood::of(&opened.battle),
        "resumed",
    )?;
    let record = of(session).record();
    equal(
        &record.entries(),
        &opened.battle.record().entries(),
        "resumed: the record",
    )?;
    let fair = audit(record, of(session).opening(), Some(secret()));
    if !matches!(fair, Audit::Fair { .. }) {
        return Err(format!("the audit: {fair:?}"));
    }
    // Every entry comes to the same when it is ruled again from the file alone.
    let again = session::audit(&file, Library::default()).expect("the journal");
    if !again.is_fair() {
        return Err(format!("the audit: {again}"));
    }
    // The next dice are the same, which only the generator's place in its stream decides.
    session.answer("roll 9d6", Hand::Program).expect("a roll");
    let rolled = of(session)
        .record()
        .entries()
        .last()
        .map(|entry| &entry.what);
    let Some(What::Ruling { throws, .. }) = rolled else {
        return Err("the roll is not on record".to_owned());
    };
    let mut dice = opened.battle.dice().expect("its dice");
    let faces: Vec<u32> = (0..9).map(|_| dice.face(Pool::d6(1))).collect();
    equal(&throws[0].faces, &faces, "resumed: the next dice")
}

/// To undo so many entries and do them again is as if neither had been.
fn undo_then_redo(session: &mut Session) -> Result<(), String> {
    let stood = Stood::of(of(session));
    let most = stood.undoable.len();
    for count in [1, 2, 3, most / 2, most] {
        if count == 0 || count > most {
            continue;
        }
        for line in [format!("undo {count}"), format!("redo {count}")] {
            session
                .answer(&line, Hand::Program)
                .map_err(|why| format!("{line}: {why:?}"))?;
            let state = fought::by_the_book(of(session).opening(), of(session).record());
            equal(
                of(session).state(),
                &state,
                &format!("{line}: the state by the book"),
            )?;
        }
        equal(
            &stood.state,
            of(session).state(),
            &format!("undo and redo {count}: the state"),
        )?;
        let undoable = of(session).record().undoable(usize::MAX);
        equal(
            &stood.undoable,
            &undoable,
            "undo and redo: what can be undone",
        )?;
    }
    if most > 0 {
        session
            .answer(&format!("undo {most}"), Hand::Program)
            .map_err(|why| format!("undo of all: {why:?}"))?;
        equal(
            &State::opened(of(session).opening()),
            of(session).state(),
            "all undone: the state",
        )?;
        session
            .answer(&format!("redo {most}"), Hand::Program)
            .map_err(|why| format!("redo of all: {why:?}"))?;
    }
    Ok(())
}

/// The lines of a dump lead to the state of the battle that it is of.
fn runs_to(session: &mut Session, script: &[String], stood: &Stood) -> Result<(), String> {
    for line in script {
        session
            .answer(line, Hand::Program)
            .map_err(|why| format!("dumped: `{line}`: {why:?}\n{}", script.join("\n")))?;
    }
    let now = Stood::of(of(session));
    let said = || format!("dumped:\n{}\n", script.join("\n"));
    equal(&stood.state, &now.state, &said())?;
    // What one line mustered together is written out in several, each undone by itself.
    equal(&stood.lines_undoable, &now.lines_undoable, &said())?;
    equal(&stood.lines_redoable, &now.lines_redoable, &said())
}
