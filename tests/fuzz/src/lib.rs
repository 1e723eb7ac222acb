//! What holds for any input: the bodies of the fuzz targets, and of the properties in `tests/robust.rs`.

use annotate_snippets::Renderer;
use drumhead::language::command::WorkingShown;
use drumhead::lookups;
use drumhead::report::{self, Look, Spot};
use drumhead::rules::fault::{Faults, Style};
use drumhead::rules::library::{BUILT_IN, Library, Origin, Source};
use drumhead::rules::{RuleSet, rule_set, table_file};
use drumhead::session::{Hand, NoAnswer, Session};

/// The first byte picks a rule set, the rest is what is typed at it.
pub fn lines(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let (Some((id, ..)), Ok(typed)) = (
        BUILT_IN.get(usize::from(*first) % BUILT_IN.len()),
        std::str::from_utf8(rest),
    ) else {
        return;
    };
    let mut session = session(id);
    for typed in typed.lines() {
        line(&mut session, typed);
    }
}

/// A session with a built-in rule set and fixed dice.
pub fn session(id: &str) -> Session {
    Session::open(Library::default(), id, Some(1)).expect("a built-in rule set loads")
}

/// Any line has an answer, or is wrong at a place within it; both can be shown.
pub fn line(session: &mut Session, typed: &str) {
    match session.answer(typed, Hand::Program) {
        Ok(answer) => {
            let look = Look {
                width: 80,
                working: WorkingShown::Full,
                ink: report::Ink::STYLED,
            };
            report::answer_text(&answer, look);
            report::answer_json(&session.rules().id, typed, &answer);
        }
        Err(NoAnswer::Wrong(fault)) => {
            if let Some(at) = &fault.at {
                assert!(at.in_line(typed).is_some(), "{at:?} of {typed:?}");
            }
            assert!(!fault.message.contains(char::is_control), "{fault:?}");
            let spot = Spot::from(typed);
            report::wrong_text(&fault, spot, &Renderer::plain());
            report::wrong_json(&fault, spot);
        }
        Err(other) => panic!("{other:?}"),
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
        lookups::resolved_by(rules, ruling);
    }
}

fn show(faults: &Faults) {
    assert!(!faults.is_empty());
    for fault in faults {
        let place = faults.place(fault);
        assert!(place.line > 0 && place.column > 0, "{fault:?}");
    }
    let shown = faults.render(Style::Plain);
    let harmful = |sign: char| sign.is_control() && sign != '\n';
    assert!(!shown.contains(harmful), "{shown:?}");
}
