//! Reading `instructions`.

use super::super::lexicon::Lexicon;
use super::super::parts::{cite, number, owned, when};
use crate::number::Number;
use crate::rules::chart::{Body, Chart};
use crate::rules::procedure::{Instruction, Instructions, Move, Round};
use crate::rules::reader::{Reader, Value};
use crate::rules::shelf::Shelf;

pub(super) fn read<'d>(
    lexicon: &Lexicon<'d>,
    charts: &Shelf<Chart>,
    table: &mut Reader<'d>,
) -> Option<Instructions> {
    let first = owned(table.maybe_text("first")).unwrap_or_default();
    let list = table.keyed_tables("instruction", |_, table| {
        let when = when(lexicon, table);
        let say = owned(table.text("say"));
        let far = match table.raw("move") {
            Some(value) => Some(far(lexicon, charts, &value)?),
            None => None,
        };
        let cite = cite(table);
        Some(Instruction {
            when,
            say: say?,
            far,
            cite,
        })
    });
    Some(Instructions { first, list })
}

/// A distance, a share of a number that the unit has, or a share of a chart's column.
fn far<'d>(lexicon: &Lexicon<'d>, charts: &Shelf<Chart>, value: &Value<'d>) -> Option<Move> {
    if value.get().as_table().is_none() {
        return number(value).map(Move::Fixed);
    }
    value.table(|table| {
        let times = table.raw("times").map(|value| number(&value));
        let round = table.maybe_one_of(
            "round",
            &[
                ("keep", Round::Keep),
                ("up", Round::Up),
                ("down", Round::Down),
            ],
        );
        let round = round.unwrap_or(Round::Keep);
        if let Some(number) = table.raw("number") {
            return Some(Move::OfType {
                number: lexicon.attribute(&number)?,
                times: times.unwrap_or(Some(Number::ONE))?,
                round,
            });
        }
        let chart = table
            .required("chart")
            .and_then(|value| lexicon.chart(&value));
        let column = table.required("column");
        let (chart, column) = (chart?, column?);
        let columns = charts.filled(chart).map(|chart| match &chart.body {
            Body::Rows { columns, .. } => columns.as_slice(),
            Body::Types(_) => &[],
        })?;
        let name = column.text()?;
        let Some(place) = columns.iter().position(|known| known == name.get_ref()) else {
            column
                .fault(format!("the chart has no column `{}`", name.get_ref()))
                .hint(format!("its columns are `{}`", columns.join("`, `")));
            return None;
        };
        Some(Move::Of {
            chart,
            column: place,
            times: times.unwrap_or(Some(Number::ONE))?,
            round,
        })
    })
}
