//! Every paragraph of the Lion of the North variant is found by the number that it has there.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use drumhead::rules::library::Library;
use drumhead::session::{Answer, Hand, Session};

/// The numbers as the source prints them, in its order, each with a word that the entry must have.
const PARAGRAPHS: [(&str, &str); 59] = [
    ("4.42", "adjacent"),
    ("4.43", "casualty"),
    ("6.43", "casualty"),
    ("4.24", "Routed"),
    ("4.25", "Momentum"),
    ("5.14", "twice"),
    ("5.2", "recover"),
    ("12.41", "recover"),
    ("5.34", "Disruption"),
    ("5.5", "Gustavus"),
    ("6.12", "5 MP"),
    ("6.51-4", "tercio"),
    ("6.51 - 4", "tercio"),
    ("6.56", "stack"),
    ("7.21", "flank"),
    ("10.35", "flank"),
    ("7.23", "vertex"),
    ("7.23 3", "MA"),
    ("8.17", "Salvo"),
    ("8.21", "movement"),
    ("8.23", "odd hit"),
    ("8.24", "leaders"),
    ("8.27", "three times"),
    ("8.55", "halts"),
    ("8.55", "abandoned"),
    ("8.55", "capture"),
    ("8.55", "nationality"),
    ("8.57", "Rally"),
    ("8.63", "ten-sided"),
    ("8.63", "3 or more"),
    ("8.66", "natural 4"),
    ("9.21", "caracole"),
    ("9.22-2", "counter-charge"),
    ("9.24", "position"),
    ("9.24A", "position"),
    ("9.25", "rounded"),
    ("9.31", "advances"),
    ("9.48", "flank"),
    ("9.6", "Mass Pursuit"),
    ("9.61 2", "Pursuit Box"),
    ("9.62", "charisma"),
    ("9.66a", "In Pursuit"),
    ("10.1", "EZOC"),
    ("10.11", "reverse"),
    ("10.2", "compact"),
    ("10.3", "compact"),
    ("10.22", "reverse"),
    ("10.23", "Reaction"),
    ("10.24", "left or the right"),
    ("10.33", "eliminated"),
    ("10.5", "half strength"),
    ("12.13", "half"),
    ("12.31", "terrain"),
    ("12.34", "Destroy Train"),
    ("hedgehog", "pike"),
    ("gun capture", "tercio"),
    ("leader casualties", "Finished"),
    ("victory", "Imperialists win"),
    ("sequence of play", "Fog Check"),
];

#[test]
fn every_paragraph_is_found_by_its_number() {
    let mut session = Session::open(Library::default(), "lion-of-the-north", None).unwrap();
    for (number, word) in PARAGRAPHS {
        let line = format!("rule {number}");
        let answer = session.answer(&line, Hand::Program);
        let Ok(Answer::Sheets(sheets)) = answer else {
            panic!("`{line}`: {answer:?}");
        };
        let text = &sheets[0].notes[0];
        assert!(text.contains(word), "`{line}`: {text}");
        assert!(
            sheets[0].cite.is_some(),
            "`{line}` has no place in the source"
        );
    }
}
