//! The life of a unit: its states, and the phases of a turn.

use super::settled::Reader;
use crate::rules::RuleSet;
use crate::rules::condition::Condition;
use crate::rules::life::{Cause, Life, life, states};
use crate::rules::phase::{LossesTaken, PhaseOf};
use crate::rules::shelf::Id;
use crate::rules::steps::Program;
use crate::rules::word::{Lasts, Seen, Word};
use crate::rulings::phrasing::Phrasing;
use crate::settings::Settings;
use crate::sheet::Sheet;

/// What a cell shows that has nothing to say.
pub const NOTHING: &str = "-";
/// What brings a state that the referee says.
pub const SAID: &str = "the referee's word";

/// Every state that a unit of a battle can be in: what brings it, ends it, asks for it.
pub fn life_of_states(rules: &RuleSet) -> Sheet {
    let title = format!("States of {}", rules.name);
    let mut sheet = Sheet::new(
        title,
        &["state", "brought by", "ended by", "changes", "seen by"],
    );
    for (id, word) in states(rules) {
        let life = life(rules, id);
        let mut changes: Vec<String> = Vec::new();
        for id in &life.changes {
            let say = &rules.modifiers.get(*id).say;
            if !changes.contains(say) {
                changes.push(say.clone());
            }
        }
        sheet.row([
            word.id.to_string(),
            or_nothing(causes(rules, &life.brought)),
            or_nothing(ended(rules, word, &life)),
            listed(changes.into_iter()),
            match word.seen {
                Seen::Yes => "all".to_owned(),
                Seen::No => "its side".to_owned(),
            },
        ]);
    }
    sheet
}

/// What brings and ends a state, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LifeInWords {
    /// Whether the referee can say it.
    pub said: bool,
    /// What brings it and ends it, as it comes out.
    pub changed: String,
    /// What else brings it.
    pub brought: String,
    /// What else ends it.
    pub ended: String,
    /// Whether it is so for good.
    pub for_good: bool,
}

/// Three states or more of which a unit is in one at a time, however many such there are.
pub fn one_at_a_time(rules: &RuleSet) -> Vec<Vec<Id<Word>>> {
    let mut all: Vec<Vec<Id<Word>>> = Vec::new();
    for (id, _) in states(rules) {
        let bars = |known: &Vec<Id<Word>>| known.iter().all(|one| rules.bar_each_other(*one, id));
        match all.iter_mut().find(|known| bars(known)) {
            Some(known) => known.push(id),
            None => all.push(vec![id]),
        }
    }
    all.retain(|states| states.len() > 2);
    all
}

/// What brings and ends a state, in words, but for those beside which it can never be.
pub fn life_in_words(rules: &RuleSet, state: Id<Word>, never: &[Id<Word>]) -> LifeInWords {
    let mut life = life(rules, state);
    let is_known = |cause: &Cause| matches!(cause, Cause::State(id) if never.contains(id));
    life.ended.retain(|cause| !is_known(cause));
    let said = life.brought.contains(&Cause::Said);
    life.brought.retain(|cause| *cause != Cause::Said);
    let changed: Vec<Cause> = life
        .brought
        .iter()
        .copied()
        .filter(|by| life.ended.contains(by))
        .collect();
    life.brought.retain(|cause| !changed.contains(cause));
    life.ended.retain(|cause| !changed.contains(cause));
    LifeInWords {
        said,
        changed: causes(rules, &changed),
        brought: causes(rules, &life.brought),
        ended: causes(rules, &life.ended),
        for_good: life.ended.is_empty() && rules.words.get(state).lasts == Lasts::Always,
    }
}

fn ended(rules: &RuleSet, word: &Word, life: &Life) -> String {
    match (life.ended.is_empty(), word.lasts) {
        (true, Lasts::Always) => "nothing: it is so for good".to_owned(),
        _ => causes(rules, &life.ended),
    }
}

