//! Expressions and comparisons from their words and signs.

use std::ops::Range;

use smol_str::SmolStr;

use super::lexer::{Token, tokens};
use super::{Called, Node, NodeKind, RawComparison, Slip};
use crate::number::Number;
use crate::rules::harmless::quoted;
use crate::rules::reader::Origin;
use crate::rules::steps::expression::{Operator, Ordered};

/// How deep brackets may stand in one another.
const DEEPEST: usize = 40;

/// How many names, numbers and signs an expression may have.
const LONGEST: usize = 400;

/// Reads a whole text as an expression.
pub(super) fn expression(text: &str, origin: &Origin) -> Result<Node, Slip> {
    let mut parser = Parser::new(text, origin)?;
    let read = parser.sum(0)?;
    parser.end()?;
    Ok(read)
}

/// Reads a whole text as a fact or a comparison.
pub(super) fn comparison(text: &str, origin: &Origin) -> Result<RawComparison, Slip> {
    let mut parser = Parser::new(text, origin)?;
    let left = parser.sum(0)?;
    let Some(sign) = parser.next() else {
        return Ok(RawComparison::Fact(left));
    };
    let ordered = match sign {
        Token::Less => Some(Ordered::Less),
        Token::Greater => Some(Ordered::Greater),
        Token::AtMost => Some(Ordered::AtMost),
        Token::AtLeast => Some(Ordered::AtLeast),
        Token::Equal | Token::Unequal => None,
        _ => {
            return Err(parser.unexpected_last().hint(
                "a condition is a name, or two expressions with `<`, `>`, `≤`, `≥`, `=` or `≠` between them",
            ));
        }
    };
    if let Some(ordered) = ordered {
        let right = parser.sum(0)?;
        parser.end()?;
        return Ok(RawComparison::Order(ordered, left, right));
    }
    let mut of = vec![parser.sum(0)?];
    while parser.peek() == Some(Token::Comma) {
        parser.next();
        of.push(parser.sum(0)?);
    }
    parser.end()?;
    Ok(match sign {
        Token::Equal => RawComparison::OneOf(left, of),
        _ => RawComparison::NoneOf(left, of),
    })
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<(Token<'t>, Range<usize>)>,
    next: usize,
    origin: &'t Origin,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, origin: &'t Origin) -> Result<Self, Slip> {
        let tokens = tokens(text)?;
        if tokens.len() > LONGEST {
            let message = format!("an expression has {LONGEST} names and signs at most");
            return Err(Slip::new(0..text.len(), message)
                .hint("a part of it is a step or a value of its own"));
        }
        if tokens.is_empty() {
            return Err(Slip::new(0..text.len(), "an expression is missing"));
        }
        Ok(Parser {
            text,
            tokens,
            next: 0,
            origin,
        })
    }

    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.next).map(|(token, _)| *token)
    }

    fn next(&mut self) -> Option<Token<'t>> {
        let token = self.peek();
        self.next += usize::from(token.is_some());
        token
    }

    /// The bytes of the token before the next.
    fn last(&self) -> Range<usize> {
        let last = self.next.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(0..0, |(_, at)| at.clone())
    }

    /// The bytes after the last token, where something is missing.
    fn after(&self) -> Range<usize> {
        let end = self.last().end;
        end..end
    }

    fn unexpected_last(&self) -> Slip {
        let at = self.last();
        let written = quoted(self.text.get(at.clone()).unwrap_or_default());
        Slip::new(at, format!("did not expect {written} here"))
    }

    fn end(&mut self) -> Result<(), Slip> {
        match self.next() {
            None => Ok(()),
            Some(Token::Number(_) | Token::Name(_)) => Err(self
                .unexpected_last()
                .hint("put `+`, `−`, `×` or `÷` between two values")),
            Some(Token::Close) => Err(self.unexpected_last().hint("no bracket is open")),
            Some(_) => Err(self.unexpected_last()),
        }
    }

    fn node(&self, from: usize, kind: NodeKind) -> Node {
        let end = self.last().end;
        Node {
            at: self.origin.at(from..end),
            kind,
        }
    }

    /// Where the next token begins.
    fn start(&self) -> usize {
        self.tokens
            .get(self.next)
            .map_or_else(|| self.after().end, |(_, at)| at.start)
    }

    fn sum(&mut self, depth: usize) -> Result<Node, Slip> {
        let from = self.start();
        let mut read = self.product(depth)?;
        loop {
            let operator = match self.peek() {
                Some(Token::Plus) => Operator::Add,
                Some(Token::Minus) => Operator::Subtract,
                _ => return Ok(read),
            };
            self.next();
            let right = self.product(depth)?;
            read = self.node(
                from,
                NodeKind::Binary(operator, Box::new(read), Box::new(right)),
            );
        }
    }

    fn product(&mut self, depth: usize) -> Result<Node, Slip> {
        let from = self.start();
        let mut read = self.value(depth)?;
        loop {
            let operator = match self.peek() {
                Some(Token::Times) => Operator::Multiply,
                Some(Token::Over) => Operator::Divide,
                _ => return Ok(read),
            };
            self.next();
            let right = self.value(depth)?;
            read = self.node(
                from,
                NodeKind::Binary(operator, Box::new(read), Box::new(right)),
            );
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Slip> {
        let from = self.start();
        if depth > DEEPEST {
            let message = format!("brackets stand more than {DEEPEST} deep in one another");
            return Err(Slip::new(from..from, message));
        }
        match self.next() {
            Some(Token::Number(number)) => Ok(self.node(from, NodeKind::Number(number))),
            Some(Token::Name(name)) if self.peek() == Some(Token::Open) => self.call(name, depth),
            Some(Token::Name(name)) => Ok(self.node(from, NodeKind::Name(SmolStr::new(name)))),
            Some(Token::Open) => {
                let open = self.last();
                let mut inner = self.sum(depth + 1)?;
                self.close(&open)?;
                inner.at = self.origin.at(from..self.last().end);
                Ok(inner)
            }
            Some(Token::Minus) => {
                let value = self.value(depth + 1)?;
                let kind = match value.kind {
                    NodeKind::Number(number) => NodeKind::Number(-number),
                    _ => {
                        let zero = Node {
                            at: value.at.clone(),
                            kind: NodeKind::Number(Number::ZERO),
                        };
                        NodeKind::Binary(Operator::Subtract, Box::new(zero), Box::new(value))
                    }
                };
                Ok(self.node(from, kind))
            }
            Some(_) => Err(self
                .unexpected_last()
                .hint("a number or a name stands here")),
            None => Err(Slip::new(self.after(), "the expression breaks off here")),
        }
    }

    fn call(&mut self, name: &str, depth: usize) -> Result<Node, Slip> {
        let named = self.last();
        self.next();
        let open = self.last();
        let mut arguments = Vec::new();
        if self.peek() == Some(Token::Close) {
            self.next();
        } else {
            loop {
                arguments.push(self.sum(depth + 1)?);
                if self.peek() != Some(Token::Comma) {
                    break;
                }
                self.next();
            }
            self.close(&open)?;
        }
        let called = Called {
            at: self.origin.at(named.clone()),
            name: SmolStr::new(name),
        };
        Ok(self.node(named.start, NodeKind::Call(Box::new(called), arguments)))
    }

    fn close(&mut self, open: &Range<usize>) -> Result<(), Slip> {
        match self.next() {
            Some(Token::Close) => Ok(()),
            Some(Token::Number(_) | Token::Name(_)) => Err(self
                .unexpected_last()
                .hint("put `+`, `−`, `×` or `÷` between two values")),
            Some(_) => Err(self.unexpected_last()),
            None => Err(Slip::new(open.clone(), "this bracket is not closed")),
        }
    }
}
