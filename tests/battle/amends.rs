//! Amendments: a battle with one is the battle in which it was typed so at first, through phases and turns.

use drumhead::battle::{State, What};
use drumhead::resolution::Resolution;
use drumhead::rules::RuleSet;
use drumhead::rules::library::{BUILT_IN, Library};
use drumhead::rules::life::states;
use drumhead::session::{Answer, Hand, NoAnswer, Session};
use proptest::prelude::*;

use super::fields_at_random::check;

/// The handles of the battle, two a side.
const HANDLES: [&str; 4] = ["aa1", "aa2", "zz1", "zz2"];

/// A line; what is wrong changes nothing.
fn said(session: &mut Session, line: &str) -> Option<Answer> {
    match session.answer(line, Hand::Program) {
        Ok(answer) => Some(answer),
        Err(NoAnswer::Wrong(_)) => None,
        Err(other) => panic!("`{line}`: {other:?}"),
    }
}

/// A ruling that is amended, and what is said before and after it.
#[derive(Debug, Clone)]
struct Field {
    set: usize,
    troops: Vec<(usize, usize)>,
    /// How many phases have begun before the first ruling.
    phases: usize,
    /// Rulings before the one that is amended.
    before: Vec<(usize, usize, usize, usize)>,
    ruling: (usize, usize, usize, usize),
    amended: (usize, usize, usize),
    /// Phases that begin before it is amended; the fifth of five is a turn.
    after: Vec<u8>,
}

fn field() -> impl Strategy<Value = Field> {
    let ruling = || (0usize..40, 0usize..4, 0usize..4, 0usize..60);
    (
        0..BUILT_IN.len(),
        proptest::collection::vec((0usize..40, 1usize..9), 4),
        0usize..7,
        proptest::collection::vec(ruling(), 0..3),
        ruling(),
        (0usize..4, 0usize..4, 0usize..60),
        proptest::collection::vec(0u8..5, 0..5),
    )
        .prop_map(
            |(set, troops, phases, before, ruling, amended, after)| Field {
                set,
                troops,
                phases,
                before,
                ruling,
                amended,
                after,
            },
        )
}

fn ruling(rules: &RuleSet, of: (usize, usize, usize, usize)) -> String {
    let (ruling, unit, foe, word) = of;
    let rulings: Vec<&str> = {
        let rulings = rules.rulings.iter();
        rulings.map(|(_, ruling)| ruling.id.as_str()).collect()
    };
    let ruling = rulings[ruling % rulings.len()];
    let (unit, foe) = (HANDLES[unit], HANDLES[foe]);
    let words: Vec<&str> = states(rules).map(|(_, word)| word.id.as_str()).collect();
    match word % 4 {
        0 => format!("{ruling} {unit}"),
        1 if !words.is_empty() => {
            format!("{ruling} {unit} {} at {foe} 1", words[word % words.len()])
        }
        _ => format!("{ruling} {unit} at {foe} 1"),
    }
}

/// The battle up to what is amended.
fn begun(field: &Field) -> Session {
    let mut session = Session::open(Library::default(), BUILT_IN[field.set].0, Some(3)).unwrap();
    let types: Vec<String> = {
        let types = session.rules().types.iter();
        types.map(|(_, troop)| troop.id.to_string()).collect()
    };
    for (handle, (troop, count)) in HANDLES.iter().zip(&field.troops) {
        let troop = &types[troop % types.len()];
        let side = &handle[..2];
        said(
            &mut session,
            &format!("muster {side} {handle} = {count} {troop}"),
        );
    }
    if field.phases > 0 {
        said(&mut session, "turn");
    }
    for _ in 1..field.phases {
        said(&mut session, "phase");
    }
    for of in &field.before {
        let line = ruling(session.rules(), *of);
        said(&mut session, &line);
    }
    session
}

fn after(session: &mut Session, field: &Field) {
    for phase in &field.after {
        said(session, if *phase == 4 { "turn" } else { "phase" });
    }
}

