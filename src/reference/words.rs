//! The words of a rule set: its results, and what is said in a line or of a unit.

use crate::paper::Section;
use crate::rules::RuleSet;
use crate::rules::result::{Leaves, ResultPhrase, Routs};
use crate::rules::shelf::Id;
use crate::rules::word::{Takes, Word};
use crate::rulings::phrasing::Phrasing;
use crate::sheet::Sheet;

/// What each result means for a unit.
pub(super) fn results(rules: &RuleSet) -> Option<Section> {
    let mut sheet = Sheet::new("", &["result", "the unit"]);
    let mut says_all: Vec<String> = Vec::new();
    for (id, result) in rules.results.iter() {
        let say = said(rules, id);
        let mut does = Vec::new();
        if result.leaves == Leaves::Yes {
            does.push("leaves the table".to_owned());
        }
        if result.routs == Routs::Yes {
            does.push("is out of the fight".to_owned());
        }
        if !result.gives.is_empty() {
            does.push(format!("is {}", names(rules, &result.gives)));
        }
        if !result.sheds.is_empty() {
            does.push(format!("is no longer {}", names(rules, &result.sheds)));
        }
        match does.is_empty() {
            // What the unit does is said by the result itself.
            true => says_all.push(say),
            false => sheet.row([say, does.join(", ")]),
        }
    }
    if !says_all.is_empty() {
        sheet.note(format!("besides: {}", says_all.join("; ")));
    }
    section("Results", sheet)
}

/// The phrase of a result; its values are called as the ruling calls them that comes to it.
fn said(rules: &RuleSet, id: Id<ResultPhrase>) -> String {
    let mut programs = rules.rulings.iter().map(|(_, ruling)| &ruling.program);
    let of = programs.find(|program| program.phrases.iter().any(|(phrase, _)| *phrase == id));
    match of {
        Some(program) => Phrasing { rules, program }.result(id),
        None => rules.results.get(id).say.clone(),
    }
}

/// What can be said in a line or of a unit, and what it means.
pub(super) fn words(rules: &RuleSet) -> Option<Section> {
    let mut sheet = Sheet::new("", &["word", "means"]);
    for (_, word) in rules.words.iter() {
        sheet.row([typed(word), word.say.clone()]);
    }
    section("Words", sheet)
}

fn section(heading: &str, sheet: Sheet) -> Option<Section> {
    if sheet.rows.is_empty() && sheet.notes.is_empty() {
        return None;
    }
    let mut section = Section::new(heading);
    section.table(sheet);
    Some(section)
}

fn names(rules: &RuleSet, words: &[Id<Word>]) -> String {
    let words = words.iter().map(|id| rules.words.get(*id).id.as_str());
    words.collect::<Vec<_>>().join(", ")
}

/// A word with what follows it.
fn typed(word: &Word) -> String {
    match &word.takes {
        Takes::Nothing => format!("`{}`", word.id),
        Takes::Number(least, most) => format!("`{}` {least} to {most}", word.id),
        Takes::Step(steps) => format!("`{}` 1 to {}", word.id, steps.len()),
        Takes::Losses => format!("`{}` N", word.id),
        Takes::Weapon => format!("`{}` WEAPON", word.id),
    }
}
