//! Reading troop types, mixes, weapons, and the labels that sort them.

use smol_str::{SmolStr, format_smolstr};

use super::lexicon::Lexicon;
use super::parts::{also, amount, cite, given, numbers, owned, when};
use crate::number::Number;
use crate::rules::amount::{Amount, Given};
use crate::rules::kind::{Arm, Attribute, Class, Figures, Label, Mix, Tag, TroopType};
use crate::rules::reader::{Reader, Spanned, Value};
use crate::rules::shelf::{Id, Shelf};
use crate::rules::steps::Place;
use crate::rules::weapon::{BEYOND, Band, Weapon};

/// The labels of a section such as `arms = { infantry = "infantry" }`.
fn labels<T>(file: &mut Reader<'_>, section: &'static str, make: impl Fn(Label) -> T) -> Shelf<T> {
    let mut shelf = Shelf::default();
    file.maybe_table(section, |table| {
        for (key, value) in table.keys_left() {
            let id = key.into_inner();
            let label = owned(value.text()).map(|name| Label {
                id: id.into(),
                name,
            });
            shelf.add_or_gap(label.map(&make));
        }
        Some(())
    });
    shelf
}

pub(super) fn arms(file: &mut Reader<'_>) -> Shelf<Arm> {
    labels(file, "arms", Arm)
}

pub(super) fn classes(file: &mut Reader<'_>) -> Shelf<Class> {
    labels(file, "classes", Class)
}

pub(super) fn tags(file: &mut Reader<'_>) -> Shelf<Tag> {
    labels(file, "tags", Tag)
}

pub(super) fn attributes(file: &mut Reader<'_>) -> Shelf<Attribute> {
    labels(file, "number", |Label { id, name }| Attribute { id, name })
}

/// A class, or `"blank"`; the outer `None` where the key is not there.
fn class<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<Given<Id<Class>>> {
    let value = table.raw("class")?;
    given(&value, |value| lexicon.class(value))
}

pub(super) fn types<'d>(lexicon: &Lexicon<'d>, file: &mut Reader<'d>) -> Shelf<TroopType> {
    let mut shelf = Shelf::default();
    let read = file.keyed_tables("type", |id, table| troop_type(lexicon, id, table));
    for troop in read {
        shelf.add_or_gap(troop);
    }
    shelf
}

fn troop_type<'d>(
    lexicon: &Lexicon<'d>,
    id: Spanned<&'d str>,
    table: &mut Reader<'d>,
) -> Option<TroopType> {
    let name = owned(table.text("name"));
    let plural = owned(table.maybe_text("plural"));
    let also = also(table);
    let arm = table.required("arm").and_then(|value| lexicon.arm(&value));
    let class = class(lexicon, table);
    let tags = lexicon.all(&table.maybe_list("tags"), Lexicon::tag);
    let figures = match table.raw("figures") {
        Some(value) => given(&value, |value| figures_of(lexicon, value)),
        None => Some(Given::Known(Figures::Amount(Amount::Fixed(Number::ONE)))),
    };
    let together = table.maybe_integer("together", 1..=100);
    let weapons = lexicon.all(&table.maybe_list("weapons"), Lexicon::weapon);
    let numbers = table
        .maybe_table("numbers", |table| Some(numbers(lexicon, table)))
        .unwrap_or_default();
    let mut tags = tags;
    let brackets = numbers.iter().filter_map(|number| number.brackets);
    tags.extend(
        brackets
            .filter(|tag| !tags.contains(tag))
            .collect::<Vec<_>>(),
    );
    let place = table.raw("class").map_or(table.at(), |value| value.at());
    let note = owned(table.maybe_text("note"));
    let cite = cite(table);
    // One with a fault keeps its place, since ids are places; the file is refused all the same.
    let name: SmolStr = name.unwrap_or_default();
    Some(TroopType {
        id: id.into_inner().into(),
        plural: plural.unwrap_or_else(|| format_smolstr!("{name}s")),
        name,
        also,
        arm: arm.unwrap_or_else(|| Id::at(0)),
        class,
        tags,
        figures: figures.unwrap_or(Given::Blank),
        together: together.map_or(1, Spanned::into_inner),
        weapons,
        numbers,
        place: Place::at(place.start),
        note,
        cite,
    })
}

/// How many losses a count takes, or `unlimited`.
fn figures_of<'d>(lexicon: &Lexicon<'d>, value: &Value<'d>) -> Option<Figures> {
    if value.get().as_str() == Some("unlimited") {
        return Some(Figures::Unlimited);
    }
    positive(lexicon, value).map(Figures::Amount)
}

