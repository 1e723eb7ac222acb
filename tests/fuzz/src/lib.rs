//! What holds for any input: the bodies of the fuzz targets, and of the properties in `tests/rules/robust.rs`.

mod cases;
pub mod generate;

pub use cases::cases;

use std::cell::RefCell;

use annotate_snippets::Renderer;
use drumhead::language::battle::BattleCommand;
use drumhead::language::command::{Command, WorkingShown};
use drumhead::language::expect;
use drumhead::lookups;
use drumhead::printable::is_unprintable;
use drumhead::report::{self, Look, Spot, StyledText};
use drumhead::rules::fault::{Faults, Style};
use drumhead::rules::library::{BUILT_IN, Library, Origin, Source};
use drumhead::rules::{RuleSet, rule_set, table_file};
use drumhead::session::{Hand, NoAnswer, Session};

thread_local! {
    /// A session of every rule set in which nothing has happened; tables are read once a thread.
    static FRESH: RefCell<Vec<Session>> =
        RefCell::new(BUILT_IN.iter().map(|(id, ..)| session(id)).collect());
}

/// The first byte picks a rule set, the rest is a script that is typed at it.
pub fn lines(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let Ok(typed) = std::str::from_utf8(rest) else {
        return;
    };
    let lines: Vec<&str> = typed.lines().collect();
    script(usize::from(*first), &lines);
}

/// Types lines at a rule set, one after another in one session.
pub fn script(rules: usize, lines: &[impl AsRef<str>]) {
    let mut session = FRESH.with_borrow(|fresh| fresh[rules % fresh.len()].afresh());
    for typed in lines {
        while_it_is_typed(&session, typed.as_ref());
        line(&mut session, typed.as_ref());
    }
}

/// A session with a built-in rule set and fixed dice.
pub fn session(id: &str) -> Session {
    Session::open(Library::default(), id, Some(1)).expect("a built-in rule set loads")
}

/// Any line has an answer, or is wrong at a place within it; both can be shown, and harm no terminal.
pub fn line(session: &mut Session, typed: &str) {
    if takes_long(session, typed) || writes_a_file(session, typed) {
        return;
    }
    match session.answer(typed, Hand::Program) {
        Ok(answer) => {
            let look = Look {
                width: 80,
                height: u16::MAX,
                working: WorkingShown::Full,
                ink: report::Ink::STYLED,
            };
            let report = report::answer_text(&answer, look);
            harmless(&report.result);
            harmless(&report.beside);
            if let Some(object) = report::answer_json(&session.rules().id, typed, &answer) {
                assert!(!object.contains(is_unprintable), "{object:?}");
            }
        }
        Err(NoAnswer::Wrong(fault)) => {
            assert!(!fault.message.contains(char::is_control), "{fault:?}");
            let spot = Spot::from(typed);
            harmless(&report::wrong_text(&fault, spot, &Renderer::plain()));
            let object = report::wrong_json(&fault, spot);
            assert!(!object.contains(is_unprintable), "{object:?}");
        }
        Err(other) => panic!("{other:?}"),
    }
}

/// What the prompt makes of the line: colours at whole characters of it, names that can come next.
fn while_it_is_typed(session: &Session, typed: &str) {
    let mut end = 0;
    for span in expect::understood(session.grammar(), typed) {
        assert!(
            span.at.start >= end && typed.get(span.at.clone()).is_some(),
            "{span:?} of {typed:?}"
        );
        end = span.at.end;
    }
    let cursor = generate::boundary(typed, typed.len() / 2);
    for cursor in [cursor, typed.len()] {
        let expected = expect::at(session.grammar(), typed, cursor);
        assert!(
            typed.get(expected.from..cursor).is_some(),
            "{expected:?} of {typed:?}"
        );
    }
}

/// Whether exact odds of the line could take minutes: they are only read.
fn takes_long(session: &Session, typed: &str) -> bool {
    let about_odds = matches!(
        session.grammar().parse(typed),
        Ok(Command::Odds(_) | Command::Compare(_) | Command::Simulate(..))
    );
    let large = |part: &str| part.len() > 1 || part.parse().is_ok_and(|number: u32| number > 4);
    let numbers = typed.split(|one: char| !one.is_ascii_digit());
    about_odds
        && (typed.contains("until") || typed.contains("im") || numbers.into_iter().any(large))
}

/// Whether a line, once answered, leaves a file behind in whatever folder this runs in.
fn writes_a_file(session: &Session, typed: &str) -> bool {
    matches!(
        session.grammar().parse(typed),
        Ok(Command::Battle(BattleCommand::Save(_)))
    )
}

/// Whether nothing in what is shown steers the terminal but our own styles.
fn harmless(text: &StyledText) {
    let mut parts = text.as_str().split('\u{1b}');
    let plain = |part: &str| !part.contains(|one| one != '\n' && is_unprintable(one));
    assert!(parts.next().is_none_or(plain), "{text:?}");
    for part in parts {
        let style = part.strip_prefix('[').and_then(|part| part.split_once('m'));
        let (codes, rest) = style.unwrap_or_else(|| panic!("{text:?}"));
        let is_code = |one: char| one.is_ascii_digit() || one == ';';
        assert!(codes.chars().all(is_code) && plain(rest), "{text:?}");
    }
}

/// Any bytes are a rule set that can be looked up, or have faults at places within them.
pub fn table(bytes: &[u8]) {
    let library = Library::default();
    let read = table_file::decode("any.toml", bytes.to_vec()).and_then(|text| {
        let source = Source {
            id: "any".to_owned(),
            origin: Origin::BuiltIn,
            text: text.into(),
        };
        rule_set(&source, &|id| library.find(id))
    });
    match read {
        Ok(rules) => look_up(&rules),
        Err(faults) => show(&faults),
    }
}

fn look_up(rules: &RuleSet) {
    lookups::types(rules);
    lookups::charts(rules);
    lookups::ranges(rules);
    for (chart, _) in rules.charts.iter() {
        lookups::chart(rules, chart);
    }
    for (ruling, _) in rules.rulings.iter() {
        lookups::ruling_tables(rules, ruling);
    }
}

fn show(faults: &Faults) {
    assert!(!faults.is_empty());
    for fault in faults {
        let place = faults.place(fault);
        assert!(place.line > 0 && place.column > 0, "{fault:?}");
    }
    let shown = faults.render(Style::Plain);
    let harmful = |character: char| character.is_control() && character != '\n';
    assert!(!shown.contains(harmful), "{shown:?}");
}
