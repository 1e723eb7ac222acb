//! Reading `superiority`.

use super::super::grid::{grid, heads};
use super::super::lexicon::Lexicon;
use super::super::parts::{cite, given, owned, pool_from, when};
use crate::rules::amount::Given;
use crate::rules::grid::Head;
use crate::rules::procedure::{Bar, KindTable, Position, Signs, Superiority};
use crate::rules::reader::{Reader, Spanned, Value};

/// The most columns that a degree of superiority can be worth.
const MOST_COLUMNS: i64 = 20;

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<Superiority> {
    let dice = pool_from(table, "dice");
    let signs = table.table("signs", |table| {
        let attacker = owned(table.text("attacker"));
        let defender = owned(table.text("defender"));
        let none = owned(table.text("none"));
        Some(Signs {
            attacker: attacker?,
            defender: defender?,
            none: none?,
        })
    });
    let kinds = table.table("kinds", |table| kind_table(lexicon, signs.as_ref(), table));
    let position = table.maybe_table("position", |table| position(lexicon, signs.as_ref(), table));
    let columns_a_degree = table.required("columns-a-degree").and_then(|value| {
        given(&value, |value| {
            let columns = value.integer(0..=MOST_COLUMNS);
            columns.map(Spanned::into_inner)
        })
    });
    let rounding = table.table("rounds-up", |table| {
        let when = when(lexicon, table);
        let cite = cite(table);
        Some((when, cite))
    });
    let result = table.table("table", |table| grid(lexicon, "table", dice, table));
    let (rounds_up, rounding_cite) = rounding?;
    Some(Superiority {
        dice: dice?,
        signs: signs?,
        kinds: kinds?,
        position,
        columns_a_degree: columns_a_degree?,
        rounds_up,
        rounding_cite,
        table: result?,
    })
}

/// The table of superiority by kind: rows of attackers, columns of defenders.
fn kind_table<'d>(
    lexicon: &Lexicon<'d>,
    signs: Option<&Signs>,
    table: &mut Reader<'d>,
) -> Option<KindTable> {
    let attackers = heads(lexicon, table, "attackers");
    let defenders = heads(lexicon, table, "defenders");
    let cells = table.required("cells")?.table(|table| {
        let mut cells = vec![vec![Given::Blank; defenders.len()]; attackers.len()];
        for (key, row) in table.keys_left() {
            match place(&attackers, key.get_ref()).and_then(|place| cells.get_mut(place)) {
                Some(cells) => fill(cells, &defenders, signs, &row),
                None => unknown(&row, "row", key.get_ref(), &attackers),
            }
        }
        Some(cells)
    });
    let cite = cite(table);
    Some(KindTable {
        attackers,
        defenders,
        cells: cells?,
        cite,
    })
}

fn fill(cells: &mut [Given<i64>], defenders: &[Head], signs: Option<&Signs>, row: &Value<'_>) {
    row.table(|table| {
        for (key, value) in table.keys_left() {
            match place(defenders, key.get_ref()).and_then(|place| cells.get_mut(place)) {
                Some(cell) => *cell = degree(&value, signs).unwrap_or(Given::Blank),
                None => unknown(&value, "column", key.get_ref(), defenders),
            }
        }
        Some(())
    });
}

fn place(heads: &[Head], id: &str) -> Option<usize> {
    heads.iter().position(|head| head.id == id)
}

fn unknown(value: &Value<'_>, what: &str, id: &str, heads: &[Head]) {
    let ids: Vec<&str> = heads.iter().map(|head| head.id.as_str()).collect();
    value
        .fault(format!("there is no {what} `{id}`"))
        .hint(format!("there are `{}`", ids.join("`, `")));
}

/// A degree as the source writes it, or a blank.
fn degree(value: &Value<'_>, signs: Option<&Signs>) -> Option<Given<i64>> {
    given(value, |value| {
        let text = value.text()?;
        let signs = signs?;
        let degree = signs.parse(text.get_ref());
        if degree.is_none() {
            value
                .fault(format!("`{}` is no superiority", text.get_ref()))
                .hint(format!(
                    "write `{}2`, `{}2` or `{}`",
                    signs.attacker, signs.defender, signs.none
                ));
        }
        degree
    })
}

fn position<'d>(
    lexicon: &Lexicon<'d>,
    signs: Option<&Signs>,
    table: &mut Reader<'d>,
) -> Option<Position> {
    let conditions = when(lexicon, table);
    let bars = table.keyed_tables("bar", |_, table| {
        let when = when(lexicon, table);
        let say = owned(table.text("say"));
        let cite = cite(table);
        Some(Bar {
            when,
            say: say?,
            cite,
        })
    });
    let gives = table
        .required("gives")
        .and_then(|value| degree(&value, signs));
    let cite = cite(table);
    Some(Position {
        when: conditions,
        bars,
        gives: gives?,
        cite,
    })
}
