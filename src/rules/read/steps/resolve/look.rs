//! Steps that look a table up: its row, its column, and how it is read.

use super::step::transposed;
use super::{Resolver, Stand};
use crate::rules::read::steps::raw::{RawChoice, RawKey, RawRounds, RawStep, Read};
use crate::rules::read::steps::syntax::Node;
use crate::rules::reader::{Sound, Text};
use crate::rules::steps::expression::{Choice, Expression};
use crate::rules::steps::lookup::Cells;
use crate::rules::steps::{Cell, Key, Look, Reads, Rounds, TableId};

impl<'r> Resolver<'r, '_> {
    pub(super) fn look_up(
        &mut self,
        key: &'r Text,
        raw: &'r RawStep,
        stand: Stand<'r>,
    ) -> Option<Look> {
        let table = raw.table.as_ref()?;
        let table = self.want_table(table, raw.row.as_ref(), raw.column.as_ref());
        let of_column = matches!(raw.read, Some(Read::Of(Reads::Column)));
        if raw.row.is_none() && !of_column && raw.sound == Sound::Yes {
            self.fault(
                &key.at,
                format!("`{}` says no `row` of its table", key.text),
            );
        }
        let named = |key: &Option<RawKey>| key.as_ref().and_then(|key| self.named_key(key, table?));
        let (row_named, column_named) = (named(&raw.row), named(&raw.column));
        let row = raw.row.as_ref().map(|row| match row_named {
            Some(named) => Some(named),
            None => self.key(row, raw.unsaid.as_ref(), stand),
        });
        let column = raw.column.as_ref().map(|column| match column_named {
            Some(named) => Some(named),
            None => self.key(column, raw.unsaid.as_ref(), stand),
        });
        let shift = raw
            .shift
            .as_ref()
            .map(|shift| self.number_or_name(shift, stand));
        let rounds = match &raw.rounds {
            None | Some(RawRounds::Down) => Some(Rounds::Down),
            Some(RawRounds::Up) => Some(Rounds::Up),
            Some(RawRounds::UpWhen(when)) => self.conditions(&when.0, stand).map(Rounds::UpWhen),
        };
        let by_word = [&raw.row, &raw.column];
        if let Some(unsaid) = &raw.unsaid
            && !by_word
                .iter()
                .any(|key| matches!(key, Some(RawKey::Said(_))))
        {
            let message = format!("`unsaid` means nothing in `{}`", key.text);
            self.fault(&unsaid.at, message)
                .hint("it goes with `row = \"said\"` or `column = \"said\"`: the row that counts where no word was said");
        }
        if raw.sound == Sound::Yes {
            self.check_axes(key, raw, table?);
        }
        let reads = match raw.read {
            Some(Read::Of(reads)) => reads,
            _ => Reads::Cell,
        };
        Some(Look {
            table: table?,
            row: match row {
                Some(row) => row?,
                // The name of a column is found without a row.
                None => Key::Value(Choice(Vec::new())),
            },
            column: transposed(column)?,
            shift: transposed(shift)?,
            rounds: rounds?,
            reads,
        })
    }

    /// A row or a column of the table that is named as it is written there, whatever signs are in it.
    fn named_key(&self, raw: &RawKey, table: TableId) -> Option<Key> {
        let RawKey::Value(RawChoice::Value(Node { at, .. })) = raw else {
            return None;
        };
        let written = self.sink.written(at.clone());
        let written = written.trim_matches(['"', '\'']);
        let (_, table) = self.tables.get(usize::from(table.0))?;
        let symbol = table.as_ref()?.key_written(written, self.symbols)?;
        // A plain name may be a step or a value: that is asked first.
        if self.step_named(written).is_some() {
            return None;
        }
        Some(Key::Value(Choice::always(Expression::Constant(
            Cell::Symbol(symbol),
        ))))
    }

    fn key(&mut self, raw: &'r RawKey, unsaid: Option<&'r Text>, stand: Stand<'r>) -> Option<Key> {
        match raw {
            RawKey::Kind(_) => Some(Key::Kind),
            RawKey::Said(_) => Some(Key::Said(unsaid.map(|unsaid| unsaid.text.clone()))),
            RawKey::Value(choice) => self.choice(choice, stand).map(Key::Value),
        }
    }

    /// Notes a look-up that asks for a column of a table that has none, or the other way round.
    fn check_axes(&self, key: &Text, raw: &RawStep, table: TableId) {
        let Some((name, Some(table))) = self.tables.get(usize::from(table.0)) else {
            return;
        };
        let columns = table
            .rows
            .iter()
            .any(|row| matches!(row.cells, Cells::Columns(_)));
        if columns && raw.column.is_none() && !matches!(raw.read, Some(Read::Of(Reads::Row))) {
            self.fault(
                &key.at,
                format!("`{}` says no `column`, and `{name}` has several", key.text),
            );
        }
        if !columns && raw.column.is_some() {
            self.fault(
                &key.at,
                format!("`{}` says a `column`, and `{name}` has none", key.text),
            );
        }
    }
}
