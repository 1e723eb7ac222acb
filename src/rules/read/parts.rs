//! Parts that many tables have: amounts, conditions, ranges, names.

use super::lexicon::Lexicon;
use crate::number::Number;
use crate::rules::amount::{Amount, BLANK, Given};
use crate::rules::condition::{Condition, Lead, Role};
use crate::rules::kind::Attribute;
use crate::rules::reader::{Reader, Spanned, Value};
use crate::rules::setting::SettingKind;
use crate::rules::shelf::Id;
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

/// A number above 0.
pub(super) fn above_zero(value: &Value<'_>) -> Option<Number> {
    let number = number(value)?;
    if number > Number::ZERO {
        return Some(number);
    }
    value.fault(format!("{number} is not more than 0"));
    None
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
pub(super) fn numbers<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> (Numbers, Vec<Place>) {
    table
        .keys_left()
        .into_iter()
        .filter_map(|(key, value)| {
            let attribute = lexicon.attribute_key(&key, &value);
            let number = given(&value, number);
            Some((attribute.zip(number)?, Place::at(value.at().start)))
        })
        .unzip()
}

/// Numbers by what they are of.
pub(super) type Numbers = Vec<(Id<Attribute>, Given<Number>)>;

/// The conditions of a `when` list; none where there is no list.
pub(super) fn when<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Vec<Condition> {
    conditions(lexicon, &table.maybe_list("when"))
}

/// The conditions in a list.
pub(super) fn conditions<'d>(lexicon: &Lexicon<'d>, values: &[Value<'d>]) -> Vec<Condition> {
    conditions_in(lexicon, values, Nesting::default())
}

fn conditions_in<'d>(
    lexicon: &Lexicon<'d>,
    values: &[Value<'d>],
    nesting: Nesting,
) -> Vec<Condition> {
    values
        .iter()
        .filter_map(|value| condition_in(lexicon, value, nesting))
        .collect()
}

/// How deep in others a condition stands.
///
/// Each `foe` and `friend` is asked of every unit of a side, so that the work multiplies with each.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Nesting {
    deep: usize,
    sides: usize,
}

impl Nesting {
    /// The most conditions in one another.
    const MOST_DEEP: usize = 8;
    /// The most `foe` and `friend` in one another.
    const MOST_SIDES: usize = 2;

    /// Of what stands in it.
    pub(super) fn deeper(self) -> Self {
        Nesting {
            deep: self.deep + 1,
            ..self
        }
    }

    /// Of what it asks of the units of a side.
    pub(super) fn of_a_side(self) -> Self {
        Nesting {
            sides: self.sides + 1,
            ..self.deeper()
        }
    }

    /// What is wrong with a condition that stands so deep.
    pub(super) fn fault(self) -> Option<String> {
        if self.sides > Self::MOST_SIDES {
            let most = Self::MOST_SIDES;
            return Some(format!(
                "`foe` and `friend` stand in one another {most} deep at most"
            ));
        }
        let most = Self::MOST_DEEP;
        (self.deep > most).then(|| format!("conditions stand in one another {most} deep at most"))
    }
}

/// One condition: a table with one key of the closed vocabulary.
fn condition_in<'d>(
    lexicon: &Lexicon<'d>,
    value: &Value<'d>,
    nesting: Nesting,
) -> Option<Condition> {
    if let Some(fault) = nesting.fault() {
        value.fault(fault);
        return None;
    }
    let inner = |value: &Value<'d>, nesting| condition_in(lexicon, value, nesting).map(Box::new);
    let one = |value: &Value<'d>| inner(value, nesting.deeper());
    let of_a_side = |value: &Value<'d>| inner(value, nesting.of_a_side());
    let many = |value: &Value<'d>| {
        let values = value.items();
        values.map(|values| conditions_in(lexicon, &values, nesting.deeper()))
    };
    let empty = value.get().as_table().is_some_and(|table| table.is_empty());
    value.table(|table| {
        let read = [
            table
                .raw("said")
                .map(|v| lexicon.word(&v).map(Condition::Said)),
            table.raw("is").map(|v| lexicon.kind(&v).map(Condition::Is)),
            table
                .raw("has")
                .map(|v| lexicon.kind(&v).map(Condition::Has)),
            table
                .raw("fires")
                .map(|v| lexicon.weapon(&v).map(Condition::Fires)),
            table.raw("lost").map(|v| share(&v).map(Condition::Lost)),
            table
                .raw("lost-own")
                .map(|v| lexicon.attribute(&v).map(Condition::LostOwn)),
            table.raw("counted").map(|v| counted(&v)),
            table.raw("its-side").map(|v| {
                v.one_of(&[
                    ("has-more-left", Lead::MoreLeft),
                    ("lost-fewer", Lead::LostFewer),
                ])
                .map(Condition::ItsSide)
            }),
            table.raw("fewer").map(|v| {
                v.integer(1..=10_000)
                    .map(|counts| Condition::Fewer(counts.into_inner()))
            }),
            table
                .raw("beyond")
                .map(|v| number(&v).map(Condition::Beyond)),
            table.raw("units").map(|v| {
                let least = v.integer(2..=100)?.into_inner();
                usize::try_from(least).ok().map(Condition::Units)
            }),
            table.raw("setting").map(|v| switch(lexicon, &v)),
            table.raw("side").map(|v| {
                v.one_of(&[("attacker", Role::Attacker), ("defender", Role::Defender)])
                    .map(Condition::Side)
            }),
            table.raw("foe").map(|v| of_a_side(&v).map(Condition::Foe)),
            table
                .raw("friend")
                .map(|v| of_a_side(&v).map(Condition::Friend)),
            table.raw("not").map(|v| one(&v).map(Condition::Not)),
            table.raw("any").map(|v| many(&v).map(Condition::Any)),
            table.raw("all").map(|v| many(&v).map(Condition::All)),
        ];
        let mut said = read.into_iter().flatten();
        match (said.next(), said.next()) {
            (Some(condition), None) => condition,
            // A condition of unknown keys has its fault already.
            (None, _) if !empty => None,
            (None, _) => {
                table.fault(table.at(), "a condition says what must hold");
                None
            }
            (Some(_), Some(_)) => {
                table
                    .fault(table.at(), "a condition is one thing")
                    .hint("write several conditions as `{ … }, { … }`: all must hold");
                None
            }
        }
    })
}

/// `{ counted = true }`, or the contrary.
fn counted(value: &Value<'_>) -> Option<Condition> {
    let said = value.switch()?.into_inner();
    Some(if said {
        Condition::Counted
    } else {
        Condition::Not(Box::new(Condition::Counted))
    })
}

/// A switch that a condition asks for; a number setting cannot be on or off.
fn switch<'d>(lexicon: &Lexicon<'d>, value: &Value<'d>) -> Option<Condition> {
    lexicon.setting(value).map(Condition::Setting)
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

/// What a setting is: `switch = false`, or `number = { unsaid = 4, least = 3, most = 5 }`.
pub(super) fn setting_kind(table: &mut Reader<'_>) -> Option<SettingKind> {
    use crate::rules::setting::Switch;
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
        if least > unsaid || unsaid > most {
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
    match (switch, number) {
        (Some(on), None) => Some(SettingKind::Switch {
            unsaid: if on.into_inner() {
                Switch::On
            } else {
                Switch::Off
            },
        }),
        (None, Some(number)) => Some(number),
        _ => {
            table
                .fault(table.at(), "a setting is a `switch` or a `number`")
                .hint("write `switch = false`, or `number = { unsaid = 4, least = 3, most = 5 }`");
            None
        }
    }
}