/// An amount that, if it is a plain number, is more than 0.
fn positive<'d>(lexicon: &Lexicon<'d>, value: &Value<'d>) -> Option<Amount> {
    let amount = amount(lexicon, value)?;
    if let Amount::Fixed(number) = amount
        && number <= Number::ZERO
    {
        value.fault(format!(
            "`{}` must be more than 0, not `{number}`",
            value.key()
        ));
        return None;
    }
    Some(amount)
}

/// How many of which troop types one of a mix is made of.
fn made_of<'d>(lexicon: &Lexicon<'d>, mix: &mut Reader<'d>) -> Vec<(Id<TroopType>, Number)> {
    let read = mix.maybe_table("made-of", |made_of| {
        let keys = made_of.keys_left().into_iter();
        let parts = keys.filter_map(|(name, count)| {
            let troop = lexicon.type_key(&name, &count);
            let count = count.number()?.into_inner();
            Some((troop?, count))
        });
        Some(parts.collect())
    });
    read.unwrap_or_default()
}

pub(super) fn mixes<'d>(lexicon: &Lexicon<'d>, file: &mut Reader<'d>) -> Shelf<Mix> {
    let mut shelf = Shelf::default();
    let read = file.keyed_tables("mix", |id, table| {
        let name = owned(table.text("name"));
        let of = table
            .list("of")
            .iter()
            .filter_map(|value| lexicon.kind(value))
            .collect();
        let made_of = made_of(lexicon, table);
        let class = class(lexicon, table);
        let words = lexicon.all(&table.maybe_list("words"), Lexicon::word);
        let cite = cite(table);
        Some(Mix {
            made_of,
            id: id.into_inner().into(),
            name: name?,
            of,
            class,
            words,
            cite,
        })
    });
    for mix in read {
        shelf.add_or_gap(mix);
    }
    shelf
}

pub(super) fn weapons<'d>(lexicon: &Lexicon<'d>, file: &mut Reader<'d>) -> Shelf<Weapon> {
    let mut shelf = Shelf::default();
    let read = file.keyed_tables("weapon", |id, table| {
        let name = owned(table.text("name"));
        let also = also(table);
        let only = table
            .maybe_list("only")
            .iter()
            .filter_map(|value| lexicon.kind(value))
            .collect();
        let bands = bands(lexicon, table);
        let becomes = table.tables("becomes", |table| {
            let when = when(lexicon, table);
            let weapon = table.required("weapon");
            Some((when, weapon.and_then(|value| lexicon.weapon(&value))?))
        });
        let cite = cite(table);
        Some(Weapon {
            id: id.into_inner().into(),
            name: name?,
            also,
            only,
            bands,
            becomes,
            cite,
        })
    });
    for weapon in read {
        shelf.add_or_gap(weapon);
    }
    shelf
}

/// The bands of a weapon, each farther than the one before; those beyond its reach stand last, and are none.
fn bands<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Vec<Band> {
    let mut bands: Vec<Band> = Vec::new();
    let list = table.list("bands");
    // Without the key that is told already.
    if list.is_empty() && table.has("bands") {
        table.fault(table.at(), format!("{} has no bands", table.named()));
    }
    let mut beyond = false;
    for value in &list {
        let reach = bands.last().map_or(Number::ZERO, |band| band.to);
        let band = value.table(|table| {
            let to = table.number("to");
            if is_beyond(table) {
                beyond = true;
                table.keys_left();
                return None;
            }
            if beyond {
                table
                    .fault(table.at(), "a band behind one that is beyond the reach")
                    .hint("the bands with `-` stand last");
            }
            let numbers = numbers(lexicon, table);
            let to = to?;
            if *to.get_ref() <= reach {
                table
                    .fault(
                        to.span(),
                        format!("the band ends at {}, not beyond {reach}", to.get_ref()),
                    )
                    .hint("write bands from the nearest to the farthest");
                return None;
            }
            Some(Band {
                place: Place::at(to.span().start),
                to: to.into_inner(),
                numbers,
            })
        });
        bands.extend(band);
    }
    if beyond && bands.is_empty() {
        let none = format!("{} reaches nowhere", table.named());
        table.fault(table.at(), none);
    }
    bands
}

/// Whether a band is beyond the reach of its weapon.
fn is_beyond(band: &Reader<'_>) -> bool {
    let mut values = band.tree().values();
    values.any(|value| value.get_ref().as_str() == Some(BEYOND))
}
