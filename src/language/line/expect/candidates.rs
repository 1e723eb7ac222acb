//! The names that can stand at a place and begin with what is typed.

use std::collections::HashSet;

use smol_str::SmolStr;

use super::Candidate;
use super::fits::{Possible, can_have};
use super::own::{LENGTHS, RULES, WORKING};
use super::place::{Place, Wanted};
use super::standing::{Standing, Whole, Within};
use super::wanted::between;
use crate::distance::{Distance, LengthUnit};
use crate::language::line::Grammar;
use crate::language::topics::Topic;
use crate::language::verbs::{FIELD, OWN, Own, Typed};
use crate::naming::begins;
use crate::number::Number;
use crate::roster::Listed;
use crate::rules::condition::Role;
use crate::rules::entry::Entries;
use crate::rules::kind::TroopType;
use crate::rules::library::BUILT_IN;
use crate::rules::phase::PhaseOf;
use crate::rules::ruling::Sides;
use crate::rules::scenario::Scenarios;
use crate::rules::shelf::Id;
use crate::rules::weapon::Weapon;
use crate::rules::word::{Lasts, Recall};

/// What was found.
pub(super) struct Found<'a> {
    pub(super) what: Vec<Candidate<'a>>,
    /// How many bytes of what is typed stay as they are: the `10` of `10i`.
    pub(super) skipped: usize,
}

/// The names for a place that begin with what is typed.
pub(super) fn of<'a>(grammar: Grammar<'a>, place: &Place, typed: &str) -> Found<'a> {
    let rules = grammar.rules;
    let mut list = List::of(typed);
    match place {
        Place::Verb => {
            verbs(grammar, &mut list);
            // Who acts may stand first.
            if !typed.is_empty() {
                units(grammar, &Wanted::default(), &mut list);
            }
        }
        Place::ThrowingVerb => {
            rulings(grammar, &mut list);
            list.add_own(Own::Roll);
        }
        Place::Unit(wanted) => {
            units(grammar, wanted, &mut list);
            types(grammar, &mut list);
            if let Some(standing) = &wanted.aimed {
                words(grammar, standing, Possible::Yes, &mut list);
            }
        }
        Place::Type => types(grammar, &mut list),
        Place::Moved => {
            for (name, _) in rules.rows_without_troops() {
                list.add(name, "");
            }
        }
        Place::Mustered(words) => {
            for unit in grammar.roster.iter() {
                list.add(&unit.side, "a side");
            }
            for (word, about) in *words {
                list.add(word, about);
            }
        }
        Place::HandleOr(words) => {
            for (word, about) in *words {
                list.add(word, about);
            }
            handles(grammar, &mut list);
        }
        Place::Handle => handles(grammar, &mut list),
        Place::Side => {
            for unit in grammar.roster.iter() {
                list.add(&unit.side, "");
            }
        }
        Place::Phase => {
            for (_, phase) in rules.phases.iter() {
                list.add_first(&[&phase.id, &phase.name], &phase.name);
            }
        }
        Place::State => {
            for (_, word) in rules
                .words
                .iter()
                .filter(|(_, word)| word.lasts != Lasts::Line)
            {
                list.add_named(&word.id, &word.also, &word.say);
            }
        }
        Place::Word => {
            for (_, word) in rules.words.iter() {
                list.add_named(&word.id, &word.also, &word.say);
            }
        }
        Place::After(standing) => {
            if let Some(found) = after_number(grammar, typed) {
                return found;
            }
            after(grammar, standing, &mut list);
        }
        Place::Length => {
            if let Some(found) = after_number(grammar, typed) {
                return found;
            }
        }
        // Where there are no weapons, distances are those of troops.
        Place::Weapon(_) if rules.weapons.is_empty() => types(grammar, &mut list),
        Place::Weapon(troops) => weapons(grammar, troops, &mut list),
        Place::Entry => {
            let entries = grammar.books.read_entries();
            for entry in entries.into_iter().flat_map(Entries::iter) {
                list.add_first(&[&entry.id, &entry.title], &entry.title);
            }
        }
        Place::Scenario => {
            let scenarios = grammar.books.read_scenarios();
            for scenario in scenarios.into_iter().flat_map(Scenarios::iter) {
                list.add_first(&[&scenario.id, &scenario.number], &scenario.name);
            }
        }
        Place::Chart => {
            for (_, chart) in rules.charts.iter() {
                list.add_named(&chart.id, &chart.also, &chart.title);
            }
            for (_, table) in rules.tables.iter() {
                list.add(&table.id, table.title.as_deref().unwrap_or_default());
            }
            for (_, ruling) in rules.rulings.iter() {
                list.add(&ruling.id, "what it is resolved by");
            }
        }
        Place::Topic => {
            verbs(grammar, &mut list);
            for topic in Topic::ALL {
                list.add(topic.name(), topic.say());
            }
            for (_, word) in rules.words.iter() {
                list.add_named(&word.id, &word.also, &word.say);
            }
        }
        Place::Setting => {
            for (_, setting) in rules.settings.iter() {
                list.add(&setting.id, &setting.say);
            }
            for (name, about) in LENGTHS.iter().chain([&WORKING, &RULES]) {
                list.add(name, about);
            }
        }
        Place::Reading(setting) => {
            for reading in rules.settings.get(*setting).of.readings() {
                list.add(&reading.id, &reading.say);
            }
        }
        Place::RuleSet => {
            for (id, _, name) in BUILT_IN {
                list.add(id, name);
            }
        }
        Place::OneOf(words) => {
            for (word, about) in *words {
                list.add(word, about);
            }
        }
        Place::Nameless => {}
    }
    Found {
        what: list.what,
        skipped: 0,
    }
}

