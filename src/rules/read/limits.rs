//! What the numbers of types and bands can be: bounds, and what brackets around one mean.

use super::lexicon::Lexicon;
use super::parts::number;
use crate::number::Number;
use crate::rules::amount::{BLANK, Given};
use crate::rules::kind::{Attribute, Tag};
use crate::rules::reader::{Reader, Value};
use crate::rules::shelf::Id;

/// What the numbers of one kind can be.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Limit {
    least: Option<Number>,
    most: Option<Number>,
    /// Whether it is a whole number.
    whole: bool,
    /// The tag of a troop type whose number is printed in brackets.
    brackets: Option<Id<Tag>>,
}

/// The limits of a file, by the numbers that they are of.
pub(super) fn limits<'d>(
    lexicon: &Lexicon<'d>,
    file: &mut Reader<'d>,
) -> Vec<(Id<Attribute>, Limit)> {
    let mut limits = Vec::new();
    file.maybe_table("limit", |table| {
        for (key, value) in table.keys_left() {
            let of = lexicon.attribute_key(&key, &value);
            let limit = value.table(|table| {
                let brackets = table.raw("brackets");
                let least = table.maybe_number("least").map(|least| least.into_inner());
                let most = table.maybe_number("most").map(|most| most.into_inner());
                if let Some(message) = least
                    .zip(most)
                    .and_then(|(least, most)| crossed(least, most))
                {
                    table.fault(table.at(), message);
                    return None;
                }
                Some(Limit {
                    least,
                    most,
                    whole: table
                        .maybe_switch("whole")
                        .is_some_and(|whole| whole.into_inner()),
                    brackets: brackets.and_then(|value| lexicon.tag(&value)),
                })
            });
            limits.extend(of.zip(limit));
        }
        Some(())
    });
    limits
}

impl Limit {
    /// The number of a type or band, and the tag that brackets around it give.
    pub(super) fn read(&self, value: &Value<'_>) -> Option<(Given<Number>, Option<Id<Tag>>)> {
        let text = value.get().as_str();
        let inside = text.and_then(|text| text.strip_prefix('(')?.strip_suffix(')'));
        let (given, tag) = match (inside, self.brackets) {
            (Some(BLANK), Some(tag)) => (Given::Blank, Some(tag)),
            (Some(inside), Some(tag)) => match Number::parse(inside) {
                Some(number) => (Given::Known(number), Some(tag)),
                None => {
                    value.unexpected("a number in brackets");
                    return None;
                }
            },
            _ if text == Some(BLANK) => (Given::Blank, None),
            _ => (Given::Known(number(value)?), None),
        };
        if let Given::Known(known) = given
            && let Some(wrong) = self.wrong(known)
        {
            value.fault(wrong);
            return None;
        }
        Some((given, tag))
    }

    /// What is wrong with a number that cannot be.
    fn wrong(&self, number: Number) -> Option<String> {
        out_of_bounds(number, self.least, self.most).or_else(|| {
            (self.whole && !number.is_whole()).then(|| format!("`{number}` is no whole number"))
        })
    }
}

/// What is wrong with a least that is more than its most.
pub(super) fn crossed(least: Number, most: Number) -> Option<String> {
    (least > most).then(|| format!("`least`, {least}, is more than `most`, {most}"))
}

/// What is wrong with a number that is less than the least or more than the most.
pub(super) fn out_of_bounds(
    number: Number,
    least: Option<Number>,
    most: Option<Number>,
) -> Option<String> {
    if let Some(least) = least.filter(|least| number < *least) {
        return Some(format!(
            "`{number}` is less than {least}, the least that can stand here"
        ));
    }
    let most = most.filter(|most| number > *most)?;
    Some(format!(
        "`{number}` is more than {most}, the most that can stand here"
    ))
}
