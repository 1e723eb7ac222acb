//! Reading `points-times-score`.

use super::super::lexicon::Lexicon;
use super::super::parts::{bands, cite, face, number, owned, pool, when};
use crate::dice::Pool;
use crate::rules::bands::Bands;
use crate::rules::procedure::{Aside, EntryDice, PointsTimesScore};
use crate::rules::reader::{Reader, Value};
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<PointsTimesScore> {
    let score = pool(table, "score");
    let after = pool(table, "after");
    // The highest difference between two faces.
    let most = after.map_or(0, |dice| {
        i64::from(dice.highest_face().saturating_sub(dice.lowest))
    });
    let against = keyed(table, "against", |name, value| {
        let kind = lexicon.kind_or_fault(name, value)?;
        Some((kind, lexicon.attribute(value)?))
    });
    let instead = table.tables("instead", |table| {
        let when = when(lexicon, table);
        let number = table.required("number");
        Some((when, number.and_then(|value| lexicon.attribute(&value))?))
    });
    let impetus = table.maybe_table("impetus", |table| {
        let when = when(lexicon, table);
        let number = table.required("number");
        Some((when, number.and_then(|value| lexicon.attribute(&value))?))
    });
    let entry = table.keyed_tables("entry", |_, table| entry_dice(lexicon, table));
    let aside = table.maybe_table("aside", |table| {
        let when = when(lexicon, table);
        let lost = table.number("lost");
        let result = table
            .required("result")
            .and_then(|value| lexicon.result(&value));
        let cite = cite(table);
        Some(Aside {
            when,
            lost: lost?.into_inner(),
            result: result?,
            cite,
        })
    });
    let losses = keyed(table, "losses", |name, value| {
        let kind = lexicon.kind_or_fault(name, value)?;
        Some((kind, bands(value, (0, most), number)?))
    });
    let results_by_arm = results(table, "results-of-arm", most, lexicon, |value, name| {
        lexicon.arm_key(name, value)
    });
    let results = results(table, "results", most, lexicon, |value, name| {
        lexicon.class_key(name, value)
    });
    let class_instead = table.tables("class-instead", |table| {
        let when = when(lexicon, table);
        let class = table.required("class");
        Some((when, class.and_then(|value| lexicon.class(&value))?))
    });
    Some(PointsTimesScore {
        score: score?,
        against,
        instead,
        impetus,
        entry,
        aside,
        after: after?,
        losses,
        results,
        results_by_arm,
        class_instead,
    })
}

fn entry_dice<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<EntryDice> {
    let say = owned(table.text("say"));
    let when = when(lexicon, table);
    let die: Option<Pool> = pool(table, "die");
    let face = face(table, "face", die);
    let points = table.number("points");
    let cite = cite(table);
    Some(EntryDice {
        say: say?,
        when,
        die: die?,
        face: face?,
        points: points?.into_inner(),
        cite,
    })
}

/// A table with a row for each key that names something.
fn keyed<'d, T>(
    table: &mut Reader<'d>,
    key: &'static str,
    read: impl Fn(&str, &Value<'d>) -> Option<T>,
) -> Vec<T> {
    let rows = |table: &mut Reader<'d>| {
        let rows = table.keys_left().into_iter();
        Some(
            rows.filter_map(|(name, value)| read(name.get_ref(), &value))
                .collect(),
        )
    };
    table.maybe_table(key, rows).unwrap_or_default()
}

/// Bands of results for each key that names an arm or a class.
fn results<'d, K>(
    table: &mut Reader<'d>,
    key: &'static str,
    most: i64,
    lexicon: &Lexicon<'d>,
    find: impl Fn(&Value<'d>, &str) -> Option<K>,
) -> Vec<(K, Bands<Id<ResultPhrase>>)> {
    keyed(table, key, |name, value| {
        let named = find(value, name);
        let bands = bands(value, (0, most), |value| lexicon.result(value));
        named.zip(bands)
    })
}