/// The names so far, each only once.
struct List<'a, 't> {
    typed: &'t str,
    what: Vec<Candidate<'a>>,
    known: HashSet<&'a str>,
}

impl<'a, 't> List<'a, 't> {
    fn of(typed: &'t str) -> Self {
        List {
            typed,
            what: Vec::new(),
            known: HashSet::new(),
        }
    }

    fn add(&mut self, text: &'a str, about: &'a str) {
        self.add_first(&[text], about);
    }

    /// Adds a unit of the battle, by its handle, or by its name where that alone fits.
    fn add_unit(&mut self, grammar: Grammar<'a>, unit: &'a Listed) {
        let about = unit.about.get_or_init(|| about_unit(grammar, unit));
        let names: Vec<&str> = std::iter::once(&unit.handle)
            .chain(&unit.name)
            .map(SmolStr::as_str)
            .collect();
        self.add_first(&names, about);
    }

    /// Adds something under its key, or else under the first other name that fits.
    fn add_named(&mut self, id: &'a str, also: &'a [String], about: &'a str) {
        let names: Vec<&str> = std::iter::once(id)
            .chain(also.iter().map(String::as_str))
            .collect();
        self.add_first(&names, about);
    }

    /// Adds one of the program's own verbs.
    fn add_own(&mut self, own: Own) {
        if let Some(verb) = own.about() {
            let also = verb.also.iter().copied();
            let names: Vec<&str> = std::iter::once(verb.name).chain(also).collect();
            self.add_first(&names, verb.say);
        }
    }

    /// Adds something under the first of its names that fits, if one does.
    fn add_first(&mut self, names: &[&'a str], about: &'a str) {
        let fitting = names.iter().find(|name| begins(name, self.typed));
        if let Some(text) = fitting
            && self.known.insert(text)
        {
            let about = if about == *text { "" } else { about };
            self.what.push(Candidate { text, about });
        }
    }
}

fn verbs<'a>(grammar: Grammar<'a>, list: &mut List<'a, '_>) {
    rulings(grammar, list);
    for verb in &OWN {
        list.add_own(verb.own);
    }
    for verb in FIELD.iter().filter(|verb| verb.typed == Typed::Often) {
        list.add(grammar.vocabulary.name_of(verb), verb.say);
    }
    // What is seldom typed does not stand in the way of what begins alike.
    if list.what.is_empty() {
        for verb in FIELD.iter().filter(|verb| verb.typed == Typed::Seldom) {
            list.add(grammar.vocabulary.name_of(verb), verb.say);
        }
    }
}

