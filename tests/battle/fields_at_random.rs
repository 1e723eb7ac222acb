//! Battles of lines at random: whatever is said, nobody loses more than he has, and who has nothing left is gone.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use drumhead::number::Number;
use drumhead::rules::RuleSet;
use drumhead::rules::amount::{Amount, Given};
use drumhead::rules::kind::Figures;
use drumhead::rules::library::{BUILT_IN, Library};
use drumhead::session::{Hand, NoAnswer, Session};
use proptest::prelude::*;

/// The handles of the battle, two a side.
const HANDLES: [&str; 4] = ["aa1", "aa2", "zz1", "zz2"];

/// How many losses take one count off the table, where that is a fixed number.
fn figures(rules: &RuleSet, troop: &str) -> Option<Number> {
    let troop = rules.types.get(rules.types.named(troop)?);
    match troop.figures {
        Given::Known(Figures::Amount(Amount::Fixed(figures))) => Some(figures),
        _ => None,
    }
}

pub(super) fn check(session: &Session, said: &[String]) {
    let Some(battle) = session.battle() else {
        return;
    };
    for unit in &battle.state().units {
        // How much is left of it; `None` where one of its types has no fixed number of figures.
        let mut left = Some(Number::ZERO);
        for group in &unit.groups {
            assert!(group.lost >= Number::ZERO, "{}: {said:#?}", unit.handle);
            assert!(group.count >= Number::ZERO, "{}: {said:#?}", unit.handle);
            let Some(figures) = figures(session.rules(), &group.troop) else {
                left = None;
                continue;
            };
            let rest = group.count * figures - group.lost;
            assert!(rest >= Number::ZERO, "{}: {said:#?}", unit.handle);
            left = left.map(|left| left + rest);
        }
        let stands = left.is_none_or(|left| left > Number::ZERO);
        assert!(unit.left.is_some() || stands, "{}: {said:#?}", unit.handle);
        // No state is there twice, and none beside one that bars it.
        let rules = session.rules();
        let states: Vec<_> = unit.states.iter().map(|state| &state.word).collect();
        for (place, state) in states.iter().enumerate() {
            let word = rules.words.named(state).unwrap();
            for other in &states[..place] {
                let other = rules.words.named(other).unwrap();
                assert!(word != other, "{}: {said:#?}", unit.handle);
                assert!(
                    !rules.bar_each_other(word, other),
                    "{}: {said:#?}",
                    unit.handle
                );
            }
        }
    }
}

/// A line from a few numbers: a ruling, an order, a phase, a turn, something undone.
fn line(rules: &RuleSet, what: u8, of: usize, other: usize, word: usize) -> String {
    let unit = HANDLES[of % HANDLES.len()];
    let foe = HANDLES[other % HANDLES.len()];
    let words: Vec<&str> = rules
        .words
        .iter()
        .map(|(_, word)| word.id.as_str())
        .collect();
    let word = words[word % words.len()];
    let rulings: Vec<&str> = rules
        .rulings
        .iter()
        .map(|(_, ruling)| ruling.id.as_str())
        .collect();
    let ruling = rulings[usize::from(what) % rulings.len()];
    let types: Vec<&str> = rules
        .types
        .iter()
        .map(|(_, troop)| troop.id.as_str())
        .collect();
    let troop = types[other % types.len()];
    match what % 24 {
        0 => "turn".to_owned(),
        1 => "phase".to_owned(),
        2 => format!("state {unit} {word}"),
        3 => format!("state {unit} not {word}"),
        4 => format!("lose {unit} {}", other + 1),
        5 => format!("lose {unit} -1"),
        6 => "undo".to_owned(),
        7 => "redo".to_owned(),
        8 => format!("{ruling} {unit}"),
        9 => format!("{ruling} {unit} {word}"),
        10 => format!(
            "{ruling} {unit} + {} at {foe} 2",
            HANDLES[(of + 1) % HANDLES.len()]
        ),
        11 => "again".to_owned(),
        12 => format!("amend +{word}"),
        13 => format!("amend -{word}"),
        14 => format!("amend at {foe}"),
        15 => format!("split {unit} 1 {troop} > aa3"),
        16 => format!("merge {unit} {foe} > {unit}"),
        17 => format!("becomes {unit} {troop}"),
        18 => format!("casualties {unit} {} of {troop}", other + 1),
        19 => format!("lose {unit} {} of {troop}", other + 1),
        20 => "stack st = aa1 + aa2".to_owned(),
        21 => format!("{ruling} st at {foe} 2"),
        _ => format!("{ruling} {unit} at {foe} 2"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nobody_loses_more_than_he_has(
        set in 0..BUILT_IN.len(),
        seed in 0u64..1000,
        troops in proptest::collection::vec((0usize..40, 1usize..9, 0usize..40), 4),
        lines in proptest::collection::vec((0u8..=255, 0usize..4, 0usize..4, 0usize..60), 1..60),
    ) {
        let mut session = Session::open(Library::default(), BUILT_IN[set].0, Some(seed)).unwrap();
        let mut said = Vec::new();
        let types: Vec<String> = {
            let types = session.rules().types.iter();
            types.map(|(_, troop)| troop.id.to_string()).collect()
        };
        for (handle, (first, count, second)) in HANDLES.iter().zip(troops) {
            let (first, second) = (&types[first % types.len()], &types[second % types.len()]);
            let side = &handle[..2];
            said.push(format!("muster {side} {handle} = {count} {first} + 2 {second}"));
        }
        let rulings = lines.iter().map(|(what, of, other, word)| {
            line(session.rules(), *what, *of, *other, *word)
        });
        said.extend(rulings.collect::<Vec<String>>());
        for (count, line) in said.iter().enumerate() {
            match session.answer(line, Hand::Program) {
                Ok(_) | Err(NoAnswer::Wrong(_)) => {}
                Err(other) => panic!("`{line}`: {other:?}"),
            }
            check(&session, &said[..=count]);
        }
    }
}
