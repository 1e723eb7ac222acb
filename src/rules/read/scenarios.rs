//! Reading a file of scenarios.

use super::FORMAT;
use super::parts::owned;
use crate::naming::nearest;
use crate::rules::fault::Faults;
use crate::rules::kind::TroopType;
use crate::rules::library::Source;
use crate::rules::reader::{self, Reader, Spanned};
use crate::rules::scenario::{Army, Force, Scenario, Scenarios};
use crate::rules::set::RuleSet;
use crate::rules::setting::{Setting, SettingKind};
use crate::rules::shelf::{Id, Named, Shelf};
use crate::rules::word::Word;

/// The most of anything that is counted in a scenario.
const MOST: i64 = 1000;

/// Reads and checks a file of scenarios for a rule set.
///
/// # Errors
/// All the faults of the file, such as troop types that the rule set does not have.
pub(in crate::rules) fn scenarios(source: &Source, rules: &RuleSet) -> Result<Scenarios, Faults> {
    reader::read(&source.file_name(), &source.text, |file| {
        let format = file.integer("format", FORMAT..=FORMAT);
        let mut list = Shelf::default();
        for scenario in file.keyed_tables("scenario", |id, table| scenario(rules, id, table)) {
            list.add_or_gap(scenario);
        }
        format.map(|_| Scenarios::of(list))
    })
}

fn scenario<'d>(rules: &RuleSet, id: Spanned<&'d str>, table: &mut Reader<'d>) -> Option<Scenario> {
    let also = texts(table, "also");
    let number = owned(table.text("number"));
    let name = owned(table.text("name"));
    let war = owned(table.text("war"));
    let date = owned(table.text("date"));
    let complexity = table.integer("complexity", 1..=MOST);
    let balance = owned(table.text("balance"));
    let turns = table.integer("turns", 1..=MOST);
    let armies = armies(rules, table);
    let victory = owned(table.text("victory"));
    let settings = switches(rules, table);
    let special = texts(table, "special");
    let errata = texts(table, "errata");
    Some(Scenario {
        id: id.into_inner().to_owned(),
        also,
        number: number?,
        name: name?,
        war: war?,
        date: date?,
        complexity: complexity?.into_inner(),
        balance: balance?,
        turns: turns?.into_inner(),
        armies: armies?,
        victory: victory?,
        settings,
        special,
        errata,
    })
}

fn texts(table: &mut Reader<'_>, key: &'static str) -> Vec<String> {
    let texts = table.maybe_texts(key).into_iter();
    texts.map(|text| text.into_inner().to_owned()).collect()
}

/// The two armies, the first to move before the other.
fn armies(rules: &RuleSet, table: &mut Reader<'_>) -> Option<[Army; 2]> {
    let value = table.required("armies")?;
    let list = value.items()?;
    if list.len() != 2 {
        value.fault(format!("a scenario has 2 armies, not {}", list.len()));
    }
    let armies: Vec<Army> = list
        .iter()
        .filter_map(|item| item.table(|table| army(rules, table)))
        .collect();
    armies.try_into().ok()
}

fn army(rules: &RuleSet, table: &mut Reader<'_>) -> Option<Army> {
    let name = owned(table.text("name"));
    let stacking = table.integer("stacking", 1..=MOST);
    let forces = table.tables("forces", |table| {
        let units = table.table("units", |table| units(rules, table));
        let stand_as = table.maybe_table("as", |table| stand_as(rules, table));
        let states = table.maybe_table("states", |table| Some(states(rules, table)));
        let deployment = owned(table.text("deploy"));
        Some(Force {
            units: units?,
            stand_as: stand_as.unwrap_or_default(),
            states: states.unwrap_or_default(),
            deployment: deployment?,
        })
    });
    if forces.is_empty() {
        table.fault(table.at(), "an army has at least one force in `forces`");
    }
    Some(Army {
        name: name?,
        stacking: stacking?.into_inner(),
        forces,
    })
}

/// Counts by troop type: `{ MP = 10, PP = 5 }`.
fn units(rules: &RuleSet, table: &mut Reader<'_>) -> Option<Vec<(Id<TroopType>, i64)>> {
    let mut units = Vec::new();
    for (name, value) in table.keys_left() {
        let count = value.integer(1..=MOST);
        if let Some(troop) = there(&rules.types, rules, "troop type", name, table) {
            units.extend(count.map(|count| (troop, count.into_inner())));
        }
    }
    Some(units)
}

