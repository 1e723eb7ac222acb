//! Texts with values in them.

use smol_str::SmolStr;

use super::{Node, Slip, parsed};
use crate::rules::reader::{FromToml, Origin, Shape, Value};
use crate::rules::steps::expression::Whose;

/// A text with values in it, before any name is known.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::rules::read) struct RawTemplate(pub(in crate::rules::read) Vec<RawPiece>);

/// A piece of such a text.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rules::read) enum RawPiece {
    /// Something that cannot be read, and has its fault.
    Faulty,
    /// Words that stand as they are.
    Text(String),
    /// `{name}`, `{opposite.name}`, `{attacker.name}`.
    Name(Whose),
    /// `{results}`.
    Results,
    /// A value.
    Value(Node, RawFormat),
}

/// How a value is put into words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules::read) enum RawFormat {
    /// As it is.
    Plain,
    /// With its sign.
    Signed,
    /// As losses.
    Losses,
    /// As counts.
    Counts,
    /// As a distance.
    Distance,
    /// With one of two words; the second is made of the first where it is left out.
    Counted(SmolStr, Option<SmolStr>),
}

impl RawTemplate {
    /// Reads a text; `origin` tells where its bytes stand.
    /// Its words, with `…` where a value stands.
    pub(in crate::rules::read) fn words(&self) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            RawPiece::Text(text) => text.as_str(),
            RawPiece::Name(_) | RawPiece::Results | RawPiece::Value(..) | RawPiece::Faulty => "…",
        });
        pieces.collect()
    }

    pub(in crate::rules::read) fn parse(text: &str, origin: &Origin) -> Result<Self, Slip> {
        let mut pieces = Vec::new();
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let brace = rest.find(['{', '}']).unwrap_or(rest.len());
            if brace > 0 {
                pieces.push(RawPiece::Text(rest[..brace].to_owned()));
                at += brace;
                continue;
            }
            if rest.starts_with('}') {
                return Err(Slip::new(at..at + 1, "no `{` stands before this brace"));
            }
            let end = rest.find('}').ok_or_else(|| {
                Slip::new(at..at + 1, "this brace is not closed").hint("write a value as `{hits}`")
            })?;
            pieces.push(piece(text, at + 1..at + end, origin)?);
            at += end + 1;
        }
        Ok(RawTemplate(pieces))
    }
}

fn piece(text: &str, at: std::ops::Range<usize>, origin: &Origin) -> Result<RawPiece, Slip> {
    let inner = text.get(at.clone()).unwrap_or_default();
    let named = match inner.trim() {
        "name" => Some(RawPiece::Name(Whose::Own)),
        "opposite.name" => Some(RawPiece::Name(Whose::Opposite)),
        "foe.name" => Some(RawPiece::Name(Whose::Foe)),
        "friend.name" => Some(RawPiece::Name(Whose::Friend)),
        "attacker.name" => Some(RawPiece::Name(Whose::Attacker)),
        "defender.name" => Some(RawPiece::Name(Whose::Defender)),
        "results" => Some(RawPiece::Results),
        _ => None,
    };
    if let Some(named) = named {
        return Ok(named);
    }
    let (value, format) = match inner.split_once(':') {
        Some((value, format)) => (value, RawFormat::parse(format.trim())),
        None => (inner, RawFormat::Plain),
    };
    let inside = origin.from(at.start);
    let moved = |slip: Slip| Slip {
        at: slip.at.start + at.start..slip.at.end + at.start,
        ..slip
    };
    let node = Node::parse(value, &inside).map_err(moved)?;
    Ok(RawPiece::Value(node, format))
}

impl RawFormat {
    fn parse(text: &str) -> Self {
        match text {
            "signed" => RawFormat::Signed,
            "loss" => RawFormat::Losses,
            "count" => RawFormat::Counts,
            "distance" => RawFormat::Distance,
            words => match words.split_once('|') {
                Some((one, many)) => {
                    RawFormat::Counted(SmolStr::new(one), Some(SmolStr::new(many)))
                }
                None => RawFormat::Counted(SmolStr::new(words), None),
            },
        }
    }
}

impl FromToml for RawTemplate {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let faulty = || RawTemplate(vec![RawPiece::Faulty]);
        Some(parsed(value, RawTemplate::parse).unwrap_or_else(faulty))
    }

    fn shape() -> Shape {
        Shape::Text("a text with values in it: `{hits:hit|hits}`")
    }
}
