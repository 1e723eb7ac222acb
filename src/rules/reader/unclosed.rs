//! Brackets and quotes that are opened and never closed.
//!
//! The parser notices them at the end of the file, after many strange faults on
//! the lines between. What the author must see is where it was opened.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::syntax::place;
use crate::rules::fault::Fault;

/// Something opened and never closed, and the bytes that it swallowed.
pub(super) struct Unclosed {
    pub(super) fault: Fault,
    swallowed: Range<usize>,
}

impl Unclosed {
    /// What an error of the parser's says is not closed, if it says so and it
    /// can be found in the tree.
    pub(super) fn find(tree: &DeTable<'_>, error: &Error) -> Option<Self> {
        let message = error.message();
        let noticed = place(error);
        let told = [
            "unclosed array,",
            "unclosed inline table,",
            "invalid multi-line",
        ];
        if !noticed.is_empty() || !told.iter().any(|told| message.starts_with(told)) {
            return None;
        }
        let value = outermost(tree, noticed.start)?;
        let (what, width) = match value.get_ref() {
            DeValue::Array(_) => ("list is never closed: it lacks its `]`", 1),
            DeValue::Table(_) => ("table is never closed: it lacks its `}`", 1),
            _ => ("text is never closed: it lacks its three quotes", 3),
        };
        let Range { start, end } = value.span();
        let fault = Fault::new(start..start.saturating_add(width), what).label("opened here");
        Some(Self {
            fault,
            swallowed: start..end,
        })
    }

    /// Whether an error is only about what was swallowed.
    pub(super) fn swallowed(&self, error: &Error) -> bool {
        let at = place(error).start;
        self.swallowed.contains(&at) || self.swallowed.end == at
    }
}

/// The outermost list, text or table in braces that reaches over an offset.
fn outermost<'t, 'd>(table: &'t DeTable<'d>, offset: usize) -> Option<&'t Spanned<DeValue<'d>>> {
    table.values().find_map(|value| within(value, offset))
}

fn within<'t, 'd>(
    value: &'t Spanned<DeValue<'d>>,
    offset: usize,
) -> Option<&'t Spanned<DeValue<'d>>> {
    let span = value.span();
    if span.start < offset && offset <= span.end {
        return Some(value);
    }
    match value.get_ref() {
        DeValue::Table(table) => outermost(table, offset),
        DeValue::Array(list) => list.iter().find_map(|item| within(item, offset)),
        _ => None,
    }
}