/// Counters that are used as those of another type: `{ EA = "HA" }`.
fn stand_as(
    rules: &RuleSet,
    table: &mut Reader<'_>,
) -> Option<Vec<(Id<TroopType>, Id<TroopType>)>> {
    let mut used = Vec::new();
    for (name, value) in table.keys_left() {
        let counter = there(&rules.types, rules, "troop type", name, table);
        let other = value.text();
        let other = other.and_then(|other| there(&rules.types, rules, "troop type", other, table));
        used.extend(counter.zip(other));
    }
    Some(used)
}

/// The states in which units begin, by troop type or of all: `{ PM = ["bayonet"], all = ["marching"] }`.
fn states(rules: &RuleSet, table: &mut Reader<'_>) -> Vec<(Option<Id<TroopType>>, Id<Word>)> {
    let mut states = Vec::new();
    for (name, value) in table.keys_left() {
        let of = match *name.get_ref() {
            "all" => Some(None),
            _ => there(&rules.types, rules, "troop type", name, table).map(Some),
        };
        for text in value.items().unwrap_or_default() {
            let Some(text) = text.text() else { continue };
            let at = text.span();
            let Some(word) = there(&rules.words, rules, "word", text, table) else {
                continue;
            };
            if !rules.words.get(word).stays_when_mustered() {
                let id = &rules.words.get(word).id;
                table.fault(at, format!("no unit of a battle keeps `{id}`"));
            }
            states.extend(of.map(|of| (of, word)));
        }
    }
    states
}

/// The switches that a scenario turns on.
fn switches(rules: &RuleSet, table: &mut Reader<'_>) -> Vec<Id<Setting>> {
    let mut on = Vec::new();
    for text in table.maybe_texts("settings") {
        let at = text.span();
        let Some(setting) = there(&rules.settings, rules, "setting", text, table) else {
            continue;
        };
        match rules.settings.get(setting).of {
            SettingKind::Switch { .. } => on.push(setting),
            SettingKind::Number { .. } | SettingKind::Readings { .. } => {
                let id = &rules.settings.get(setting).id;
                table.fault(at, format!("`{id}` is no switch"));
            }
        }
    }
    on
}

/// What a name of the rule set means, or a fault.
fn there<T: Named>(
    among: &Shelf<T>,
    rules: &RuleSet,
    what: &str,
    name: Spanned<&str>,
    table: &Reader<'_>,
) -> Option<Id<T>> {
    let typed: &str = name.get_ref();
    let found = among.named(typed);
    if found.is_none() {
        let known = among.iter().map(|(_, one)| one.id());
        let noted = table.fault(
            name.span(),
            format!("{} has no {what} `{typed}`", rules.name),
        );
        if let Some(near) = nearest(typed, known) {
            noted.hint(format!("did you mean `{near}`?"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::scenarios;
    use crate::rules::fault::Style;
    use crate::rules::library::{Library, Source};
    use crate::rules::rule_set;

    const RULES: &str = r#"
format = 2
id = "x"
name = "X"
measure = "inches"
count = ["base", "bases"]
loss = ["figure", "figures"]
arms = { foot = "foot" }
[type.pike]
name = "pike"
arm = "foot"
"#;

    fn faults(units: &str, armies: usize) -> Vec<String> {
        let rules = rule_set(&Source::of_text("x", RULES), &|id| {
            Library::default().find(id)
        })
        .unwrap();
        let army = format!(
            "{{ name = 'a', stacking = 2, forces = [{{ units = {units}, deploy = 'here' }}] }}"
        );
        let armies = vec![army; armies].join(", ");
        let text = format!(
            "format = 2\n[scenario.one]\nnumber = '1'\nname = 'One'\nwar = 'w'\ndate = 'd'\n\
             complexity = 1\nbalance = 'even'\nturns = 3\nvictory = 'v'\narmies = [{armies}]\n"
        );
        let source = Source {
            text: text.into(),
            ..Source::of_text("x.scenarios", "")
        };
        match scenarios(&source, &rules) {
            Ok(scenarios) => {
                assert_eq!(scenarios.iter().count(), 1);
                Vec::new()
            }
            Err(faults) => vec![faults.render(Style::Plain)],
        }
    }

    #[test]
    fn forces_are_counts_of_troop_types_that_there_are() {
        assert_eq!(faults("{ pike = 3 }", 2), [""; 0]);
        let wrong = faults("{ pikes = 3 }", 2);
        assert!(wrong[0].contains("no troop type `pikes`"), "{wrong:?}");
        assert_eq!(faults("{ pike = 0 }", 2).len(), 1);
    }

    #[test]
    fn a_scenario_has_two_armies() {
        for armies in [0, 1, 3] {
            assert_eq!(faults("{ pike = 3 }", armies).len(), 1, "{armies}");
        }
    }
}
