//! The words of a rule set: its results, and what is said in a line or of a unit.

use super::places::Places;
use super::unless_empty;
use crate::lookups;
use crate::paper::{Block, Section};
use crate::rules::RuleSet;
use crate::rules::entry::Entries;
use crate::rules::life;
use crate::rules::on_paper::Shows;
use crate::rules::result::{Leaves, ResultPhrase, Routs};
use crate::rules::shelf::Id;
use crate::rules::word::{Lasts, Takes, Word};
use crate::rulings::phrasing::Phrasing;

/// What each result means for a unit; what says all by itself and stands on the page already is left out.
pub(super) fn results(rules: &RuleSet, on_page: &[Section]) -> Option<Section> {
    let mut section = Section::new("Results");
    let mut told: Vec<String> = Vec::new();
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
            true if on_page.iter().any(|section| section.says(&say)) => {}
            true => says_all.push(say),
            false => told.push(format!("{say}: {}", does.join(", "))),
        }
    }
    section.run("", told);
    section.run("besides", says_all);
    unless_empty(section)
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

/// What a unit can be: what that means, what brings it and what ends it.
pub(super) fn states(rules: &RuleSet) -> Option<Section> {
    let mut section = Section::new("States");
    let mut states: Vec<String> = Vec::new();
    let families = lookups::one_at_a_time(rules);
    let lives: Vec<_> = life::states(rules)
        .filter(|(_, word)| word.shows == Shows::Yes)
        .map(|(id, word)| {
            let family = families.iter().find(|family| family.contains(&id));
            let family = family.map_or(&[][..], Vec::as_slice);
            (word, lookups::life_in_words(rules, id, family))
        })
        .collect();
    let unsaid = lives.iter().filter(|(_, life)| !life.said);
    let unsaid: Vec<String> = unsaid.map(|(word, _)| format!("`{}`", word.id)).collect();
    let any_said = unsaid.len() < lives.len();
    for (word, life) in lives {
        let mut told = format!("{} {}", typed(word), word.say);
        for (how, what) in [
            ("changed by", &life.changed),
            ("by", &life.brought),
            ("until", &life.ended),
        ] {
            if !what.is_empty() {
                told.push_str(&format!("; {how} {what}"));
            }
        }
        if life.for_good {
            told.push_str("; for good");
        }
        states.push(told);
    }
    section.run("", states);
    if any_said {
        let mut said = "Each of them by the referee's word, too".to_owned();
        if !unsaid.is_empty() {
            said.push_str(&format!(", but for {}", unsaid.join(", ")));
        }
        section.blocks.push(Block::Remark(said + "."));
    }
    let families = families.iter().map(|family| names(rules, family));
    section.run("One at a time", families.collect());
    unless_empty(section)
}

/// What the rules say besides, of what no ruling rules.
pub(super) fn entries(entries: &Entries, places: &mut Places) -> Option<Section> {
    let mut section = Section::new("Other rules");
    let said = entries.iter().filter_map(|entry| {
        let said = format!("{}: {}", entry.title, entry.on_paper.as_deref()?);
        let place = entry.cite.as_deref().unwrap_or(&entry.id);
        Some(places.after(said, Some(place)))
    });
    section.run("", said.collect());
    unless_empty(section)
}

/// What else can be said in a line, and what it means.
pub(super) fn words(rules: &RuleSet) -> Option<Section> {
    let mut section = Section::new("Words");
    let words = rules.words.iter();
    let words = words.filter(|(_, word)| word.lasts == Lasts::Line && word.shows == Shows::Yes);
    let words = words.map(|(_, word)| format!("{} {}", typed(word), word.say));
    section.run("", words.collect());
    unless_empty(section)
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
