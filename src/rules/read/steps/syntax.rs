//! The text of expressions, comparisons and templates as trees, before any name in them is known.

mod lexer;
mod parser;
mod template;
#[cfg(test)]
mod tests;

use std::ops::Range;

use smol_str::SmolStr;

use crate::number::Number;
use crate::rules::reader::{FromToml, Origin, Shape, Value};
use crate::rules::steps::expression::{Operator, Ordered};

pub(in crate::rules::read) use template::{RawFormat, RawPiece, RawTemplate};

/// An expression with the place of each of its parts.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rules::read) struct Node {
    /// Where it stands in the file.
    pub(in crate::rules::read) at: Range<usize>,
    /// What it is.
    pub(in crate::rules::read) kind: NodeKind,
}

/// What stands at a place of an expression.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rules::read) enum NodeKind {
    /// Something that cannot be read, and has its fault.
    Faulty,
    /// A number.
    Number(Number),
    /// A name, with its dots.
    Name(SmolStr),
    /// Two values, added, taken away, multiplied or divided.
    Binary(Operator, Box<Node>, Box<Node>),
    /// A function or a table, with its arguments.
    Call(Box<Called>, Vec<Node>),
}

/// The name of what an expression calls.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rules::read) struct Called {
    /// Where the name stands.
    pub(in crate::rules::read) at: Range<usize>,
    /// The name.
    pub(in crate::rules::read) name: SmolStr,
}

/// A condition that is written as a text.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rules::read) enum RawComparison {
    /// A value that must be yes, or a number other than 0.
    Fact(Node),
    /// One value against another.
    Order(Ordered, Node, Node),
    /// A value that is one of several.
    OneOf(Node, Vec<Node>),
    /// A value that is none of several.
    NoneOf(Node, Vec<Node>),
}

/// Why a text cannot be read, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules::read) struct Slip {
    /// The bytes of the text that are wrong.
    pub(in crate::rules::read) at: Range<usize>,
    /// What is wrong.
    pub(in crate::rules::read) message: String,
    /// What to do about it.
    pub(in crate::rules::read) hint: Option<String>,
}

impl Slip {
    fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Slip {
            at,
            message: message.into(),
            hint: None,
        }
    }

    fn hint(self, hint: impl Into<String>) -> Self {
        Slip {
            hint: Some(hint.into()),
            ..self
        }
    }
}

/// Reads a text by `parse`; what cannot be read is noted at its place.
fn parsed<T>(value: &Value<'_>, parse: impl FnOnce(&str, &Origin) -> Result<T, Slip>) -> Option<T> {
    let text = value.text()?;
    let origin = value.origin();
    match parse(text.get_ref(), &origin) {
        Ok(read) => Some(read),
        Err(slip) => {
            let noted = value.fault_inside(origin.at(slip.at), slip.message);
            if let Some(hint) = slip.hint {
                noted.hint(hint);
            }
            None
        }
    }
}

impl Node {
    /// Reads an expression; `origin` tells where its bytes stand.
    pub(in crate::rules::read) fn parse(text: &str, origin: &Origin) -> Result<Node, Slip> {
        parser::expression(text, origin)
    }
}

impl FromToml for Node {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let at = value.at();
        let faulty = Node {
            at: at.clone(),
            kind: NodeKind::Faulty,
        };
        if value.get().as_str().is_some() {
            return Some(parsed(value, Node::parse).unwrap_or(faulty));
        }
        let kind = match value.get() {
            toml::de::DeValue::Boolean(_) => {
                value.unexpected("an expression").hint("write 1 or 0");
                NodeKind::Faulty
            }
            toml::de::DeValue::Integer(_) | toml::de::DeValue::Float(_) => {
                value.number().map_or(NodeKind::Faulty, |number| {
                    NodeKind::Number(number.into_inner())
                })
            }
            _ => {
                value.unexpected("an expression");
                NodeKind::Faulty
            }
        };
        Some(Node { at, kind })
    }

    fn shape() -> Shape {
        Shape::Any(vec![Shape::Number, Shape::Text("an expression")])
    }
}

impl FromToml for RawComparison {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        parsed(value, parser::comparison)
    }

    fn shape() -> Shape {
        Shape::Text("a name, or two expressions compared: `hits ≥ 2`")
    }
}
