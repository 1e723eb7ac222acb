//! What can come next in a line, and what of it is understood, as the prompt is told.

#![allow(clippy::unwrap_used)]

use drumhead::battle::GroupId;
use drumhead::language::Grammar;
use drumhead::language::expect::{Expected, Sense, at, understood};
use drumhead::number::Number;
use drumhead::roster::{Listed, Roster};
use drumhead::rules::library::Library;
use drumhead::session::{Hand, Session};
use drumhead::situation::{Counted, Group, Said};
use drumhead::typed_line::LineRange;

fn session() -> Session {
    let mut session = Session::open(Library::default(), "kriegspiel", None).unwrap();
    // As the console does at every prompt.
    session.open_books();
    session
}

/// The names that can come at `|`.
fn names(session: &Session, marked: &str) -> Vec<String> {
    let (line, cursor) = cut(marked);
    let expected = at(session.grammar(), &line, cursor);
    expected
        .what
        .iter()
        .map(|one| one.text.to_owned())
        .collect()
}

fn form(session: &Session, marked: &str) -> String {
    let (line, cursor) = cut(marked);
    at(session.grammar(), &line, cursor).form.into_owned()
}

fn cut(marked: &str) -> (String, usize) {
    let cursor = marked.find('|').unwrap();
    (marked.replacen('|', "", 1), cursor)
}

/// The line with the only name that can come put in.
fn completed(session: &Session, marked: &str) -> String {
    let (line, cursor) = cut(marked);
    let expected = at(session.grammar(), &line, cursor);
    let [only] = expected.what.as_slice() else {
        return format!("{:?}", expected.what);
    };
    let mut line = line;
    line.replace_range(expected.from..cursor, only.text);
    line
}

#[test]
fn a_scenario_is_completed() {
    let mut session = Session::open(Library::default(), "musket-and-pike", None).unwrap();
    session.open_books();
    assert_eq!(completed(&session, "scenario nas|"), "scenario naseby");
}

#[test]
fn a_name_is_completed_where_it_stands() {
    let session = session();
    for (typed, whole) in [
        ("fi|", "fire"),
        ("  WH|", "  why"),
        ("fire 4 hus|", "fire 4 hussar"),
        ("fire hus|", "fire hussar"),
        ("fire 4 heavy g|", "fire 4 heavy-gun"),
        ("fire 4 Heavy-G|", "fire 4 heavy-gun"),
        ("fire 4 musketeer sup|", "fire 4 musketeer supported"),
        (
            "fire 4 musketeers at pik| 10in",
            "fire 4 musketeers at pike 10in",
        ),
        ("fire 4 musketeer with p|", "fire 4 musketeer with pistol"),
        (
            "fire 4 musketeer at pike 10i|",
            "fire 4 musketeer at pike 10in",
        ),
        (
            "fire 4 musketeer at pike 10in rol|",
            "fire 4 musketeer at pike 10in rolled",
        ),
        (
            "melee 1 pike + 2 muskete| vs spahi",
            "[Candidate { text: \"musketeer with bayonet\", about: \"\" }, Candidate { text: \"musketeer with spear\", about: \"\" }, Candidate { text: \"musketeer\", about: \"\" }]",
        ),
        ("melee 2 hussar ch|", "melee 2 hussar charge"),
        (
            "melee 2 hussar charge vs 3 musketeer fl|",
            "melee 2 hussar charge vs 3 musketeer flank",
        ),
        ("power hus|", "power hussar"),
        ("show spa|", "show spahi"),
        ("move hus|", "move hussar"),
        ("move staf|", "move staff"),
        ("range pis|", "range pistol"),
        ("range pistol 4i|", "range pistol 4in"),
        ("rule imp|", "rule impetus"),
        ("set ho|", "set house"),
        ("set working fu|", "set working full"),
        ("dice h|", "dice hand"),
        ("set rules chainmail-a|", "set rules chainmail-article"),
        ("odds fi|", "odds fire"),
        ("roll 3d6 r|", "roll 3d6 rolled"),
        ("help fl|", "help flank"),
    ] {
        assert_eq!(completed(&session, typed), whole, "{typed}");
    }
}

#[test]
fn what_may_be_one_name_or_two_is_offered_as_both() {
    let session = session();
    assert_eq!(names(&session, "melee 2 heavy g|"), ["gun", "general"]);
    assert_eq!(names(&session, "melee 2 heavy|"), ["heavy", "heavy-gun"]);
    assert_eq!(
        names(&session, "melee 2 heavy c|"),
        ["cavalry", "cannon", "charge", "continued"]
    );
}

