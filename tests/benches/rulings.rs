//! How long it takes to read a table, read a line, and rule.

#![allow(clippy::expect_used, missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
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

criterion_group!(benches, reading, ruling);
criterion_main!(benches);
