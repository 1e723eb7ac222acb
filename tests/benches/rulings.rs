//! How long it takes to read a table, read a line, and rule.

#![allow(clippy::expect_used, missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use drumhead::language::expect::{at, understood};
use drumhead::odds::headline;
use drumhead::rules::library::Library;
use drumhead::session::{Hand, Session};

const FIRE: &str = "fire 4 musketeer at pike 10in";
const MELEE: &str = "melee 2 hussar charge vs 3 musketeer flank";

fn session() -> Session {
    Session::open(Library::default(), "kriegspiel", Some(1642)).expect("the rule set")
}

fn reading(bench: &mut Criterion) {
    for set in Library::default().ids().expect("the built-in rule sets") {
        bench.bench_function(&format!("read/{}", set.id), |bench| {
            bench.iter(|| Session::open(Library::default(), &set.id, Some(1642)).expect("rules"));
        });
    }
    let session = session();
    for (name, line) in [("read/fire", FIRE), ("read/melee", MELEE)] {
        bench.bench_function(name, |bench| {
            bench.iter(|| session.grammar().parse(black_box(line)));
        });
    }
}

fn ruling(bench: &mut Criterion) {
    let mut session = session();
    for (name, line) in [("rule/fire", FIRE), ("rule/melee", MELEE)] {
        bench.bench_function(name, |bench| {
            bench.iter(|| {
                let answer = session.answer(black_box(line), Hand::Program);
                answer.expect("a ruling")
            });
        });
    }
}

/// The same lines by a table from a file, as an author has one: nothing of it is slower.
fn ruling_by_a_file(bench: &mut Criterion) {
    let table = include_str!("../../tables/kriegspiel.toml");
    let table = table.replacen("id = \"kriegspiel\"", "id = \"mine\"", 1);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.toml"), table).expect("a table");
    let library = Library::new(vec![folder.path().to_owned()]);
    let mut session = Session::open(library, "mine", Some(1642)).expect("the rule set");
    for (name, line) in [("file/fire", FIRE), ("file/melee", MELEE)] {
        bench.bench_function(name, |bench| {
            bench.iter(|| {
                let answer = session.answer(black_box(line), Hand::Program);
                answer.expect("a ruling")
            });
        });
    }
}

/// What the console does at each key in a battle of 200 units: colours, what can come, the odds behind
/// the cursor. All of it is to stay under 2 ms.
fn typing(bench: &mut Criterion) {
    let mut session = session();
    for side in ["red", "blue"] {
        let muster = format!("muster {side} 50 x 4 musketeer, 50 x 2 hussar");
        session.answer(&muster, Hand::Program).expect("units");
    }
    for line in [
        "fire m1 at ",
        "fire m1 at m51 10in",
        "m1 m51 10",
        "melee h1 charge vs m",
    ] {
        bench.bench_function(&format!("key/{line}"), |bench| {
            bench.iter(|| {
                let line = black_box(line);
                let grammar = session.grammar();
                let colours = understood(grammar, line).len();
                let names = at(grammar, line, line.len()).what.len();
                let odds = headline(session.grammar(), session.settings(), line);
                (colours, names, odds)
            });
        });
    }
}

criterion_group!(benches, reading, ruling, ruling_by_a_file, typing);
criterion_main!(benches);
