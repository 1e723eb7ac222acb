//! How long exact odds take.

#![allow(clippy::expect_used, missing_docs)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use drumhead::dice::{Distribution, Expression, Pool};
use drumhead::odds;
use drumhead::rules::library::Library;
use drumhead::session::{Hand, Session};

/// Lines of ordinary size; each but the last is to be answered within a millisecond.
const LINES: [(&str, &str); 8] = [
    ("odds/fire-4", "odds fire 4 musketeer at pike 10in"),
    ("odds/fire-40", "odds fire 40 musketeer at pike 10in"),
    (
        "odds/fire-40-close",
        "odds fire 40 musketeer close at 20 pike charge",
    ),
    (
        "odds/fire-four-units",
        "odds fire 10 musketeer and 10 musketeer supported and 10 musketeer and 10 musketeer at pike 6in",
    ),
    (
        "odds/melee",
        "odds melee 2 hussar charge vs 3 musketeer flank",
    ),
    (
        "odds/melee-three-a-side",
        "odds melee 2 hussar charge and 2 heavy charge general and 2 light vs 1 pike + 2 musketeer and 4 musketeer and 4 sword-buckler",
    ),
    (
        "odds/melee-bucklers",
        "odds melee 4 sword-buckler and 4 sword-buckler vs 4 sword-buckler and 4 sword-buckler",
    ),
    (
        "odds/melee-until-broken",
        "odds melee 2 hussar charge vs 3 musketeer until broken",
    ),
];

fn lines(bench: &mut Criterion) {
    let mut session =
        Session::open(Library::default(), "kriegspiel", Some(1)).expect("the rule set");
    for (name, line) in LINES {
        bench.bench_function(name, |bench| {
            bench.iter(|| {
                let answer = session.answer(black_box(line), Hand::Program);
                answer.expect("odds")
            });
        });
    }
    bench.bench_function("odds/headline", |bench| {
        let line = "melee 2 hussar charge vs 3 musketeer flank";
        bench.iter(|| {
            odds::headline(session.grammar(), session.settings(), black_box(line))
                .expect("a headline")
        });
    });
}

/// The examples of every rule set: what a referee types.
fn examples(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("examples");
    group
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    for set in Library::default().ids().expect("the built-in rule sets") {
        let mut session = Session::open(Library::default(), &set.id, Some(1)).expect("a rule set");
        let lines: Vec<String> = session
            .rules()
            .rulings
            .iter()
            .flat_map(|(_, ruling)| ruling.examples.iter().map(|line| format!("odds {line}")))
            .collect();
        for line in lines {
            group.bench_function(format!("{}/{line}", set.id), |bench| {
                bench.iter(|| {
                    let answer = session.answer(black_box(&line), Hand::Program);
                    answer.expect("odds")
                });
            });
        }
    }
    group.finish();
}

fn dice(bench: &mut Criterion) {
    let forty = Pool::d6(40);
    bench.bench_function("dice/40d6", |bench| {
        bench.iter(|| Distribution::sum_of(black_box(forty)).expect("sums"));
    });
    bench.bench_function("dice/40d6-at-least-5", |bench| {
        bench.iter(|| Distribution::successes(black_box(forty), 5).expect("counts"));
    });
    bench.bench_function("dice/40d6-less-40d6", |bench| {
        let difference = Expression::parse("40d6-40d6").expect("dice");
        bench.iter(|| Distribution::total_of(black_box(&difference.terms)).expect("differences"));
    });
}

criterion_group!(benches, lines, dice, examples);
criterion_main!(benches);
