//! What weapons do at which range.

use super::by_distance::by_distance;
use super::charts::{attributes_of, given};
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::shelf::Id;
use crate::rules::weapon::Weapon;
use crate::sheet::Sheet;

/// What the tables give by distance: the bands of all weapons, then the look-up tables that a
/// distance reads; none where there are neither.
pub fn ranges(rules: &RuleSet) -> Vec<Sheet> {
    let by_distance = by_distance(rules).into_iter();
    let tables = by_distance.map(|read| read.sheet(rules));
    bands(rules).into_iter().chain(tables).collect()
}

/// All weapons, a row for each band; `None` where there are none.
pub(super) fn bands(rules: &RuleSet) -> Option<Sheet> {
    if rules.weapons.is_empty() {
        return None;
    }
    let attributes = attributes_of(rules, |id| {
        let mut bands = rules.weapons.iter().flat_map(|(_, weapon)| &weapon.bands);
        bands.any(|band| band.number(id).is_some())
    });
    let heads: Vec<&str> = ["weapon", "up to"]
        .into_iter()
        .chain(attributes.iter().map(|(_, name)| *name))
        .collect();
    let mut sheet = Sheet::new("Weapon ranges", &heads);
    for (_, weapon) in rules.weapons.iter() {
        for (place, band) in weapon.bands.iter().enumerate() {
            let name = if place == 0 { weapon.name.as_str() } else { "" };
            let numbers = attributes.iter().map(|(id, _)| given(band.number(*id)));
            sheet.row(
                [name.to_owned(), rules.measure.show(band.to)]
                    .into_iter()
                    .chain(numbers),
            );
        }
        sheet.cite = sheet.cite.or_else(|| weapon.cite.clone());
    }
    Some(sheet)
}

/// One weapon, a column for each band.
pub fn weapon(rules: &RuleSet, id: Id<Weapon>) -> Sheet {
    let weapon = rules.weapons.get(id);
    let to = weapon.bands.iter().map(|band| rules.measure.show(band.to));
    let mut sheet = Sheet {
        title: format!("Range of {}", weapon.name),
        columns: std::iter::once("up to".to_owned()).chain(to).collect(),
        cite: weapon.cite.clone(),
        ..Sheet::default()
    };
    let attributes = attributes_of(rules, |id| {
        weapon.bands.iter().any(|band| band.number(id).is_some())
    });
    for (id, name) in attributes {
        let cells = weapon.bands.iter().map(|band| given(band.number(id)));
        sheet.row(std::iter::once(name.to_owned()).chain(cells));
    }
    // Bands without numbers say how far the weapon reaches, and nothing else.
    if sheet.rows.is_empty() {
        sheet.note(format!("it reaches {}", rules.measure.show(weapon.reach())));
    }
    for (_, becomes) in &weapon.becomes {
        let other = &rules.weapons.get(*becomes).name;
        sheet.note(format!("see also `range {other}`"));
    }
    sheet
}

/// One weapon at one distance.
pub fn weapon_at(rules: &RuleSet, id: Id<Weapon>, distance: Number) -> Sheet {
    let weapon = rules.weapons.get(id);
    let measure = rules.measure;
    let Some((from, band)) = weapon.band(distance) else {
        return Sheet {
            title: format!(
                "{} at {}: out of range",
                weapon.name,
                measure.show(distance)
            ),
            notes: vec![format!("it reaches {}", measure.show(weapon.reach()))],
            cite: weapon.cite.clone(),
            ..Sheet::default()
        };
    };
    let numbers: Vec<String> = band
        .numbers
        .iter()
        .map(|one| {
            format!(
                "{} {}",
                rules.attributes.get(one.of).name,
                given(Some(one.number))
            )
        })
        .collect();
    Sheet {
        title: format!(
            "{} at {}: {}",
            weapon.name,
            measure.show(distance),
            numbers.join(", ")
        ),
        notes: vec![format!(
            "the band from {} to {}",
            measure.show(from),
            measure.show(band.to)
        )],
        cite: weapon.cite.clone(),
        ..Sheet::default()
    }
}