#[test]
fn only_words_that_the_unit_can_still_have_are_offered() {
    let session = session();
    let has = |marked: &str, name: &str| names(&session, marked).contains(&name.to_owned());
    // Of the defender, of the attacker.
    assert!(!has("melee 2 hussar |", "flank"));
    assert!(has("melee 2 hussar vs 3 musketeer |", "flank"));
    assert!(has("melee 2 hussar |", "general"));
    // A word of who acts that the answer would recall may still come, any other may not.
    assert!(has("melee 2 hussar vs 3 musketeer |", "general"));
    // Said already, with its own name or another.
    assert!(!has("melee 2 hussar charge |", "charge"));
    assert!(!has("melee 2 hussar charging |", "charge"));
    assert!(has("melee 2 hussar charge vs 3 musketeer |", "charge"));
    // A square is of infantry, support of shot.
    assert!(!has("melee 2 hussar |", "square"));
    assert!(has("melee 2 pike |", "square"));
    assert!(!has("fire 2 hussar |", "supported"));
    assert!(has("fire 2 musketeer |", "supported"));
    // Words of another ruling.
    assert!(!has("fire 2 musketeer |", "flank"));
    // A word of the other side may stand here, but nobody is invited to it.
    assert_eq!(names(&session, "melee 2 hussar fla|"), ["flank"]);
    // Only guns have the weapons of guns.
    assert!(!has("fire 2 musketeer with |", "heavy-gun"));
    assert!(has("fire 2 heavy-gun with |", "heavy-gun"));
}

#[test]
fn what_joins_is_offered_where_it_can_join() {
    let session = session();
    let joiners = |marked: &str| {
        let mut found = names(&session, marked);
        found.retain(|name| ["at", "vs", "and", "+", "rolled"].contains(&name.as_str()));
        found
    };
    assert_eq!(joiners("fire musketeer |"), ["at", "vs", "+", "and"]);
    assert_eq!(joiners("melee hussar |"), ["vs", "at", "+", "and"]);
    assert_eq!(joiners("melee hussar vs pike |"), ["+", "and", "rolled"]);
    assert_eq!(joiners("retreat hussar |"), ["+", "and", "rolled"]);
    assert_eq!(joiners("initiative |"), ["rolled"]);
    assert_eq!(joiners("power hussar vs pike |"), ["+", "and"]);
    assert_eq!(joiners("move hussar |"), ["+"]);
}

#[test]
fn what_is_wanted_next_is_said() {
    let session = session();
    for (typed, wanted) in [
        ("|", ""),
        ("fire |", "TROOPS at TROOPS DISTANCE [WORDS]"),
        ("fire 4 |", "TYPE"),
        ("fire 4 musketeer |", "at SIDE"),
        ("melee 4 musketeer |", "vs SIDE"),
        ("fire 4 musketeer and |", "SIDE"),
        ("fire 4 musketeer at |", "SIDE"),
        ("fire 4 musketeer at pike |", "DISTANCE"),
        ("fire 4 musketeer at pike 10in |", ""),
        ("fire 4 musketeer at pike 10in rolled |", "FACES"),
        ("melee hussar vs pike |", ""),
        ("melee hussar lost |", "figures"),
        ("melee 3 buckler front |", "1 to 1000"),
        ("fire hussar with |", "WEAPON"),
        ("retreat |", "TROOPS [WORDS]"),
        ("dice |", "hand | roll"),
        ("set house |", "3 to 5"),
        ("set square |", "DISTANCE"),
        ("range |", "[WEAPON [DISTANCE]]"),
        ("range musket |", "[DISTANCE]"),
        ("why |", ""),
        ("fire 4 musketeer at pike 10in # because |", ""),
    ] {
        assert_eq!(form(&session, typed), wanted, "{typed}");
    }
}

#[test]
fn units_of_length_are_those_that_can_be_told() {
    let mut session = session();
    assert_eq!(
        names(&session, "fire musketeer at pike 10|"),
        ["in", "ft", "cm", "mm"]
    );
    for line in ["set square 2in", "set scale 20yd"] {
        session.answer(line, Hand::Program).unwrap();
    }
    assert_eq!(
        names(&session, "fire musketeer at pike 10|"),
        ["in", "ft", "cm", "mm", "sq", "yd", "m", "pace"]
    );
}

#[test]
fn nothing_is_offered_in_a_comment_or_in_the_middle_of_a_sign() {
    let session = session();
    assert!(names(&session, "fire # mus|").is_empty());
    assert!(names(&session, "fire ; mus|").is_empty());
    assert_eq!(
        at(session.grammar(), "é", 1),
        Expected {
            from: 1,
            ..Expected::default()
        }
    );
    assert_eq!(at(session.grammar(), "fire", 9).what, []);
}

