//! The troop types with all their numbers, and the mixes.

use crate::lookups;
use crate::paper::Section;
use crate::rules::RuleSet;
use crate::rules::amount::{Amount, BLANK, Given};
use crate::rules::kind::{Figures, Mix, TroopType};
use crate::sheet::Sheet;

/// The troop types: what they are called, what they fire, and every number that they have.
pub(super) fn troops(rules: &RuleSet) -> Section {
    let mut section = Section::new("Troops");
    section.table(types(rules));
    section.run("", notes(rules));
    let mixes = rules.mixes.iter().map(|(_, mix)| of_mix(rules, mix));
    let mut sheet = Sheet::new("Mixed units", &["unit", "is", "class"]);
    mixes.for_each(|row| sheet.row(row));
    if !sheet.rows.is_empty() {
        section.table(sheet);
    }
    section
}

/// What is said of troop types, each once.
fn notes(rules: &RuleSet) -> Vec<String> {
    let mut said: Vec<(Vec<&str>, &str)> = Vec::new();
    for (_, troop) in rules.types.iter() {
        let Some(note) = troop.note.as_deref() else {
            continue;
        };
        match said.iter_mut().find(|(_, known)| *known == note) {
            Some((names, _)) => names.push(&troop.name),
            None => said.push((vec![&troop.name], note)),
        }
    }
    let notes = said
        .iter()
        .map(|(names, note)| format!("{}: {note}", names.join(", ")));
    notes.collect()
}

/// A column of the table of troop types.
struct Column<'a> {
    head: String,
    of: Box<dyn Fn(&TroopType) -> String + 'a>,
}

fn types(rules: &RuleSet) -> Sheet {
    let columns = columns(rules);
    let heads: Vec<&str> = columns.iter().map(|column| column.head.as_str()).collect();
    let mut sheet = Sheet::new("", &heads);
    for (_, troop) in rules.types.iter() {
        sheet.row(columns.iter().map(|column| (column.of)(troop)));
    }
    sheet
}

/// The columns in which any troop type has something.
fn columns(rules: &RuleSet) -> Vec<Column<'_>> {
    let mut columns = vec![Column {
        head: "troops".to_owned(),
        of: Box::new(called),
    }];
    columns.push(Column {
        head: "arm".to_owned(),
        of: Box::new(|troop| rules.arms.get(troop.arm).0.name.to_string()),
    });
    if rules.types.iter().any(|(_, troop)| troop.class.is_some()) {
        columns.push(Column {
            head: "class".to_owned(),
            of: Box::new(|troop| match troop.class {
                Some(Given::Known(class)) => rules.classes.get(class).0.name.to_string(),
                Some(Given::Blank) => BLANK.to_owned(),
                None => "-".to_owned(),
            }),
        });
    }
    if rules.loss.many != rules.count.many {
        columns.push(Column {
            head: format!("{} a {}", rules.loss.many, rules.count.one),
            of: Box::new(|troop| figures(rules, troop.figures)),
        });
    }
    if rules.types.iter().any(|(_, troop)| troop.together > 1) {
        columns.push(Column {
            head: "act as one".to_owned(),
            of: Box::new(|troop| troop.together.to_string()),
        });
    }
    for (id, attribute) in rules.attributes.iter() {
        if !rules
            .types
            .iter()
            .any(|(_, troop)| troop.number(id).is_some())
        {
            continue;
        }
        let head = match attribute.name.is_empty() {
            true => crate::naming::key_in_words(&attribute.id).to_string(),
            false => attribute.name.to_string(),
        };
        columns.push(Column {
            head,
            of: Box::new(move |troop| lookups::given_on_paper(rules, troop.numbers.get(id))),
        });
    }
    if rules
        .types
        .iter()
        .any(|(_, troop)| !troop.weapons.is_empty())
    {
        columns.push(Column {
            head: "fires".to_owned(),
            of: Box::new(|troop| {
                let weapons = troop.weapons.iter();
                let names = weapons.map(|weapon| rules.weapons.get(*weapon).name.as_str());
                let names: Vec<&str> = names.collect();
                match names.is_empty() {
                    true => "-".to_owned(),
                    false => names.join(", "),
                }
            }),
        });
    }
    columns
}

/// `heavy horse (`heavy`)`: the name, and what is typed for it where that is another.
fn called(troop: &TroopType) -> String {
    if troop.name == troop.id {
        return troop.name.to_string();
    }
    format!("{} (`{}`)", troop.name, troop.id)
}

fn figures(rules: &RuleSet, figures: Given<Figures>) -> String {
    match figures {
        Given::Known(Figures::Unlimited) => "marked".to_owned(),
        Given::Known(Figures::Amount(Amount::Fixed(number))) => number.to_string(),
        Given::Known(Figures::Amount(Amount::Setting(setting))) => {
            format!("`set {}`", rules.settings.get(setting).id)
        }
        Given::Known(Figures::Amount(Amount::Said(_) | Amount::Worked)) => "as said".to_owned(),
        Given::Blank => BLANK.to_owned(),
    }
}

fn of_mix(rules: &RuleSet, mix: &Mix) -> [String; 3] {
    let kinds: Vec<&str> = mix.of.iter().map(|kind| rules.kind_name(*kind)).collect();
    let class = match mix.class {
        Some(Given::Known(class)) => rules.classes.get(class).0.name.to_string(),
        Some(Given::Blank) => BLANK.to_owned(),
        None => "-".to_owned(),
    };
    [mix.name.to_string(), kinds.join(" + "), class]
}