fn rulings<'a>(grammar: Grammar<'a>, list: &mut List<'a, '_>) {
    for (_, ruling) in grammar.rules.rulings.iter() {
        list.add(&ruling.id, &ruling.say);
    }
}

/// The units that can stand at a place, those whose turn it is first, each with what the prompt says of it.
fn units<'a>(grammar: Grammar<'a>, wanted: &Wanted, list: &mut List<'a, '_>) {
    let roster = grammar.roster;
    let units = roster.iter().filter(|unit| {
        unit.left.is_none()
            && !wanted.against.contains(&unit.side)
            && !wanted.named.contains(&unit.handle)
    });
    let sides = roster.sides();
    let phase = grammar.phase.map(|phase| grammar.rules.phases.get(phase));
    let is_theirs = |unit: &Listed| match phase.map(|phase| phase.of) {
        None | Some(PhaseOf::All) => true,
        Some(PhaseOf::First) => sides.first() == Some(&unit.side),
        Some(PhaseOf::Second) => sides.first() != Some(&unit.side),
    };
    // Whose phase it is tells who acts, and not upon whom.
    let in_order = wanted.against.is_empty();
    let (first, rest): (Vec<_>, Vec<_>) = units.partition(|unit| !in_order || is_theirs(unit));
    let all = first.into_iter().chain(rest);
    for unit in all {
        list.add_unit(grammar, unit);
    }
}

/// Every unit, those that have left the table last.
fn handles<'a>(grammar: Grammar<'a>, list: &mut List<'a, '_>) {
    let (standing, gone): (Vec<_>, Vec<_>) =
        grammar.seen.iter().partition(|unit| unit.left.is_none());
    for unit in standing.into_iter().chain(gone) {
        list.add_unit(grammar, unit);
    }
}

/// What the prompt says of a unit: its side and name, its troops, how many are left, its states.
fn about_unit(grammar: Grammar<'_>, unit: &Listed) -> String {
    let rules = grammar.rules;
    let mut parts = vec![match &unit.name {
        Some(name) => format!("{}: {name}", unit.side),
        None => unit.side.to_string(),
    }];
    if let Some(left) = &unit.left {
        parts.push(left.to_string());
        return parts.join(", ");
    }
    let troops: Vec<String> = unit
        .groups
        .iter()
        .map(|group| format!("{} {}", group.count, rules.types.get(group.troop).id))
        .collect();
    parts.push(troops.join(" + "));
    let lost: Number = unit.groups.iter().map(|group| group.lost).sum();
    if lost > Number::ZERO {
        parts.push(format!("{} lost", rules.loss.of(lost)));
    }
    parts.extend(
        unit.words
            .iter()
            .map(|(word, _)| rules.words.get(word).id.to_string()),
    );
    parts.join(", ")
}

fn types<'a>(grammar: Grammar<'a>, list: &mut List<'a, '_>) {
    for (_, troop) in grammar.rules.types.iter() {
        // A name of one word is what people say; the key may be of two.
        let name = troop.name.as_str();
        let first = if name.contains([' ', '-']) {
            None
        } else {
            Some(name)
        };
        let names: Vec<&str> = first
            .into_iter()
            .chain([troop.id.as_str(), name])
            .chain(troop.also.iter().map(String::as_str))
            .collect();
        list.add_first(&names, name);
    }
}

