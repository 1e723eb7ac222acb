//! Words that mean nothing where they stand.

use super::Grammar;
use super::cursor::Typed;
use crate::naming::kept::BETWEEN;
use crate::naming::{Found, phrase};
use crate::rules::ruling::{Ruling, Sides};
use crate::rules::shelf::{Id, Named};
use crate::typed_line::LineFault;

/// The fewest letters of a word of another ruling that are taken for its beginning.
const FEWEST_LETTERS: usize = 3;

/// The most words that a message lists.
const MOST_LISTED: usize = 20;

/// What is wrong with a word that means nothing in a ruling.
pub(super) fn word(
    grammar: Grammar<'_>,
    ruling: Id<Ruling>,
    sides: Sides,
    typed: &Typed,
    nearest: Option<&str>,
) -> LineFault {
    let rules = grammar.rules;
    let this = &rules.rulings.get(ruling).id;
    let text = &typed.text;
    let lower = text.to_lowercase();
    let wrong = |message: String| LineFault::unknown(message).at(typed.at);
    if BETWEEN.contains(&lower.as_str()) {
        return wrong(match sides {
            Sides::Two => format!("`{text}` a second time: both sides are named already"),
            Sides::One | Sides::None => {
                let wrong = wrong(format!("`{text}` has no place in `{this}`"));
                let example = rules.rulings.get(ruling).examples.first();
                return match example.filter(|_| sides == Sides::One) {
                    Some(example) => wrong.hinted(format!("it names one side: as in `{example}`")),
                    None => wrong,
                };
            }
        });
    }
    if sides == Sides::None && !words_of(grammar, ruling).any(|_| true) {
        return LineFault::misplaced(format!("`{this}` stands alone")).at(typed.at);
    }
    if is_like_a_distance(&lower) {
        return wrong(format!("`{text}` is no distance"))
            .hinted("distances are such as `8in`, `4 1/2\"`, `20cm`, `3sq` or `50yd`");
    }
    if let Some(place) = grammar.roster.exactly(&lower)
        && let Some(unit) = grammar.roster.get(place)
    {
        return wrong(format!(
            "{} is a unit, and a word is expected here",
            unit.called()
        ))
        .hinted("units of one side are joined with `and`; each target is a line of its own");
    }
    if let Some(of_other) = of_another_ruling(grammar, this, text) {
        return wrong(of_other);
    }
    if let Found::One(troop) = rules.index.types.find(text) {
        let name = rules.types.get(troop).id();
        return wrong(format!(
            "`{name}` is a troop type, and a word is expected here"
        ))
        .hinted("join troops of one unit with `+`, units with `and`");
    }
    let wrong = wrong(format!("there is no word `{text}` in `{this}`"));
    if let Some(near) = nearest {
        return wrong.hinted(format!("did you mean `{near}`?"));
    }
    let words: Vec<&str> = words_of(grammar, ruling).collect();
    wrong.hinted(match words.len() {
        1..=MOST_LISTED => format!("its words are {}", words.join(", ")),
        _ => format!("`help {this}` lists its words"),
    })
}

/// The words that mean something in a ruling.
fn words_of(grammar: Grammar<'_>, ruling: Id<Ruling>) -> impl Iterator<Item = &str> {
    let words = grammar.rules.words.iter().map(|(_, word)| word);
    words
        .filter(move |word| word.rulings.contains(&ruling))
        .map(|word| word.id.as_str())
}

/// What is wrong with a word that means nothing of a unit where nothing is ruled on.
pub(super) fn of_unit(
    grammar: Grammar<'_>,
    verb: &str,
    typed: &Typed,
    nearest: Option<&str>,
) -> LineFault {
    let rules = grammar.rules;
    let text = &typed.text;
    let wrong = |message: String| LineFault::unknown(message).at(typed.at);
    if let Found::One(word) = rules.index.words.find(text) {
        let word = &rules.words.get(word).id;
        return wrong(format!(
            "`{word}` is said in a line, and stays with no unit"
        ));
    }
    if let Found::One(troop) = rules.index.types.find(text) {
        let name = rules.types.get(troop).id();
        return wrong(format!(
            "`{name}` is a troop type, and a word is expected here"
        ))
        .hinted("join troops of one unit with `+`");
    }
    let wrong = wrong(format!("there is no word `{text}` that `{verb}` takes"));
    if let Some(near) = nearest {
        return wrong.hinted(format!("did you mean `{near}`?"));
    }
    let words = rules.words.iter().map(|(_, word)| word);
    let stay = words.filter(|word| word.stays_when_mustered());
    let stay: Vec<&str> = stay.map(|word| word.id.as_str()).collect();
    wrong.hinted(match stay.len() {
        1..=MOST_LISTED => format!("what stays with a unit are {}", stay.join(", ")),
        _ => "`help` lists the verbs, `help VERB` its words".to_owned(),
    })
}

/// Whether somebody who types this means a distance: `1e3in`, `8lightyears`, `inf`.
fn is_like_a_distance(word: &str) -> bool {
    word.starts_with(|character: char| character.is_ascii_digit())
        || ["inf", "infinite", "infinity", "nan"].contains(&word)
}

/// The message for a word, or a good beginning of one, that only other rulings have.
fn of_another_ruling(grammar: Grammar<'_>, this: &str, text: &str) -> Option<String> {
    let rules = grammar.rules;
    let Found::One(word) = rules.index.words.find(text) else {
        return None;
    };
    let about = rules.words.get(word);
    let said = if about.id.eq_ignore_ascii_case(text) {
        format!("`{}`", about.id)
    } else if text.chars().count() >= FEWEST_LETTERS {
        format!("`{text}` for `{}`", about.id)
    } else {
        return None;
    };
    let of: Vec<String> = about
        .rulings
        .iter()
        .map(|ruling| format!("`{}`", rules.rulings.get(*ruling).id))
        .collect();
    Some(format!(
        "{said} is a word of {}, not of `{this}`",
        phrase::list(&of)
    ))
}