/// Every phase of a turn, in order: what belongs to it, what happens by itself, what is due.
pub fn sequence(rules: &RuleSet) -> Sheet {
    phases(rules, Reader::AtTheProgram)
}

/// The same for a sheet, on which these settings are in force.
pub fn sequence_on_paper(rules: &RuleSet, settings: &Settings) -> Sheet {
    phases(rules, Reader::OnPaper(settings))
}

fn phases(rules: &RuleSet, reader: Reader<'_>) -> Sheet {
    let title = format!("A turn of {}", rules.name);
    let mut sheet = Sheet::new(title, &["phase", "rulings", "by itself", "due"]);
    for (_, phase) in rules.phases.iter() {
        let of = match phase.of {
            PhaseOf::All => "",
            PhaseOf::First => " (first side)",
            PhaseOf::Second => " (second side)",
        };
        let rulings = phase.rulings.iter();
        let rulings = rulings.map(|belongs| rules.rulings.get(belongs.ruling).id.to_string());
        let mut itself: Vec<String> = Vec::new();
        for follows in &phase.follows {
            let gives = follows.gives.iter().map(|word| state(rules, *word));
            let sheds = follows.sheds.iter();
            let sheds = sheds.map(|word| format!("no longer {}", state(rules, *word)));
            let when = &follows.when;
            let all = gives.chain(sheds);
            itself.extend(all.filter_map(|said| where_so(rules, reader, said, when)));
        }
        if phase.losses == LossesTaken::AtTheEnd {
            let said = "losses come off at its end".to_owned();
            itself.extend(where_so(rules, reader, said, &phase.losses_when));
        }
        let due = phase.due.iter();
        let due = due.filter_map(|due| where_so(rules, reader, due.say.clone(), &due.when));
        sheet.row([
            format!("{}{of}", phase.name),
            listed(rulings),
            listed(itself.into_iter()),
            listed(due),
        ]);
    }
    sheet
}

/// `rally (routed)`: what happens or is due, and for whom.
fn where_so(
    rules: &RuleSet,
    reader: Reader<'_>,
    said: String,
    when: &[Condition],
) -> Option<String> {
    let left = reader.left(rules, when)?;
    let program = &Program::default();
    let when = Phrasing { rules, program }.conditions(&left);
    Some(match when.is_empty() {
        true => said,
        false => format!("{said} ({when})"),
    })
}

/// What does it; the states that do are said together.
fn causes(rules: &RuleSet, causes: &[Cause]) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut states: Vec<String> = Vec::new();
    for cause in causes {
        match cause {
            Cause::State(id) => states.push(state(rules, *id)),
            cause => said.push(in_words(rules, *cause)),
        }
    }
    if let Some((last, others)) = states.split_last() {
        said.push(match others {
            [] => format!("being {last}"),
            others => format!("being {} or {last}", others.join(", ")),
        });
    }
    said.join(", ")
}

fn in_words(rules: &RuleSet, cause: Cause) -> String {
    match cause {
        Cause::Said => SAID.to_owned(),
        Cause::Begins => "the beginning".to_owned(),
        Cause::Ruling(id) => format!("`{}`", rules.rulings.get(id).id),
        Cause::Result(id) => rules.results.get(id).say.clone(),
        Cause::Phase(id) => rules.phases.get(id).name.to_string(),
        Cause::State(id) => state(rules, id),
        Cause::PhaseEnds => "the end of the phase".to_owned(),
        Cause::TurnEnds => "the end of the turn".to_owned(),
        Cause::NextTurnEnds => "the end of the next turn".to_owned(),
        Cause::Rally => "rallying".to_owned(),
        Cause::Referee => "the referee".to_owned(),
    }
}

fn state(rules: &RuleSet, id: Id<Word>) -> String {
    rules.words.get(id).id.to_string()
}

fn listed(all: impl Iterator<Item = String>) -> String {
    or_nothing(all.collect::<Vec<_>>().join(", "))
}

fn or_nothing(said: String) -> String {
    if said.is_empty() {
        NOTHING.to_owned()
    } else {
        said
    }
}
