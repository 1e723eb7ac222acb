//! From a line of words to a command.

pub mod expect;

mod battle;
mod cursor;
mod hurried;
mod lookups;
mod odds;
mod plain;
mod questions;
mod ruling;
mod unknown;

pub use ruling::Amended;

use std::ops::Range;
use std::rc::Rc;

use cursor::Cursor;
use plain::Plain;
use smol_str::SmolStr;

use super::battle::BattleCommand;
use super::command::{Command, Faces};
use super::token::{self, Kind, Token};
use super::verbs::{Field, FoundVerb, Own, Verb, Vocabulary};
use crate::distance::{Distance, Scale};
use crate::naming::Found;
use crate::naming::kept::{BETWEEN, ROLLED};
use crate::number::Number;
use crate::roster::Roster;
use crate::rules::RuleSet;
use crate::rules::beside::Books;
use crate::rules::phase::Phase;
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::situation::Unit;
use crate::typed_line::{FaultKind, Line, LineFault, LineRange};

/// The most words that a verb of the battle has: `end of turn`.
const MOST_WORDS: usize = 3;

/// How the first word of a line names a unit of the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnitFirst {
    /// In full.
    Whole,
    /// By the beginning of its name.
    Begun,
}

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
    /// Those that look-ups can name: the units of a battle that is over, too.
    pub seen: &'a Roster,
    /// What was read of the files beside the table file.
    pub books: &'a Books,
    /// The phase of the battle, if it is in one.
    pub phase: Option<Id<Phase>>,
}

