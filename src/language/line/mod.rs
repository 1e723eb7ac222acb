//! From a line of words to a command.

pub mod expect;

mod battle;
mod cursor;
mod lookups;
mod odds;
mod plain;
mod ruling;
mod unknown;

use std::rc::Rc;

use cursor::Cursor;
use plain::Plain;

use super::command::{Command, Faces};
use super::token::{self, Kind, Token};
use super::verbs::{Field, Verb, Vocabulary};
use crate::distance::{Distance, Scale};
use crate::naming::kept::ROLLED;
use crate::naming::{Found, phrase};
use crate::number::Number;
use crate::roster::Roster;
use crate::rules::RuleSet;
use crate::rules::beside::Books;
use crate::typed_line::Line;
use crate::typed_line::LineFault;
use crate::typed_line::LineRange;

/// What a line is read by.
#[derive(Clone, Copy)]
pub struct Grammar<'a> {
    /// The rule set, whose words the line is in.
    pub rules: &'a RuleSet,
    /// The verbs.
    pub vocabulary: &'a Vocabulary,
    /// How lengths become the rule set's measure.
    pub scale: &'a Scale,
    /// The units that can be named by their handles.
    pub roster: &'a Roster,
    /// What was read of the files beside the table file.
    pub books: &'a Books,
}

impl<'a> Grammar<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// What cannot be understood, with its place and what was expected.
    pub fn parse(self, line: &str) -> Result<Command, LineFault> {
        let line = Line::read(line)?;
        if let Some((verb, left)) = self.field_verb(&line) {
            return battle::field(self, verb, left).map(Command::Battle);
        }
        let tokens = self.tokens(&line, 0)?;
        let mut cursor = Cursor::new(&line, &tokens);
        if cursor.is_done() {
            return Ok(Command::Nothing);
        }
        let verb = self.verb(&mut cursor)?;
        let command = match verb {
            Verb::Ruling(ruling) => {
                let situation = ruling::situation(self, ruling, &mut cursor)?;
                let faces = self.faces(&mut cursor);
                Command::Ruling(Rc::new(situation), faces)
            }
            Verb::Own(own) => lookups::own(self, own, &mut cursor)?,
            // Taken before the line was cut into tokens.
            Verb::Field(_) => Command::Nothing,
        };
        cursor.finish()?;
        Ok(command)
    }

    /// The verb of the battle that the line begins with, and what is left of the line.
    ///
    /// Such lines hold names and free text, so they are not cut into tokens as a whole.
    fn field_verb<'l>(self, line: &'l Line<'l>) -> Option<(Field, Plain<'l>)> {
        let mut left = Plain::new(line);
        match self.vocabulary.names().find(left.peek()?) {
            Found::One(Verb::Field(field)) => {
                left.word();
                Some((field, left))
            }
            _ => None,
        }
    }

    /// The tokens of a line from a byte of its plain text on, its comment left out.
    fn tokens(self, line: &Line<'_>, from: usize) -> Result<Vec<Token>, LineFault> {
        token::tokens_from(line, from, Some(self))
    }

    fn verb(self, cursor: &mut Cursor<'_, '_>) -> Result<Verb, LineFault> {
        let at = cursor.here();
        if cursor.words().is_empty() {
            return Err(LineFault::missing("a line begins with a verb")
                .at(at)
                .hinted(self.verbs_hint()));
        }
        let words = cursor.words();
        let Some((used, found)) = phrase::longest(self.vocabulary.names(), &words, |_| true) else {
            return Err(LineFault::missing("a line begins with a verb").at(at));
        };
        let typed = cursor.take_words(used);
        match found {
            Found::One(verb) => Ok(verb),
            Found::Several(names) => Err(several(&typed.text, &names, typed.at)),
            Found::None { nearest } => Err(LineFault::unknown(format!(
                "there is no verb `{}` in {}",
                typed.text, self.rules.name
            ))
            .at(typed.at)
            .hinted(match nearest {
                Some(near) => format!("did you mean `{near}`?"),
                None => self.verbs_hint(),
            })),
        }
    }

    fn verbs_hint(self) -> String {
        let rulings = self.rules.rulings.iter().map(|(_, r)| r.id.as_str());
        let names: Vec<&str> = rulings.collect();
        format!("there are {}; `help` lists them all", names.join(", "))
    }

    /// What follows `rolled`, if it comes here.
    fn faces(self, cursor: &mut Cursor<'_, '_>) -> Option<Faces> {
        let at = cursor.here();
        if !cursor.take_word(ROLLED) {
            return None;
        }
        let mut words = Vec::new();
        while let Some(token) = cursor.peek() {
            if !matches!(token.kind, Kind::Faces(_)) {
                break;
            }
            words.push(cursor.line().excerpt_at(token.at));
            cursor.skip();
        }
        Some(Faces { at, words })
    }

    /// A length in the rule set's own measure.
    fn length(self, distance: Distance, at: LineRange) -> Result<Number, LineFault> {
        distance
            .in_measure(self.rules.measure, self.scale)
            .map_err(|fault| LineFault::new(fault.to_string()).at(at))
    }

    /// A bare number as a length in the rule set's own measure.
    fn bare_length(self, number: Number, at: LineRange) -> Result<Number, LineFault> {
        let unit = self.rules.measure.unit();
        self.length(
            Distance {
                value: number,
                unit,
            },
            at,
        )
    }
}

/// A name that fits several things.
fn several(typed: &str, names: &[&str], at: LineRange) -> LineFault {
    LineFault::several(typed, names).at(at)
}