fn weapons<'a>(grammar: Grammar<'a>, troops: &[Id<TroopType>], list: &mut List<'a, '_>) {
    let rules = grammar.rules;
    let can_have = |weapon: &Weapon| {
        weapon.only.is_empty()
            || troops.is_empty()
            || weapon
                .only
                .iter()
                .any(|kind| troops.iter().any(|troop| rules.is(*troop, *kind)))
    };
    for (_, weapon) in rules.weapons.iter().filter(|(_, weapon)| can_have(weapon)) {
        let names: Vec<&str> = [weapon.id.as_str(), weapon.name.as_str()]
            .into_iter()
            .chain(weapon.also.iter().map(String::as_str))
            .collect();
        list.add_first(&names, &weapon.name);
    }
}

/// Words of the unit first, then what joins it to others, then words of the other side if nothing else fits.
fn after<'a>(grammar: Grammar<'a>, standing: &Standing, list: &mut List<'a, '_>) {
    words(grammar, standing, Possible::Yes, list);
    // Of several that act nobody could tell which is meant.
    if standing.role == Role::Defender && !standing.several_act {
        recalled(grammar, standing, list);
    }
    joiners(grammar, standing, list);
    if list.what.is_empty() {
        words(grammar, standing, Possible::OfTheFoe, list);
    }
}

/// The words of the side that acts which the answer would recall as not said.
fn recalled<'a>(grammar: Grammar<'a>, standing: &Standing, list: &mut List<'a, '_>) {
    for (id, word) in grammar.rules.words.iter() {
        if word.recall == Recall::Yes
            && can_have(grammar.rules, standing, id, word) == Possible::OfTheFoe
        {
            list.add_named(&word.id, &word.also, &word.say);
        }
    }
}

fn words<'a>(
    grammar: Grammar<'a>,
    standing: &Standing,
    possible: Possible,
    list: &mut List<'a, '_>,
) {
    for (id, word) in grammar.rules.words.iter() {
        if can_have(grammar.rules, standing, id, word) == possible {
            list.add_named(&word.id, &word.also, &word.say);
        }
    }
}

fn joiners(grammar: Grammar<'_>, standing: &Standing, list: &mut List<'_, '_>) {
    if standing.awaits_foe() {
        let usual = between(grammar.rules.rulings.get(standing.ruling));
        for word in [usual, "at", "vs"] {
            list.add(word, "the other side");
        }
    }
    if standing.sides != Sides::None {
        if standing.whole == Whole::Described {
            list.add("+", "more troops of this unit");
        }
        if standing.may_have_others() {
            list.add("and", "another unit of this side");
        }
    }
    if standing.within == Within::Ruling && !standing.awaits_foe() {
        list.add("rolled", "dice thrown on the table");
    }
    if standing.within == Within::Odds && !standing.awaits_foe() {
        list.add("with", "the same with words more, and the difference");
        list.add("until", "repeated until it ends");
    }
}

/// The units of length that can end a distance of which the number is typed.
fn after_number<'a>(grammar: Grammar<'a>, typed: &str) -> Option<Found<'a>> {
    let letters =
        typed.trim_start_matches(|character: char| character.is_ascii_digit() || character == '.');
    let skipped = typed.len() - letters.len();
    if skipped == 0 {
        return None;
    }
    let what = units_of_length(grammar, letters);
    (!what.is_empty()).then_some(Found { what, skipped })
}

/// The units that a distance can be given in here, the rule set's own first.
fn units_of_length<'a>(grammar: Grammar<'a>, letters: &str) -> Vec<Candidate<'a>> {
    let measure = grammar.rules.measure;
    let is_known = |unit: LengthUnit| {
        let one = Distance {
            value: Number::ONE,
            unit,
        };
        measure.length(one, grammar.scale).is_ok()
    };
    let mut list = List::of(letters);
    let (own, others): (Vec<_>, Vec<_>) = LengthUnit::short_words()
        .filter(|(_, unit)| is_known(*unit))
        .partition(|(_, unit)| *unit == measure.unit());
    for (word, _) in own.into_iter().chain(others) {
        list.add(word, "");
    }
    list.what
}
