//! Troop types by their names, in full or begun, and what is wrong with a name that none has.

use super::super::cursor::{Cursor, Typed};
use super::super::{Grammar, several};
use super::{Handle, handle, several_units};
use crate::language::token::Kind as TokenKind;
use crate::naming::kept::parts_a_line;
use crate::naming::{Found, Names, begins, phrase, shortens};
use crate::rules::kind::{Kind, Mix, TroopType};
use crate::rules::shelf::Id;
use crate::typed_line::{FaultKind, LineFault};

/// The most names that a message lists.
const MOST_LISTED: usize = 16;

/// Whether some words name a troop type.
pub(super) fn is_troop_type(grammar: Grammar<'_>, words: &[&str]) -> bool {
    matches!(found(grammar, words), Some((_, Found::One(_), _)))
}

/// Reads one troop type.
pub(in super::super) fn troop_type(
    grammar: Grammar<'_>,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Id<TroopType>, LineFault> {
    let words = cursor.words();
    let Some((used, found, hurried)) = found(grammar, &words) else {
        // What looks like dice may be the handle of a unit that there is not.
        if let Some(TokenKind::Dice(dice)) = cursor.peek().map(|token| token.kind.clone()) {
            let at = cursor.here();
            let text = dice.into();
            return Err(unknown(grammar, &Typed { text, at }, None));
        }
        let example = grammar.rules.example_type();
        let wrong = LineFault::missing("a troop type is missing").at(cursor.here());
        return Err(wrong.hinted(
            match listed(grammar, grammar.rules.types.iter().map(|(id, _)| id)) {
                Some(all) => format!("there are {all}"),
                None => format!("name one, such as `{example}`; `show` lists them"),
            },
        ));
    };
    if let Found::One(troop) = found {
        cursor.take_words(used);
        if hurried {
            cursor.hurry();
        }
        return Ok(troop);
    }
    if let Some(sorted) = sort_of_troops(grammar, &words) {
        let typed = cursor.take_words(sorted.words);
        return Err(sorted.fault.at(typed.at));
    }
    let (used, unit) = match handle(grammar, &words) {
        (used, Handle::Several(places)) => (used, Some(places)),
        _ => (used, None),
    };
    let typed = cursor.take_words(used);
    Err(match (unit, found) {
        (Some(places), _) => several_units(grammar, &typed, &places),
        (None, Found::Several(names)) => several(&typed.text, &names, typed.at),
        (None, Found::None { nearest }) => unknown(grammar, &typed, nearest),
        (None, Found::One(_)) => LineFault::unknown("no troop type").at(typed.at),
    })
}

/// What some words name: how many of them do, and whether they are cut short more than one name may be.
fn found<'a>(
    grammar: Grammar<'a>,
    words: &[&str],
) -> Option<(usize, Found<'a, Id<TroopType>>, bool)> {
    let types = &grammar.rules.index.types;
    let first = words.first().filter(|first| !parts_a_line(first))?;
    let (used, plainly) = phrase::longest(types, words, |_| true)?;
    if matches!(plainly, Found::One(_)) {
        return Some((used, plainly, false));
    }
    let begun = phrase::begun(types, words, |_| true);
    if let Some((used, Found::One(troop))) = begun {
        return Some((used, Found::One(troop), true));
    }
    if let Some(troop) = types.plainly_begun(first) {
        return Some((1, Found::One(troop), true));
    }
    // A later word of a name in full is as good, where one name alone has it.
    match (plainly, types.holding(first)) {
        (Found::None { .. }, Some(Found::One(troop))) => Some((1, Found::One(troop), true)),
        (Found::None { .. }, Some(names)) => Some((1, names, true)),
        (plainly, _) => Some((used, plainly, false)),
    }
}

/// A name that stands for several troop types, and what is wrong with it.
struct Sorted {
    words: usize,
    fault: LineFault,
}

/// What is wrong with a name that sorts troops: of an arm, a class, a tag, a weapon or a mix.
fn sort_of_troops(grammar: Grammar<'_>, words: &[&str]) -> Option<Sorted> {
    let rules = grammar.rules;
    let mixes = rules
        .mixes
        .iter()
        .map(|(id, mix)| (mix.name.as_str(), Kind::Mix(id)));
    let arms = rules
        .arms
        .iter()
        .map(|(id, arm)| (arm.0.name.as_str(), Kind::Arm(id)));
    let classes = rules.classes.iter();
    let classes = classes.map(|(id, class)| (class.0.name.as_str(), Kind::Class(id)));
    let tags = rules.tags.iter().flat_map(|(id, tag)| {
        [tag.0.id.as_str(), tag.0.name.as_str()].map(|name| (name, Kind::Tag(id)))
    });
    let names: Names<Kind> = mixes.chain(arms).chain(classes).chain(tags).collect();
    let (used, kinds) = match phrase::whole(&names, words)? {
        (used, Found::One(kind)) => (used, vec![kind]),
        (used, _) => {
            let name = words.get(..used)?.join(" ");
            let same = |kind: &Kind| begins(rules.kind_name(*kind), &name);
            let arms = rules.arms.iter().map(|(id, _)| Kind::Arm(id));
            let tags = rules.tags.iter().map(|(id, _)| Kind::Tag(id));
            let classes = rules.classes.iter().map(|(id, _)| Kind::Class(id));
            (used, arms.chain(classes).chain(tags).filter(same).collect())
        }
    };
    let name = words.get(..used)?.join(" ");
    if let [Kind::Mix(mix)] = kinds.as_slice() {
        let message = format!("`{name}` is a unit of several troop types");
        let wrong = LineFault::of(FaultKind::Ambiguous, message);
        let fault = match example_of(grammar, rules.mixes.get(*mix)) {
            Some(example) => wrong.hinted(format!("as in `{example}`")),
            None => wrong,
        };
        return Some(Sorted { words: used, fault });
    }
    let types = rules.types.iter().map(|(id, _)| id);
    let of = types.filter(|id| kinds.iter().any(|kind| rules.is(*id, *kind)));
    let of: Vec<Id<TroopType>> = of.collect();
    let names: Vec<String> = of
        .iter()
        .map(|id| format!("`{}`", said(grammar, *id)))
        .collect();
    let fault = LineFault::of(
        FaultKind::Ambiguous,
        format!("`{name}` stands for several troop types"),
    );
    let listed = names.len() <= MOST_LISTED && !names.is_empty();
    Some(Sorted {
        words: used,
        fault: if listed {
            fault.hinted(format!("name one: {}", phrase::list(&names)))
        } else {
            fault.hinted("name one; `show` lists them")
        },
    })
}

