//! Texts with values in them.

use super::{Resolver, Stand};
use crate::naming::plural_of;
use crate::rules::read::steps::syntax::{RawFormat, RawPiece, RawTemplate};
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;
use crate::rules::steps::Scope;
use crate::rules::steps::template::{Format, Piece, Template};

impl<'r> Resolver<'r, '_> {
    /// A text with values in it.
    pub(super) fn template(&mut self, raw: &'r RawTemplate, stand: Stand<'r>) -> Option<Template> {
        let pieces: Vec<Option<Piece>> = raw
            .0
            .iter()
            .map(|piece| match piece {
                RawPiece::Faulty => None,
                RawPiece::Text(text) => Some(Piece::Text(text.clone())),
                RawPiece::Name(whose) => Some(Piece::Name(*whose)),
                RawPiece::Results => Some(Piece::Results),
                RawPiece::Value(node, format) => {
                    let value = self.expression(node, stand)?;
                    Some(Piece::Value(value, format_of(format)))
                }
            })
            .collect();
        pieces.into_iter().collect::<Option<_>>().map(Template)
    }

    /// The phrases of the results that the ruling can come to, where they have values in them.
    pub(super) fn phrases(&mut self) -> Vec<(Id<ResultPhrase>, Template)> {
        let read = self.read;
        let mut phrases = Vec::new();
        for (name, raw) in &read.phrases {
            if let Some(id) = self.lexicon.results.find(name)
                && self.results.contains(&id)
                && let Some(raw) = raw
                && let Some(template) = self.template(raw, Stand::of(Scope::Unit))
            {
                phrases.push((id, template));
            }
        }
        self.finish_shared();
        phrases
    }
}

fn format_of(raw: &RawFormat) -> Format {
    match raw {
        RawFormat::Plain => Format::Plain,
        RawFormat::Signed => Format::Signed,
        RawFormat::Losses => Format::Losses,
        RawFormat::Counts => Format::Counts,
        RawFormat::Distance => Format::Distance,
        RawFormat::Counted(one, many) => {
            let many = many.clone().unwrap_or_else(|| plural_of(one));
            Format::Counted(one.to_string(), many.to_string())
        }
    }
}
