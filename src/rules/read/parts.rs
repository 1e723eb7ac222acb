//! Parts that many tables have: amounts, conditions, ranges, names.

use super::lexicon::Lexicon;
use super::limits::crossed;
use super::steps::{RawCondition, condition_without_ruling};
use crate::naming::nearest;
use crate::number::Number;
use crate::rules::amount::{Amount, BLANK, Given};
use crate::rules::condition::{Condition, Role};
use crate::rules::given_numbers::{GivenNumber, GivenNumbers};
use crate::rules::harmless::{quoted, quoted_list};
use crate::rules::reader::{Many, Reader, Spanned, Value};
use crate::rules::setting::{Reading, SettingKind};
use crate::rules::steps::Place;

/// A text of its own.
pub(super) fn owned<T: for<'t> From<&'t str>>(text: Option<Spanned<&str>>) -> Option<T> {
    text.map(|text| T::from(text.into_inner()))
}

/// Where the source says so.
pub(super) fn cite(table: &mut Reader<'_>) -> Option<String> {
    owned(table.maybe_text("cite"))
}

/// Other names of a thing.
pub(super) fn also(table: &mut Reader<'_>) -> Vec<String> {
    table
        .maybe_texts("also")
        .into_iter()
        .map(|name| name.into_inner().to_owned())
        .collect()
}

/// Whether a value is written as a blank.
fn is_blank(value: &Value<'_>) -> bool {
    value.get().as_str() == Some(BLANK)
}

/// A value, or `"blank"`.
pub(super) fn given<'d, T>(
    value: &Value<'d>,
    known: impl FnOnce(&Value<'d>) -> Option<T>,
) -> Option<Given<T>> {
    if is_blank(value) {
        return Some(Given::Blank);
    }
    known(value).map(Given::Known)
}

/// A plain number.
pub(super) fn number(value: &Value<'_>) -> Option<Number> {
    value.number().map(Spanned::into_inner)
}

/// A number, `{ setting = "…" }` or `{ said = "…" }`.
pub(super) fn amount<'d>(lexicon: &Lexicon<'d>, value: &Value<'d>) -> Option<Amount> {
    if value.get().as_table().is_none() {
        return number(value).map(Amount::Fixed);
    }
    value.table(|table| {
        let setting = table.raw("setting");
        let said = table.raw("said");
        match (setting, said) {
            (Some(setting), None) => lexicon.setting(&setting).map(Amount::Setting),
            (None, Some(said)) => lexicon.word(&said).map(Amount::Said),
            _ => {
                table
                    .fault(table.at(), "an amount is one thing")
                    .hint("write a number, `{ setting = \"…\" }` or `{ said = \"…\" }`");
                None
            }
        }
    })
}

/// The numbers of a type or a band: every key that is left names one.
pub(super) fn numbers<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> GivenNumbers {
    let keys = table.keys_left().into_iter();
    let numbers = keys.filter_map(|(key, value)| {
        let of = lexicon.attribute_key(&key, &value);
        let (number, brackets) = lexicon.limit_of(of).read(&value)?;
        Some(GivenNumber {
            of: of?,
            number,
            brackets,
            place: Place::at(value.at().start),
        })
    });
    GivenNumbers(numbers.collect())
}

/// The conditions of `when`, outside of any ruling; none where there is no such key.
pub(super) fn when<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Vec<Condition> {
    when_of(lexicon, table, "when")
}

/// Conditions under any key.
pub(super) fn when_of<'d>(
    lexicon: &Lexicon<'d>,
    table: &mut Reader<'d>,
    key: &'static str,
) -> Vec<Condition> {
    let raw: Many<RawCondition> = table.field(key).unwrap_or_default();
    let conditions = raw.0.iter();
    conditions
        .filter_map(|raw| condition_without_ruling(lexicon, table.sink(), raw))
        .collect()
}

/// A share above 0 and up to 1.
pub(super) fn share(value: &Value<'_>) -> Option<Number> {
    let share = number(value)?;
    if share > Number::ZERO && share <= Number::ONE {
        return Some(share);
    }
    value.fault(format!(
        "`{}` must be more than 0 and at most 1, not `{share}`",
        value.key()
    ));
    None
}