#[test]
fn every_part_of_a_line_has_its_sense() {
    use Sense::*;
    let session = session();
    for (line, senses) in [
        (
            "fire 4 musketeer at pike 10in rolled 6541 # so",
            vec![
                Verb, Number, Troops, Joiner, Troops, Distance, Joiner, Dice, Comment,
            ],
        ),
        (
            "fire 4 muskteer at pkie 10in",
            vec![Verb, Number, Unknown, Joiner, Unknown, Distance],
        ),
        (
            "melee 12-4 heavy horse lost 5 general vs 1 pike + 2 musketeer",
            vec![
                Verb, Number, Troops, Word, Number, Word, Joiner, Number, Troops, Joiner, Number,
                Troops,
            ],
        ),
        (
            "fire 2 hussar with pistol at pike",
            vec![Verb, Number, Troops, Word, Weapon, Joiner, Troops],
        ),
        ("fier 4 pike", vec![Unknown]),
        ("roll 3d6+2 rolled =11", vec![Verb, Dice, Joiner, Dice]),
        ("roll 3d6 --fresh # so", vec![Verb, Dice, Joiner, Comment]),
        ("set house 4", vec![Verb, Name, Number]),
        ("rule impetus", vec![Verb, Name]),
        (
            "fire 4 musketeer ; at pike",
            vec![Verb, Number, Troops, Unknown],
        ),
        // The beginning of several verbs may become any of them.
        ("r", vec![]),
    ] {
        let spans = understood(session.grammar(), line);
        let found: Vec<Sense> = spans.iter().map(|span| span.sense).collect();
        assert_eq!(found, senses, "{line}");
    }
}

#[test]
fn spans_are_bytes_of_the_line_as_typed() {
    let session = session();
    let line = "fire 4 musketeer at pike 8½” # é";
    let spans = understood(session.grammar(), line);
    let texts: Vec<&str> = spans
        .iter()
        .map(|span| line.get(span.at.clone()).unwrap())
        .collect();
    assert_eq!(
        texts,
        ["fire", "4", "musketeer", "at", "pike", "8½”", "# é"]
    );
}