/// What an answer says that units lost, and how many are left.
fn left(resolution: &Resolution) -> Vec<(String, Option<String>, Option<String>)> {
    let fates = resolution.fates.iter().filter(|fate| fate.lost.is_some());
    fates
        .map(|fate| (fate.who.clone(), fate.lost.clone(), fate.left.clone()))
        .collect()
}

/// How a battle stands, but for who has acted in which order.
fn stands(session: &Session) -> State {
    session.battle().unwrap().state().clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn an_amended_battle_is_the_one_typed_so_at_first(field in field()) {
        let mut amended = begun(&field);
        let line = ruling(amended.rules(), field.ruling);
        let Some(Answer::Ruling(_)) = said(&mut amended, &line) else {
            return Ok(());
        };
        after(&mut amended, &field);
        let (unit, foe, word) = field.amended;
        let line = ruling(amended.rules(), (field.ruling.0, unit, foe, word));
        let before = stands(&amended);
        let Some(Answer::Ruling(anew)) = said(&mut amended, &format!("amend = {line}")) else {
            // What is refused changes nothing.
            prop_assert_eq!(stands(&amended), before);
            return Ok(());
        };
        check(&amended, std::slice::from_ref(&line));
        let dice: Vec<String> = {
            let last = amended.battle().unwrap().record().last_ruling().unwrap();
            let What::Ruling { throws, .. } = &last.what else {
                panic!("{last:?}");
            };
            let faces = throws.iter().flat_map(|throw| &throw.faces);
            faces.map(ToString::to_string).collect()
        };
        let line = match dice.is_empty() {
            true => line,
            false => format!("{line} rolled {}", dice.join(" ")),
        };
        let mut at_first = begun(&field);
        let Some(Answer::Ruling(first)) = said(&mut at_first, &line) else {
            panic!("`{line}` is ruled when it is amended, and not at first: {field:?}");
        };
        after(&mut at_first, &field);
        prop_assert_eq!(stands(&amended), stands(&at_first), "{}", line);
        prop_assert_eq!(left(&anew), left(&first), "{}", line);
        // And what was amended comes back as it was.
        said(&mut amended, "undo");
        prop_assert_eq!(stands(&amended), before, "{}", line);
    }
}

/// The lines of a battle of Landsknecht, and what `units` says at the end.
fn units(lines: &str) -> String {
    let mut session = Session::open(Library::default(), "landsknecht", Some(1)).unwrap();
    for line in lines.lines() {
        said(&mut session, line.trim()).unwrap_or_else(|| panic!("`{line}`"));
    }
    match said(&mut session, "units") {
        Some(Answer::Sheets(sheets)) => format!("{sheets:?}"),
        other => panic!("{other:?}"),
    }
}

/// 18 pips are 4½ of 10 gleven, and 12 are 3 of 30, off at once in a phase of movement.
#[test]
fn losses_stay_that_came_off_in_an_earlier_phase() {
    let begun = "muster red big = 30 infantry\nmuster blue f = 10 infantry\nturn\nphase\n\
                 melee big vs f rolled 666 444\nphase\namend +moved";
    for more in ["", "\nphase", "\nphase\nturn"] {
        let units = units(&format!("{begun}{more}"));
        assert!(units.contains("27 of 30"), "{units}");
        assert!(units.contains("5½ of 10"), "{units}");
    }
}

/// 3 + 2 dice in the rear, 20 pips, 5 gleven; amended to a charge on who moved, the same five dice, and three
/// ones for who is struck in front: 3 pips, half a gleve of 5.
#[test]
fn losses_that_came_off_with_the_phase_are_what_the_amended_ruling_costs() {
    let begun = "muster red cv = 5 cavalry\nmuster blue ft = 10 infantry\nturn\nphase combat\n\
                 melee cv vs ft rear rolled 54443\nphase\n\
                 amend = melee cv charge vs ft moved rolled 54443 111";
    for more in ["", "\nturn"] {
        let units = units(&format!("{begun}{more}"));
        assert!(units.contains("4½ of 5"), "{units}");
        assert!(units.contains("5 of 10"), "{units}");
    }
}