/// The part of a line in the examples of the rule set that is a unit of a mix.
fn example_of(grammar: Grammar<'_>, mix: &Mix) -> Option<String> {
    let rules = grammar.rules;
    let examples = rules
        .rulings
        .iter()
        .flat_map(|(_, ruling)| &ruling.examples);
    let is_of_mix = |example: &&str| {
        let parts = example.split(" + ").map(|part| {
            let words: Vec<&str> = part.split(' ').skip(1).collect();
            match phrase::known(&rules.index.types, &words, |_| true) {
                Some((used, Found::One(troop))) => Some((troop, words.len() == used)),
                _ => None,
            }
        });
        let parts: Option<Vec<(Id<TroopType>, bool)>> = parts.collect();
        parts.is_some_and(|parts| {
            let of = |kind: &Kind| parts.iter().any(|(troop, _)| rules.is(*troop, *kind));
            parts.len() == mix.of.len() && mix.of.iter().all(of)
        })
    };
    let sides = examples.flat_map(|example| {
        let after_verb = example.split_once(' ').map_or("", |(_, rest)| rest);
        let sides = after_verb.split(" vs ").flat_map(|part| part.split(" at "));
        sides.collect::<Vec<&str>>()
    });
    let mut sides = sides.filter(|side| side.contains(" + "));
    sides.find(is_of_mix).map(str::to_owned)
}

/// What is wrong with a name that no troop type and no unit has.
fn unknown(grammar: Grammar<'_>, typed: &Typed, nearest: Option<&str>) -> LineFault {
    let in_battle = !grammar.roster.is_empty();
    let what = if in_battle {
        "unit or troop type"
    } else {
        "troop type"
    };
    let wrong = LineFault::unknown(format!("there is no {what} `{}`", typed.text)).at(typed.at);
    if let Some(unit) = grammar.roster.nearest(&typed.text) {
        return wrong.hinted(format!("did you mean {}?", unit.called()));
    }
    if let Some(near) = nearest {
        return wrong.hinted(format!("did you mean `{near}`?"));
    }
    let short: Vec<String> = shortened(grammar, &typed.text);
    if (1..=MOST_MEANT).contains(&short.len()) {
        return wrong.hinted(format!("did you mean {}?", phrase::list(&short)));
    }
    if let Some(units) = in_battle.then(|| units(grammar)).flatten() {
        return wrong.hinted(units);
    }
    wrong.hinted(
        match listed(grammar, grammar.rules.types.iter().map(|(id, _)| id)) {
            Some(all) => format!("there are {all}"),
            None => "`show` lists the troop types".to_owned(),
        },
    )
}

/// The most names of which it is asked whether they were meant.
const MOST_MEANT: usize = 5;

/// The troop types of which a name may have been typed without some of its letters.
fn shortened(grammar: Grammar<'_>, typed: &str) -> Vec<String> {
    let types = grammar.rules.types.iter();
    let short = types.filter(|(_, troop)| {
        let also = troop.also.iter().map(String::as_str);
        let mut names = also.chain([troop.id.as_str(), troop.name.as_str()]);
        names.any(|name| {
            let mut words = name.split([' ', '-']);
            words.any(|word| shortens(typed, word))
        })
    });
    short
        .map(|(id, _)| format!("`{}`", said(grammar, id)))
        .collect()
}

/// The units on the table, a side after another, if they are few.
pub(in super::super) fn units(grammar: Grammar<'_>) -> Option<String> {
    let roster = grammar.roster;
    let standing = || roster.iter().filter(|unit| unit.left.is_none());
    if standing().count() > MOST_LISTED || roster.is_empty() {
        return None;
    }
    let sides = roster.sides().into_iter().filter_map(|side| {
        let of = standing().filter(|unit| unit.side == side);
        let of: Vec<&str> = of.map(|unit| unit.handle.as_str()).collect();
        (!of.is_empty()).then(|| format!("{side} has {}", of.join(", ")))
    });
    let sides: Vec<String> = sides.collect();
    Some(sides.join("; "))
}

/// Troop types as people say them, if they are few.
fn listed(grammar: Grammar<'_>, types: impl Iterator<Item = Id<TroopType>>) -> Option<String> {
    let names: Vec<String> = types.map(|id| said(grammar, id)).collect();
    (names.len() <= MOST_LISTED).then(|| names.join(", "))
}

/// A short name of a troop type that leads to it.
fn said(grammar: Grammar<'_>, troop: Id<TroopType>) -> String {
    let about = grammar.rules.types.get(troop);
    let reads_back = grammar.rules.index.types.find(&about.name) == Found::One(troop);
    if reads_back && about.name.len() <= about.id.len() {
        about.name.to_string()
    } else {
        about.id.to_string()
    }
}