/// A grammar with two units of a battle.
fn with_roster<T>(then: impl FnOnce(Grammar<'_>) -> T) -> T {
    let session = session();
    let troop = session.rules().types.named("musket-sword").unwrap();
    let charge = session.rules().words.named("charge").unwrap();
    let unit = |handle: &str, side: &str, left: Option<String>| {
        let group = Group {
            troop,
            count: Number::whole(4),
            counted: Counted::Said,
            lost: Number::ZERO,
            lost_counts: Number::ZERO,
            earlier: Number::ZERO,
            weapon: None,
            distance: None,
            words: Said::default(),
            at: LineRange::default(),
        };
        let mut words = Said::default();
        words.add(charge, Number::ZERO);
        Listed {
            name: None,
            handle: handle.into(),
            side: side.into(),
            groups: vec![group],
            ids: vec![GroupId::of_place(0)],
            words,
            left: left.map(Into::into),
            acted: Vec::new(),
            unknown: None,
            about: std::cell::OnceCell::new(),
        }
    };
    let roster = Roster::of(vec![
        unit("grey", "red", None),
        unit("guard", "blue", None),
        unit("gone", "blue", Some("destroyed".to_owned())),
    ]);
    then(Grammar {
        roster: &roster,
        seen: &roster,
        ..session.grammar()
    })
}

/// A battle of two sides, in a phase.
fn battle() -> Session {
    let mut session = session();
    for line in [
        "muster red grey Grey's Regiment = 4 musketeer",
        "muster red wing = 2 hussar",
        "muster blue blue Blue Regiment = 1 pike + 2 musketeer",
        "muster blue gone = 1 light",
        "lose blue 2",
        "destroy gone",
    ] {
        session.answer(line, Hand::Program).unwrap();
    }
    session
}

#[test]
fn units_are_offered_with_what_they_are_and_only_those_that_can_be_meant() {
    let session = battle();
    let expected = |line: &str| {
        let expected = at(session.grammar(), line, line.len());
        let units = ["grey", "wing", "blue", "gone", "red"];
        let what = expected.what.iter();
        what.filter(|one| units.contains(&one.text))
            .map(|one| format!("{}: {}", one.text, one.about))
            .collect::<Vec<_>>()
    };
    let grey = "grey: red: Grey's Regiment, 4 musket-sword";
    let blue = "blue: blue: Blue Regiment, 1 pike + 2 musket-sword, 2 figures lost";
    assert_eq!(expected("fire "), [grey, "wing: red, 2 hussar", blue]);
    // After `at` nobody of the side that acts, and nobody who has left.
    assert_eq!(expected("fire grey at "), [blue]);
    assert_eq!(expected("fire grey -> "), [blue]);
    assert_eq!(expected("grey at "), [blue]);
    // Nobody twice.
    assert_eq!(expected("fire grey and "), ["wing: red, 2 hussar", blue]);
    assert_eq!(
        expected("unit "),
        [grey, "wing: red, 2 hussar", blue, "gone: blue, destroyed"]
    );
    assert_eq!(expected("muster "), ["red: a side", "blue: a side"]);
    assert_eq!(expected("muster red new = "), [""; 0]);
    assert_eq!(names(&session, "report f|"), ["for"]);
    assert_eq!(names(&session, "gre|"), ["grey"]);
}

#[test]
fn words_that_an_answer_would_recall_are_offered_after_the_target() {
    let session = session();
    let offered = names(&session, "fire 4 musketeer at pike 8 |");
    for word in ["supported", "close", "rolled"] {
        assert!(offered.contains(&word.to_owned()), "{offered:?}");
    }
}

#[test]
fn a_hurried_line_is_coloured_as_it_is_understood() {
    use Sense::*;
    let session = battle();
    for (line, senses) in [
        ("grey blue 8", vec![Unit, Unit, Distance]),
        ("fire grey blue 8", vec![Verb, Unit, Unit, Distance]),
        (
            "fire grey > blue 8",
            vec![Verb, Unit, Joiner, Unit, Distance],
        ),
        (
            "4 musketeers fire at pike 10in",
            vec![Number, Troops, Verb, Joiner, Troops, Distance],
        ),
        (
            "melee 2 hussars charge vs 3 musketeers in the flank",
            vec![
                Verb, Number, Troops, Word, Joiner, Number, Troops, Joiner, Joiner, Word,
            ],
        ),
    ] {
        let spans = understood(session.grammar(), line);
        let found: Vec<Sense> = spans.iter().map(|span| span.sense).collect();
        assert_eq!(found, senses, "{line}");
    }
}

#[test]
fn units_of_the_battle_are_named_by_their_handles() {
    with_roster(|grammar| {
        let names = |marked: &str| -> Vec<String> {
            let (line, cursor) = cut(marked);
            let expected = at(grammar, &line, cursor);
            expected
                .what
                .iter()
                .map(|one| one.text.to_owned())
                .collect()
        };
        // One that has left the table cannot act, but can be looked at.
        assert_eq!(names("fire g|"), ["grey", "guard"]);
        assert_eq!(names("unit g|"), ["grey", "guard", "gone"]);
        assert_eq!(names("units |"), ["red", "blue"]);
        assert_eq!(names("report for b|"), ["blue"]);
        assert_eq!(names("lose gre|"), ["grey"]);
        assert_eq!(names("amend +sup|"), ["supported"]);
        assert_eq!(names("muster red tan = 4 spa|"), ["spahi"]);
        // What stays with it can be said as it joins, whatever it is for; what is of one line cannot.
        let mustered = names("muster red tan = 4 musketeer |");
        for state in ["square", "routed", "disordered"] {
            assert!(mustered.contains(&state.to_owned()), "{mustered:?}");
        }
        assert!(!mustered.contains(&"supported".to_owned()));
        // It has its troops and its states, and another unit may be stacked with it.
        let after = names("melee grey |");
        assert!(after.contains(&"square".to_owned()));
        assert!(!after.contains(&"charge".to_owned()));
        assert!(after.contains(&"+".to_owned()));
        assert_eq!(names("melee grey + gu|"), ["guard"]);
        let senses = |line: &str| -> Vec<Sense> {
            understood(grammar, line)
                .iter()
                .map(|span| span.sense)
                .collect()
        };
        use Sense::*;
        assert_eq!(
            senses("fire grey at 2 pike"),
            [Verb, Unit, Joiner, Number, Troops]
        );
        assert_eq!(
            senses("melee grey + guard at pike"),
            [Verb, Unit, Joiner, Unit, Joiner, Troops]
        );
        assert_eq!(senses("lose grye 2"), [Verb, Unknown, Number]);
        assert_eq!(
            senses("muster red tan Tan's Foot = 4 spahi"),
            [Verb, Name, Name, Number, Troops]
        );
    });
}
