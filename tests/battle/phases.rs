//! Phases at random: a battle is the same whether its phases are called or passed over, no state
//! outlives its end, and nothing is lost that does not stand.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use drumhead::battle::State;
use drumhead::rules::RuleSet;
use drumhead::rules::library::{BUILT_IN, Library};
use drumhead::rules::life::states;
use drumhead::rules::word::Lasts;
use drumhead::session::{Hand, NoAnswer, Session};
use proptest::prelude::*;

use super::fields_at_random::check;

/// The handles of the battle, two a side.
const HANDLES: [&str; 4] = ["aa1", "aa2", "zz1", "zz2"];

/// What is said between one call of a phase and the next.
#[derive(Debug, Clone)]
struct Said {
    /// The phase, by its place, before which it is said.
    phase: usize,
    unit: usize,
    foe: usize,
    what: usize,
    state: bool,
}

fn said() -> impl Strategy<Value = Said> {
    (0usize..20, 0usize..4, 0usize..4, 0usize..60, any::<bool>()).prop_map(
        |(phase, unit, foe, what, state)| Said {
            phase,
            unit,
            foe,
            what,
            state,
        },
    )
}

fn answer(session: &mut Session, line: &str) {
    match session.answer(line, Hand::Program) {
        Ok(_) | Err(NoAnswer::Wrong(_)) => {}
        Err(other) => panic!("`{line}`: {other:?}"),
    }
}

/// The line of what is said: a ruling, or a state that the referee decides.
fn line(rules: &RuleSet, said: &Said) -> String {
    let (unit, foe) = (HANDLES[said.unit], HANDLES[said.foe]);
    let words: Vec<&str> = states(rules).map(|(_, word)| word.id.as_str()).collect();
    if said.state && !words.is_empty() {
        return format!("state {unit} {}", words[said.what % words.len()]);
    }
    let rulings: Vec<&str> = {
        let rulings = rules.rulings.iter();
        rulings.map(|(_, ruling)| ruling.id.as_str()).collect()
    };
    let ruling = rulings[said.what % rulings.len()];
    if said.what.is_multiple_of(2) {
        format!("{ruling} {unit} at {foe} 1")
    } else {
        format!("{ruling} {unit}")
    }
}

/// How the phases of a turn are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Called {
    /// Each by itself.
    Each,
    /// Those in which something is said, by name.
    Named,
}

/// Fights one turn and begins the next; the state then.
fn fought(id: &str, seed: u64, troops: &[(usize, usize)], all: &[Said], called: Called) -> State {
    let mut session = Session::open(Library::default(), id, Some(seed)).unwrap();
    let types: Vec<String> = {
        let types = session.rules().types.iter();
        types.map(|(_, troop)| troop.id.to_string()).collect()
    };
    let phases: Vec<String> = {
        let phases = session.rules().phases.iter();
        phases.map(|(_, phase)| phase.id.to_string()).collect()
    };
    let mut lines: Vec<String> = Vec::new();
    for (handle, (troop, count)) in HANDLES.iter().zip(troops) {
        let troop = &types[troop % types.len()];
        lines.push(format!(
            "muster {} {handle} = {count} {troop}",
            &handle[..2]
        ));
    }
    lines.push("turn".to_owned());
    for (place, phase) in phases.iter().enumerate() {
        let here: Vec<&Said> = {
            let here = all.iter().filter(|said| said.phase % phases.len() == place);
            here.collect()
        };
        // The turn begins in the first.
        if place > 0 && (called == Called::Each || !here.is_empty()) {
            lines.push(format!("phase {phase}"));
        }
        let here = here.into_iter().map(|said| line(session.rules(), said));
        lines.extend(here.collect::<Vec<String>>());
    }
    lines.push("turn".to_owned());
    for (count, line) in lines.iter().enumerate() {
        answer(&mut session, line);
        check(&session, &lines[..=count]);
    }
    ended(&session, &lines);
    let mut state = session.battle().unwrap().state().clone();
    // Nobody has acted yet in a phase that has just begun.
    for unit in &state.units {
        assert!(unit.acted.is_empty(), "{lines:#?}");
    }
    assert!(state.held.is_empty(), "{lines:#?}");
    state.settings.clear();
    state
}

/// No state is there that ends with a phase or a turn, now that a turn has ended; what lasts through
/// the next turn came in this one.
fn ended(session: &Session, lines: &[String]) {
    let state = session.battle().unwrap().state();
    for unit in state.units.iter().filter(|unit| unit.left.is_none()) {
        for known in &unit.states {
            let rules = session.rules();
            let word = rules.words.get(rules.words.named(&known.word).unwrap());
            let ends = match word.lasts {
                Lasts::Line => true,
                // A phase may bring it as it begins, and it may follow another as the turn ends.
                Lasts::Phase | Lasts::Turn => known.since + 1 < state.turn,
                Lasts::NextTurn => known.since + 1 < state.turn,
                Lasts::Rally | Lasts::Battle | Lasts::Referee | Lasts::Always => false,
            };
            assert!(!ends, "{} is {}: {lines:#?}", unit.handle, known.word);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn phases_that_are_passed_over_do_their_work(
        set in 0..BUILT_IN.len(),
        seed in 0u64..1000,
        troops in proptest::collection::vec((0usize..40, 1usize..9), 4),
        all in proptest::collection::vec(said(), 0..12),
    ) {
        let id = BUILT_IN[set].0;
        let each = fought(id, seed, &troops, &all, Called::Each);
        let named = fought(id, seed, &troops, &all, Called::Named);
        prop_assert_eq!(each, named);
    }

    #[test]
    fn a_turn_alone_does_what_its_phases_do(
        set in 0..BUILT_IN.len(),
        troops in proptest::collection::vec((0usize..40, 1usize..9), 4),
        states in proptest::collection::vec(said(), 0..8),
    ) {
        // States alone, all of them in the first phase: then one `turn`, or every phase and `turn`.
        let states: Vec<Said> = states
            .into_iter()
            .map(|said| Said { phase: 0, state: true, ..said })
            .collect();
        let id = BUILT_IN[set].0;
        let each = fought(id, 1, &troops, &states, Called::Each);
        let alone = fought(id, 1, &troops, &states, Called::Named);
        prop_assert_eq!(each, alone);
    }
}

#[test]
fn one_letter_is_the_next_phase_in_every_rule_set_that_has_phases() {
    for (id, ..) in BUILT_IN {
        let mut session = Session::open(Library::default(), id, Some(1)).unwrap();
        let mut phases = session.rules().phases.iter();
        let Some(second) = phases.nth(1).map(|(_, phase)| phase.id.clone()) else {
            continue;
        };
        drop(phases);
        let troops = session.rules().example_type().to_owned();
        let muster = format!("muster red a = {troops}");
        for line in [muster.as_str(), "turn", "p"] {
            session.answer(line, Hand::Program).unwrap();
        }
        let state = session.battle().unwrap().state();
        assert_eq!(state.phase, Some(second), "{id}");
    }
}
