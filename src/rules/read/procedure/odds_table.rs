//! Reading `odds-table`.

use super::super::grid::odds_columns;
use super::super::lexicon::Lexicon;
use super::super::parts::{bands, cite, given, number, owned, pool, when};
use crate::naming::nearest;
use crate::rules::amount::Given;
use crate::rules::bands::Bands;
use crate::rules::grid::Columns;
use crate::rules::procedure::{AttackBy, Defence, Ground, Instead, OddsTable, StackEffect};
use crate::rules::reader::{Reader, Spanned, Value};
use crate::rules::shelf::{Id, Shelf};

/// Instead of a result: nothing happens.
const NOTHING: &str = "none";

/// The cells of one row.
type Cells = Vec<Given<Id<StackEffect>>>;

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<OddsTable> {
    let die = pool(table, "die");
    let attack = table.table("attack", |table| attack_by(lexicon, table));
    let most_stacks = table.maybe_integer("most-stacks", 1..=100);
    let defence = table.maybe_table("defence", |table| defence(lexicon, table));
    let ground = table.table("ground", |table| ground(lexicon, table));
    let columns = table
        .required("columns")
        .and_then(|value| odds_columns(&value));
    let keys = columns.as_ref().map(Columns::keys);
    let mut effects = Shelf::default();
    for effect in table.keyed_tables("effect", |id, table| effect(lexicon, id, table)) {
        effects.add(effect);
    }
    let (least, most) = die.map_or((0, 0), |die| (die.min_sum(), die.max_sum()));
    let results = table
        .required("results")
        .and_then(|value| results(&value, (least.into(), most.into()), &keys?, &effects));
    let instead = table.tables("instead", |table| instead(lexicon, table));
    let vacant = owned(table.maybe_text("vacant"));
    Some(OddsTable {
        die: die?,
        attack: attack?,
        most_stacks: most_stacks.and_then(|most| usize::try_from(most.into_inner()).ok()),
        defence,
        ground: ground?,
        columns: columns?,
        effects,
        results: results?,
        instead,
        vacant,
    })
}

/// `{ of-type = "melee" }` or `{ of-weapon = "strength" }`.
fn attack_by<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<AttackBy> {
    let of_type = table.raw("of-type");
    let of_weapon = table.raw("of-weapon");
    match (of_type, of_weapon) {
        (Some(value), None) => lexicon.attribute(&value).map(AttackBy::Type),
        (None, Some(value)) => lexicon.attribute(&value).map(AttackBy::Weapon),
        _ => {
            table
                .fault(table.at(), "strength comes from one thing")
                .hint("write `of-type` or `of-weapon`");
            None
        }
    }
}

fn defence<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<Defence> {
    let strength = table.required("of-type");
    let top = table.integer("top", 1..=100);
    let further = table.tables("further", |table| {
        let when = when(lexicon, table);
        let kind = table.required("is").and_then(|value| lexicon.kind(&value));
        Some((when, kind?))
    });
    let alone = table.raw("alone").map(|value| lexicon.kind(&value));
    Some(Defence {
        strength: strength.and_then(|value| lexicon.attribute(&value))?,
        top: top?.into_inner(),
        further,
        alone: alone.flatten(),
    })
}

fn ground<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<Ground> {
    let unsaid = table.required("unsaid");
    let by_word = table.table("by-word", |table| {
        let rows = table.keys_left().into_iter().filter_map(|(name, value)| {
            let word = lexicon.word_key(name.get_ref(), &value);
            word.zip(given(&value, number))
        });
        Some(rows.collect())
    });
    let by_word: Vec<_> = by_word?;
    let unsaid = unsaid?;
    let word = lexicon.word(&unsaid)?;
    if !by_word.iter().any(|(known, _)| *known == word) {
        unsaid.fault("the ground where none was said has no number in `by-word`");
    }
    Some(Ground {
        by_word,
        unsaid: word,
    })
}

fn effect<'d>(
    lexicon: &Lexicon<'d>,
    id: Spanned<&'d str>,
    table: &mut Reader<'d>,
) -> Option<StackEffect> {
    let say = owned(table.text("say"));
    let stack = lexicon.all(&table.maybe_list("stack"), Lexicon::result);
    let others = table.raw("others").map(|value| lexicon.result(&value));
    let cite = cite(table);
    Some(StackEffect {
        id: id.into_inner().to_owned(),
        say: say?,
        stack,
        others: others.flatten(),
        cite,
    })
}

/// Rows by the die, each a table by column; every cell is an effect or `"blank"`.
fn results<'d>(
    value: &Value<'d>,
    faces: (i64, i64),
    columns: &[String],
    effects: &Shelf<StackEffect>,
) -> Option<Bands<Cells>> {
    bands(value, faces, |value| {
        value.table(|table| cells(table, columns, effects))
    })
}

fn cells(
    table: &mut Reader<'_>,
    columns: &[String],
    effects: &Shelf<StackEffect>,
) -> Option<Cells> {
    let mut cells = vec![None; columns.len()];
    for (key, value) in table.keys_left() {
        let name = *key.get_ref();
        let place = columns.iter().position(|column| column == name);
        match place.and_then(|place| cells.get_mut(place)) {
            Some(cell) => *cell = Some(given(&value, |value| effect_of(value, effects))),
            None => {
                let known = columns.iter().map(String::as_str);
                let noted = table.fault(key.span(), format!("there is no column `{name}`"));
                if let Some(near) = nearest(name, known) {
                    noted.hint(format!("did you mean `{near}`?"));
                }
            }
        }
    }
    let lacking: Vec<&str> = columns
        .iter()
        .zip(&cells)
        .filter(|(_, cell)| cell.is_none())
        .map(|(column, _)| column.as_str())
        .collect();
    if !lacking.is_empty() {
        let named = table.named();
        table
            .fault(
                table.at(),
                format!("{named} lacks `{}`", lacking.join("`, `")),
            )
            .hint("a cell that the source does not give is `\"blank\"`");
    }
    cells.into_iter().map(Option::flatten).collect()
}

fn effect_of(value: &Value<'_>, effects: &Shelf<StackEffect>) -> Option<Id<StackEffect>> {
    let name = value.text()?;
    let found = effects.named(name.get_ref());
    if found.is_none() {
        let noted = value.fault(format!("there is no effect `{}`", name.get_ref()));
        let known = effects.iter().map(|(_, effect)| effect.id.as_str());
        match nearest(name.get_ref(), known) {
            Some(near) => noted.hint(format!("did you mean `{near}`?")),
            None => noted.hint("write one of this ruling's `effect`s, or `blank`"),
        };
    }
    found
}

fn instead<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<Instead> {
    let when = when(lexicon, table);
    let of = lexicon.all(&table.list("of"), Lexicon::result);
    // The outer `None` is a fault, the inner one is nothing.
    let result = table
        .required("result")
        .and_then(|value| match value.get().as_str() {
            Some(NOTHING) => Some(None),
            _ => lexicon.result(&value).map(Some),
        });
    let cite = cite(table);
    Some(Instead {
        when,
        of,
        result: result?,
        cite,
    })
}