/// A share above 0 and up to 1, if the key is there.
pub(super) fn maybe_share(table: &mut Reader<'_>, key: &'static str) -> Option<Number> {
    table.raw(key).and_then(|value| share(&value))
}

/// The side of `of`.
pub(super) fn role(table: &mut Reader<'_>) -> Role {
    table
        .maybe_one_of(
            "of",
            &[
                ("attacker", Role::Attacker),
                ("defender", Role::Defender),
                ("either", Role::Either),
            ],
        )
        .unwrap_or(Role::Either)
}

/// What a setting is: `switch = false`, `number = { unsaid = 4, least = 3, most = 5 }`, or
/// `readings = { unit = "…", side = "…" }` with `unsaid = "unit"`.
pub(super) fn setting_kind(table: &mut Reader<'_>) -> Option<SettingKind> {
    use crate::rules::setting::Switch;
    let kinds = ["switch", "number", "readings"];
    let kinds = kinds.iter().filter(|key| table.has(key)).count();
    let switch = table.maybe_switch("switch");
    let number = table.maybe_table("number", |number| {
        let unsaid = number.number("unsaid");
        let least = number.number("least");
        let most = number.number("most");
        let (unsaid, least, most) = (
            unsaid?.into_inner(),
            least?.into_inner(),
            most?.into_inner(),
        );
        if let Some(message) = crossed(least, most) {
            number.fault(number.at(), message);
        } else if least > unsaid || unsaid > most {
            number.fault(
                number.at(),
                format!("`unsaid` must be from {least} to {most}, not `{unsaid}`"),
            );
        }
        Some(SettingKind::Number {
            unsaid,
            least,
            most,
        })
    });
    let unsaid = table.maybe_text("unsaid");
    let readings = match (table.raw("readings"), &unsaid) {
        (Some(_), unsaid) => Some(readings(table, unsaid.as_ref())),
        (None, Some(unsaid)) => {
            table.fault(unsaid.span(), "`unsaid` goes with `readings`");
            return None;
        }
        (None, None) => None,
    };
    match (switch, number, readings) {
        (None, None, Some(readings)) => readings,
        (Some(on), None, None) => Some(SettingKind::Switch {
            unsaid: if on.into_inner() {
                Switch::On
            } else {
                Switch::Off
            },
        }),
        (None, Some(number), None) => Some(number),
        // It is one of them, and what is wrong with it is told.
        _ if kinds == 1 => None,
        _ => {
            table
                .fault(table.at(), "a setting is a `switch`, a `number` or `readings`")
                .hint("write `switch = false`, `number = { unsaid = 4, least = 3, most = 5 }`, or `readings = { … }` with `unsaid`");
            None
        }
    }
}

/// Several ways in which the source can be read, and which counts unless set.
fn readings(table: &mut Reader<'_>, unsaid: Option<&Spanned<&str>>) -> Option<SettingKind> {
    let at = table.at();
    let of = table.table("readings", |readings| {
        let keys = readings.keys_left().into_iter();
        let read = keys.map(|(id, say)| {
            let (id, say) = (id.into_inner().into(), say.text()?.into_inner().to_owned());
            Some(Reading { id, say })
        });
        read.collect::<Option<Vec<Reading>>>()
    })?;
    if of.len() < 2 {
        table
            .fault(at, "`readings` are two ways to read the source, or more")
            .hint("as in `readings = { unit = \"once a unit\", side = \"once a side\" }`");
        return None;
    }
    let Some(unsaid) = unsaid else {
        table
            .fault(
                at,
                "`readings` want `unsaid`: the one that counts where nothing is set",
            )
            .hint("as in `unsaid = \"unit\"`");
        return None;
    };
    let names = || of.iter().map(|reading| reading.id.as_str());
    let place = names().position(|id| id == *unsaid.get_ref());
    if place.is_none() {
        let word = quoted(unsaid.get_ref());
        let noted = table.fault(unsaid.span(), format!("there is no reading {word}"));
        noted.hint(match nearest(unsaid.get_ref(), names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", quoted_list(names(), "and")),
        });
    }
    Some(SettingKind::Readings { unsaid: place?, of })
}
