//! Reading `roll-test`.

use super::super::lexicon::Lexicon;
use super::super::parts::{amount, cite, given, owned, pool_from, when};
use crate::rules::procedure::{
    Ladder, Outright, Passes, RollTest, Settled, Target, TargetFrom, Verdict,
};
use crate::rules::reader::{Reader, Value};

/// The most levels that a check can move a unit by.
const MOST_LEVELS: i64 = 20;

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<RollTest> {
    let dice = pool_from(table, "dice");
    let adds = table
        .raw("adds")
        .and_then(|value| lexicon.attribute(&value));
    let passes = table.one_of(
        "passes",
        &[("at-most", Passes::AtMost), ("at-least", Passes::AtLeast)],
    );
    let targets = targets(lexicon, table);
    let asks = owned(table.maybe_text("asks"));
    let settled = table.keyed_tables("settled", |_, table| settled(lexicon, table));
    let passed = verdicts(lexicon, table, "passed");
    let failed = verdicts(lexicon, table, "failed");
    let ladder = table.maybe_table("ladder", |table| ladder(lexicon, table));
    Some(RollTest {
        dice: dice?,
        adds,
        passes: passes?,
        targets,
        asks: asks.unwrap_or_else(|| "say what has to be thrown".to_owned()),
        settled,
        passed,
        failed,
        ladder,
    })
}

/// A list of places, each `{ is = … }`, `{ number = "…" }` or `{ said = "…" }`.
fn targets<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Vec<Target> {
    let list = table.list("target");
    let read = |value: &Value<'d>| value.table(|table| target(lexicon, table));
    list.iter().filter_map(read).collect()
}

fn target<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<Target> {
    let when = when(lexicon, table);
    let is = table.raw("is").map(|value| {
        let amount = given(&value, |value| amount(lexicon, value));
        amount.map(TargetFrom::Amount)
    });
    let number = table.raw("number").map(|value| {
        let attribute = lexicon.attribute(&value);
        attribute.map(TargetFrom::Attribute)
    });
    match (is, number) {
        (Some(from), None) | (None, Some(from)) => Some(Target { when, from: from? }),
        _ => {
            table
                .fault(table.at(), "a target is one thing")
                .hint("write `is = 7`, `is = { said = \"…\" }` or `number = \"…\"`");
            None
        }
    }
}

fn settled<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<Settled> {
    let when = when(lexicon, table);
    let how = table.one_of(
        "is",
        &[
            ("not-checked", Outright::NotChecked),
            ("passed", Outright::Passes),
            ("failed", Outright::Fails),
        ],
    );
    let say = owned(table.text("say"));
    let cite = cite(table);
    Some(Settled {
        when,
        how: how?,
        say: say?,
        cite,
    })
}

/// A result, or a list of `{ when = […], result = "…" }`.
pub(super) fn verdicts<'d>(
    lexicon: &Lexicon<'d>,
    table: &mut Reader<'d>,
    key: &'static str,
) -> Vec<Verdict> {
    let Some(value) = table.raw(key) else {
        return Vec::new();
    };
    if value.get().as_array().is_none() {
        let result = lexicon.result(&value);
        let verdict = result.map(|result| Verdict {
            when: Vec::new(),
            result,
        });
        return verdict.into_iter().collect();
    }
    let read = |value: &Value<'d>| {
        value.table(|table| {
            let when = when(lexicon, table);
            let result = table.required("result");
            Some(Verdict {
                when,
                result: result.and_then(|value| lexicon.result(&value))?,
            })
        })
    };
    let values = value.items().unwrap_or_default();
    values.iter().filter_map(read).collect()
}

fn ladder<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<Ladder> {
    let levels = lexicon.all(&table.list("levels"), Lexicon::word);
    let up = moves(table, "up");
    let down = moves(table, "down");
    let highest = i64::try_from(levels.len()).unwrap_or(i64::MAX).max(1);
    let ceiling = table
        .maybe_integer("ceiling", 1..=highest)
        .and_then(|ceiling| usize::try_from(ceiling.into_inner()).ok());
    Some(Ladder {
        up,
        down,
        ceiling: ceiling.unwrap_or(levels.len()),
        levels,
    })
}

/// How many levels, 0 unless the key is there.
fn moves(table: &mut Reader<'_>, key: &'static str) -> usize {
    table
        .maybe_integer(key, 0..=MOST_LEVELS)
        .and_then(|by| usize::try_from(by.into_inner()).ok())
        .unwrap_or(0)
}