impl<'a> Grammar<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// What cannot be understood, with its place and what was expected.
    pub fn parse(self, line: &str) -> Result<Command, LineFault> {
        let line = Line::read(line)?;
        let unit = self.unit_first(&line);
        // A unit in full stands before the beginning of a verb.
        if unit == Some(UnitFirst::Whole)
            && let Ok(command) = self.of_who_acts(&line)
        {
            return Ok(command);
        }
        let by_verb = self.by_verb(&line);
        match (by_verb, unit) {
            // A verb that was only begun may have been meant for a unit.
            (Err(fault), Some(_)) => self.of_who_acts(&line).map_err(|of_unit| match unit {
                Some(UnitFirst::Whole) => of_unit,
                _ if of_unit.kind == FaultKind::Ambiguous => of_unit,
                _ => fault,
            }),
            (by_verb, _) => by_verb,
        }
    }

    /// Reads a line that begins with its verb, or with none.
    fn by_verb(self, line: &Line<'_>) -> Result<Command, LineFault> {
        if let Some(from) = self.change_alone(line) {
            return Ok(Command::Battle(BattleCommand::Amend(from)));
        }
        if let Some((verb, left)) = self.field_verb(line) {
            return battle::field(self, verb, left).map(Command::Battle);
        }
        if let Some(command) = self.of_a_name(line) {
            return Ok(command);
        }
        if let Some(order) = battle::after_unit(self, line)? {
            return Ok(Command::Battle(order));
        }
        let tokens = self.tokens(line, 0)?;
        match tokens.as_slice() {
            [] => return Ok(Command::Nothing),
            [only] if matches!(only.kind, Kind::Distance(_)) => {
                return Ok(Command::Battle(BattleCommand::Amend(0)));
            }
            _ => {}
        }
        let mut cursor = Cursor::new(line, &tokens);
        let mut verb = self.verb(&mut cursor);
        let otherwise;
        if verb.is_err() || cursor.word().is_some_and(|word| BETWEEN.contains(&word)) {
            if let Some(command) = questions::asked(self, line, &tokens)? {
                return Ok(command);
            }
            otherwise = hurried::with_verb(self, line, &tokens)?;
            cursor = Cursor::new(line, &otherwise);
            verb = self.verb(&mut cursor);
        }
        let command = match verb? {
            Verb::Ruling(ruling) => self.ruling(ruling, &mut cursor)?,
            Verb::Own(own) => lookups::own(self, own, &mut cursor)?,
            // Taken before the line was cut into tokens.
            Verb::Field(_) => Command::Nothing,
        };
        cursor.finish()?;
        Ok(command)
    }

    fn ruling(self, ruling: Id<Ruling>, cursor: &mut Cursor<'_, '_>) -> Result<Command, LineFault> {
        let mut situation = ruling::situation(self, ruling, cursor)?;
        let faces = faces(cursor);
        situation.hurried = cursor.is_hurried();
        Ok(Command::Ruling(Rc::new(situation), faces))
    }

    /// Whether a line begins with a unit of the battle whose name could begin a verb, too.
    fn unit_first(self, line: &Line<'_>) -> Option<UnitFirst> {
        if self.roster.is_empty() {
            return None;
        }
        let words: Vec<&str> = Plain::new(line).words_ahead().collect();
        let first = words.first()?;
        if self.vocabulary.whole(first).is_some() {
            return None;
        }
        match ruling::handle(self, &words) {
            (_, ruling::Handle::Nobody) => None,
            _ if self.roster.whole(&words).is_some() => Some(UnitFirst::Whole),
            _ => Some(UnitFirst::Begun),
        }
    }

    /// Reads a line that begins with who acts.
    fn of_who_acts(self, line: &Line<'_>) -> Result<Command, LineFault> {
        if let Some(order) = battle::after_unit(self, line)? {
            return Ok(Command::Battle(order));
        }
        let tokens = self.tokens(line, 0)?;
        let tokens = hurried::with_verb_left_out(self, line, &tokens)?;
        let mut cursor = Cursor::new(line, &tokens);
        let Verb::Ruling(ruling) = self.verb(&mut cursor)? else {
            return Err(LineFault::missing("a line begins with a verb").at(cursor.here()));
        };
        let command = self.ruling(ruling, &mut cursor)?;
        cursor.finish()?;
        Ok(command)
    }

    /// The ruling of a line with the changes that `line` has from byte `from` of its plain text on.
    ///
    /// # Errors
    /// `of` is no ruling, or a change does not fit it.
    pub fn amended(self, of: &str, line: &str, from: usize) -> Result<Amended, LineFault> {
        ruling::amended(self, of, line, from)
    }

    /// The troops of a unit that joins, with the words that stay with it.
    ///
    /// # Errors
    /// They are no troops.
    pub fn troops(self, text: &str) -> Result<Unit, LineFault> {
        let line = Line::read(text)?;
        let tokens = self.tokens(&line, 0)?;
        let mut cursor = Cursor::new(&line, &tokens);
        let unit = ruling::composition(self, &mut cursor)?;
        cursor.finish()?;
        Ok(unit)
    }

    /// A handle that no unit has yet and that cannot be taken for anything else.
    ///
    /// # Errors
    /// It can.
    pub fn new_handle(self, handle: &str) -> Result<SmolStr, LineFault> {
        battle::checked_handle(self, handle)
    }

    /// Whether a handle can be given to a unit.
    pub fn is_free_handle(self, handle: &str) -> bool {
        battle::is_free(self, handle)
    }

    /// How look-ups name units.
    fn looking(self) -> Self {
        Grammar {
            roster: self.seen,
            ..self
        }
    }

    /// The verb of the battle that the line begins with, and what is left of the line.
    ///
    /// Such lines hold names and free text, so they are not cut into tokens as a whole.
    fn field_verb<'l>(self, line: &'l Line<'l>) -> Option<(Field, Plain<'l>)> {
        let mut left = Plain::new(line);
        let first = left.peek()?;
        let (field, used) = match self.vocabulary.find(first) {
            Found::One(Verb::Field(field))
                if self.vocabulary.names().has(first) && !self.goes_on(&left) =>
            {
                (field, 1)
            }
            // `end turn` is more than `end`.
            Found::One(Verb::Field(_)) | Found::None { .. } => {
                let words: Vec<&str> = left.words_ahead().take(MOST_WORDS).collect();
                let verb = self.vocabulary.at_start(&words)?;
                match verb.found {
                    Found::One(Verb::Field(field)) => (field, verb.words),
                    _ => return None,
                }
            }
            _ => return None,
        };
        for _ in 0..used {
            left.word();
        }
        Some((field, left))
    }

    /// Whether the first two words are one verb, as in `battle save`.
    fn goes_on(self, left: &Plain<'_>) -> bool {
        let words: Vec<&str> = left.words_ahead().take(2).collect();
        let verb = self.vocabulary.at_start(&words);
        verb.is_some_and(|verb| verb.words == 2)
    }

    /// A look-up by a name that holds any characters, such as a place of the source: `rule 6.6 (N)`.
    fn of_a_name(self, line: &Line<'_>) -> Option<Command> {
        let mut left = Plain::new(line);
        let named: fn(Option<(String, LineRange)>) -> Command =
            match self.vocabulary.find(left.peek()?) {
                Found::One(Verb::Own(Own::Rule)) => Command::Rule,
                Found::One(Verb::Own(Own::Scenario)) => Command::Scenario,
                _ => return None,
            };
        left.word();
        Some(named(left.rest().map(|name| (name.text.into(), name.at))))
    }

    /// The tokens of a line from a byte of its plain text on, its comment left out.
    fn tokens(self, line: &Line<'_>, from: usize) -> Result<Vec<Token>, LineFault> {
        self.tokens_within(line, from..line.text().len())
    }

    /// The tokens within some bytes of the plain text of a line.
    fn tokens_within(self, line: &Line<'_>, within: Range<usize>) -> Result<Vec<Token>, LineFault> {
        token::tokens_within(line, within, Some(self))
    }

    /// Where the changes begin of a line that is nothing but changes of the last ruling: `+supported`,
    /// `-flank`, `not flank`, `with support`.
    fn change_alone(self, line: &Line<'_>) -> Option<usize> {
        let text = line.text();
        let begun = text.trim_start();
        let from = text.len() - begun.len();
        if let Some(word) = begun.strip_prefix(['+', '-']) {
            return word.starts_with(char::is_alphabetic).then_some(from);
        }
        let mut words = Plain::new(line).words_ahead();
        let (sign, word) = (words.next()?, words.next()?.to_lowercase());
        let is_unit = self.roster.exactly(&word).is_some();
        if is_unit || self.vocabulary.whole(sign).is_some() || !ruling::is_known_word(self, &word) {
            return None;
        }
        match sign.to_lowercase().as_str() {
            "with" => Some(from + sign.len()),
            sign if ruling::WITHOUT.contains(&sign) => Some(from),
            _ => None,
        }
    }

    fn verb(self, cursor: &mut Cursor<'_, '_>) -> Result<Verb, LineFault> {
        let at = cursor.here();
        if cursor.words().is_empty() {
            return Err(LineFault::missing("a line begins with a verb")
                .at(at)
                .hinted(self.verbs_hint()));
        }
        let words = cursor.words();
        let Some(FoundVerb {
            words: used,
            found,
            otherwise,
        }) = self.vocabulary.at_start(&words)
        else {
            return Err(LineFault::missing("a line begins with a verb").at(at));
        };
        // The names are those of the vocabulary, which the words that were taken are not a part of.
        if otherwise {
            cursor.hurry();
        }
        let typed = cursor.take_words(used);
        match found {
            Found::One(verb) => Ok(verb),
            Found::Several(names) => Err(several(&typed.text, &names, typed.at)),
            Found::None { .. } if self.rules.index.words.has(&typed.text) => {
                let message = format!("`{}` is a word, and a line begins with a verb", typed.text);
                Err(LineFault::misplaced(message).at(typed.at).hinted(format!(
                    "`+{0}` says it of the last ruling, `help {0}` explains it",
                    typed.text
                )))
            }
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

    /// A length in the rule set's own measure.
    fn length(self, distance: Distance, at: LineRange) -> Result<Number, LineFault> {
        let measure = self.rules.measure;
        measure
            .length(distance, self.scale)
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

/// What follows `rolled`, if it comes here.
fn faces(cursor: &mut Cursor<'_, '_>) -> Option<Faces> {
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
