//! How long it takes to go on with a battle, to answer its next line, and to tell its story.

#![allow(clippy::expect_used, missing_docs)]

#[path = "../fought/in_memory.rs"]
mod in_memory;

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use drumhead::battle::{Battle, Beginning, Journal, Secret, audit, look_on};
use drumhead::paper::Page;
use drumhead::rules::library::Library;
use drumhead::session::{Hand, Session};
use drumhead::story::{Telling, story};
use in_memory::InMemory;
use tempfile::TempDir;

const SEED: u64 = 1642;
const FEW: usize = 100;
const MANY: usize = 100_000;
const TOLD: usize = 10_000;

/// What is said turn after turn, with fresh dice each time.
const TURN: [&str; 14] = [
    "turn",
    "fire g1 at b1 6in --fresh",
    "fire g2 at b2 10in --fresh",
    "fire g3 at c3 10in --fresh",
    "undo",
    "melee h1 charge vs c1 --fresh",
    "undo",
    "melee h2 charge vs c2 flank --fresh",
    "amend +rear",
    "undo 2",
    "state c3 disordered",
    "state c3 not disordered",
    "note b1 stands behind the hedge",
    "lose b1 1 a cart of powder goes up",
];

fn session() -> Session {
    Session::open(Library::default(), "kriegspiel", Some(SEED)).expect("the rule set")
}

/// Answers lines of a battle until so many entries are on record.
fn fight(session: &mut Session, entries: usize) {
    for number in 1..=10 {
        say(session, &format!("muster red g{number} = 4 musketeer"));
        say(session, &format!("muster red h{number} = 2 hussar"));
        say(
            session,
            &format!("muster blue b{number} = 1 pike + 2 musketeer"),
        );
        say(session, &format!("muster blue c{number} = 2 heavy"));
    }
    while on_record(session) < entries {
        for line in TURN {
            say(session, line);
        }
        // Those that were shot at are replaced before they are gone.
        for number in 1..=2 {
            say(session, &format!("remove b{number}"));
            say(
                session,
                &format!("muster blue b{number} = 1 pike + 2 musketeer"),
            );
        }
    }
}

fn say(session: &mut Session, line: &str) {
    session.answer(line, Hand::Program).expect("an answer");
}

fn on_record(session: &Session) -> usize {
    let battle = session.battle().expect("a battle");
    battle.record().entries().len()
}

/// A battle's file with so many entries.
fn battle(folder: &Path, entries: usize) -> PathBuf {
    let mut session = session();
    let bytes = InMemory::default();
    let secret = Secret::new(SEED, "00ff");
    let beginning = Beginning {
        name: None,
        table: session.identity(),
        settings: Vec::new(),
        secret: secret.clone(),
    };
    let journal = Journal::on(Box::new(bytes.clone()), Path::new("battle.jsonl"));
    let battle = Battle::begin_in(journal, beginning).expect("a battle");
    session.fight(battle);
    fight(&mut session, entries);
    let file = folder.join(format!("{entries}.jsonl"));
    fs::write(&file, bytes.bytes()).expect("a journal");
    let seed = folder.join(format!("{entries}.jsonl.seed"));
    fs::write(seed, secret.to_string()).expect("its seed");
    file
}

fn going_on(bench: &mut Criterion) {
    let folder = TempDir::new().expect("a folder");
    let mut group = bench.benchmark_group("resume");
    group.sample_size(10);
    for entries in [FEW, MANY] {
        let file = battle(folder.path(), entries);
        let bytes = fs::metadata(&file).expect("the journal").len();
        eprintln!("{entries} entries are {bytes} bytes");
        group.bench_function(entries.to_string(), |bench| {
            bench.iter_batched(
                || (),
                |()| Battle::resume(black_box(&file)).expect("the battle"),
                BatchSize::PerIteration,
            );
        });
    }
}

/// The next line and its undoing; without a file, since the disk's time is no time of the program's.
fn next_line(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("next-line");
    for entries in [FEW, MANY] {
        let mut session = session();
        fight(&mut session, entries);
        group.bench_function(entries.to_string(), |bench| {
            bench.iter(|| {
                say(&mut session, black_box("fire g3 at b3 6in"));
                say(&mut session, black_box("undo"));
            });
        });
    }
}

/// A story from the battle's file to the page.
fn told(bench: &mut Criterion) {
    let folder = TempDir::new().expect("a folder");
    let mut group = bench.benchmark_group("story");
    group.sample_size(10);
    let file = battle(folder.path(), TOLD);
    group.bench_function(TOLD.to_string(), |bench| {
        bench.iter(|| {
            let loaded = look_on(black_box(&file)).expect("the battle");
            let (opening, record) = (&loaded.opening, &loaded.record);
            let proof = audit(record, opening, None);
            let session = Session::looking_on(Library::default(), opening, record).ok();
            let telling = Telling {
                opening,
                record,
                proof: &proof,
                session,
                side: None,
            };
            story(telling).on(Page::Html)
        });
    });
}

criterion_group!(benches, going_on, next_line, told);
criterion_main!(benches);
