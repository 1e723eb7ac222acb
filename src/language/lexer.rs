//! A line cut into tokens.

mod hurried;

pub(super) use hurried::number_word;

use std::ops::Range;

use smol_str::{SmolStr, StrExt};

use super::line::Grammar;
use super::scan::Scan;
use super::token::{Kind, Token};
use super::verbs::{Own, Verb};
use crate::distance::{Distance, LengthUnit};
use crate::naming::Found;
use crate::naming::kept::ROLLED;
use crate::number::{Number, Reading};
use crate::typed_line::Line;
use crate::typed_line::LineFault;

/// The tokens of a line, in order, up to its comment; no unit of a battle is known by name.
///
/// # Errors
/// A character that has no meaning where it stands, or a number out of bounds.
pub fn tokens(line: &Line<'_>) -> Result<Vec<Token>, LineFault> {
    tokens_within(line, 0..line.text().len(), None)
}

/// The tokens within some bytes of the plain line, where units of the battle may be named.
///
/// # Errors
/// The same.
pub fn tokens_within(
    line: &Line<'_>,
    within: Range<usize>,
    grammar: Option<Grammar<'_>>,
) -> Result<Vec<Token>, LineFault> {
    let words = line.words_from(within.start);
    let end = within.start.saturating_add(words.len()).min(within.end);
    let mut scan = Scan::new(line.text().get(..end).unwrap_or_default());
    scan.advance(within.start);
    let mut lexer = Lexer {
        line,
        scan,
        grammar,
        dice: Dice::MayBeHandles,
        is_first: true,
        hurried: false,
    };
    let mut tokens: Vec<Token> = Vec::with_capacity(words.len() / 4);
    loop {
        let is_verb = tokens.len() == 1;
        if let Some(last) = tokens.last_mut()
            && (lexer.closes() || lexer.says_nothing(is_verb))
        {
            last.hurried = true;
            continue;
        }
        let Some(token) = lexer.token()? else {
            break;
        };
        let faces_follow = matches!(&token.kind, Kind::Word(word) if word == ROLLED);
        lexer.dice = lexer.dice_after(&token.kind);
        lexer.is_first = false;
        tokens.push(token);
        if faces_follow {
            while let Some(item) = lexer.item() {
                tokens.push(item);
                lexer.closes();
            }
        }
    }
    Ok(tokens)
}

struct Lexer<'a> {
    line: &'a Line<'a>,
    scan: Scan<'a>,
    /// What units of the battle and verbs are known by.
    grammar: Option<Grammar<'a>>,
    dice: Dice,
    /// Whether nothing has been read yet.
    is_first: bool,
    /// Whether the token that is being read is typed in a hurry.
    hurried: bool,
}

/// What `d8` can be where the lexer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dice {
    /// The handle of a unit, if one is called so.
    MayBeHandles,
    /// Dice and nothing else: they are thrown for their own sake.
    AreDice,
}

impl<'a> Lexer<'a> {
    fn token(&mut self) -> Result<Option<Token>, LineFault> {
        self.scan.eat_blanks();
        let start = self.scan;
        self.hurried = false;
        let Some(first) = self.scan.peek() else {
            return Ok(None);
        };
        if let Some(kind) = self.hurried_sign(first) {
            return Ok(Some(self.finished(start, kind)));
        }
        let kind = match first {
            '+' => self.single(Kind::Plus),
            ',' => self.single(Kind::Comma),
            '|' => self.single(Kind::Bar),
            '=' => Kind::Faces(self.face_item().to_owned()),
            // These begin nothing but a word; a `d` may begin dice.
            'a'..='c' | 'e'..='z' => self.word(),
            _ => {
                if let Some(handle) = self.handle() {
                    Kind::Word(handle)
                } else if let Some(dice) = dice(&mut self.scan) {
                    Kind::Dice(dice)
                } else if let Some(reading) = Number::read_start(self.scan.rest()) {
                    self.number(start, reading)?
                } else if first.is_alphabetic() {
                    self.word()
                } else {
                    return Err(self.stray(first));
                }
            }
        };
        Ok(Some(self.finished(start, kind)))
    }

    /// Goes past what looks like dice but is the handle of a unit.
    fn handle(&mut self) -> Option<SmolStr> {
        let grammar = self.grammar.filter(|grammar| !grammar.roster.is_empty())?;
        if self.dice == Dice::AreDice {
            return None;
        }
        let mut ahead = self.scan;
        let word = lower_case(ahead.eat_word());
        grammar.roster.exactly(&word)?;
        self.scan = ahead;
        Some(word)
    }

    /// What `d8` can be after a token.
    fn dice_after(&self, kind: &Kind) -> Dice {
        let (Kind::Word(word), Some(grammar)) = (kind, self.grammar) else {
            return Dice::MayBeHandles;
        };
        match grammar.vocabulary.names().find(word) {
            Found::One(Verb::Own(Own::Roll)) => Dice::AreDice,
            _ => Dice::MayBeHandles,
        }
    }

    /// The next item among the faces after `rolled`.
    fn item(&mut self) -> Option<Token> {
        self.hurried = false;
        self.scan
            .eat_while(|character| matches!(character, ' ' | '\t' | ',' | ']' | ')'));
        let start = self.scan;
        let mut item = self.face_item();
        // `6 5 4 1.` ends a sentence.
        let figures = item.trim_end_matches(['.', '!']);
        if !figures.is_empty() && figures.len() < item.len() {
            self.scan = start;
            self.scan.advance(figures.len());
            item = figures;
        }
        (!item.is_empty()).then(|| self.finished(start, Kind::Faces(item.to_owned())))
    }

    fn face_item(&mut self) -> &'a str {
        self.scan
            .eat_while(|character| !matches!(character, ' ' | '\t' | ',' | ']' | ')'))
    }

    fn single(&mut self, kind: Kind) -> Kind {
        self.scan.advance(1);
        kind
    }

    /// What begins with a number: a count, a distance, a word such as `12pdr`,
    /// or a number.
    fn number(&mut self, start: Scan<'a>, reading: Reading) -> Result<Kind, LineFault> {
        let value = self.bounded(reading)?;
        let value = self.with_decimal_comma(start, value);
        if self.times() {
            return Ok(Kind::Number(value));
        }
        if let Some(reading) = self.losses() {
            let lost = self.bounded(reading)?;
            return self.count(start, value, lost);
        }
        if let Some(unit) = unit(&mut self.scan) {
            return Ok(Kind::Distance(self.with_inches(Distance { value, unit })));
        }
        if self.scan.word_goes_on() {
            self.scan.eat_word();
            let (word, _) = self.scan.since(start);
            return Ok(Kind::Word(lower_case(word)));
        }
        Ok(Kind::Number(value))
    }

    /// Goes past a number, which must be within bounds.
    fn bounded(&mut self, reading: Reading) -> Result<Number, LineFault> {
        let start = self.scan;
        self.scan.advance(reading.length);
        reading.value.map_err(|fault| {
            let (number, at) = self.scan.since(start);
            LineFault::number(format!("`{number}` {fault}")).at(self.line.range(at))
        })
    }

    /// Goes past the `-` of `12-4` or `12 - 4`, not of `12 -4`, if a number
    /// follows; the number.
    fn losses(&mut self) -> Option<Reading> {
        let mut ahead = self.scan;
        let apart = ahead.eat_blanks();
        if !ahead.eat("-") {
            return None;
        }
        if ahead.eat_blanks() != apart || ahead.rest().starts_with(['-', '+']) {
            return None;
        }
        let reading = Number::read_start(ahead.rest())?;
        self.scan = ahead;
        Some(reading)
    }

    fn count(&mut self, start: Scan<'a>, of: Number, lost: Number) -> Result<Kind, LineFault> {
        let touches =
            |character: char| character.is_alphabetic() || matches!(character, '"' | '\'');
        if !self.scan.peek().is_some_and(touches) {
            return Ok(Kind::Count { of, lost });
        }
        if let Some(distance) = self.with_fraction(of, lost) {
            return Ok(Kind::Distance(distance));
        }
        self.scan.eat_while(touches);
        let (text, at) = self.scan.since(start);
        Err(
            LineFault::number(format!("`{text}` is neither a count nor a distance"))
                .at(self.line.range(at))
                .hinted("twelve of which four are lost are `12-4`, a distance is one number"),
        )
    }

    /// A distance in feet with the inches that may follow it: `1'6"`, `1 ft 6 in`.
    fn with_inches(&mut self, distance: Distance) -> Distance {
        if distance.unit != LengthUnit::Feet {
            return distance;
        }
        let mut ahead = self.scan;
        ahead.eat_blanks();
        if ahead.rest().starts_with(['-', '+']) {
            return distance;
        }
        let Some(Reading {
            length,
            value: Ok(inches),
        }) = Number::read_start(ahead.rest())
        else {
            return distance;
        };
        ahead.advance(length);
        if unit(&mut ahead) != Some(LengthUnit::Inches) {
            return distance;
        }
        self.scan = ahead;
        let feet = distance.value.times(12);
        Distance {
            value: if feet.is_negative() {
                feet - inches
            } else {
                feet + inches
            },
            unit: LengthUnit::Inches,
        }
    }

    fn finished(&self, start: Scan<'a>, kind: Kind) -> Token {
        let (_, at) = self.scan.since(start);
        Token {
            kind,
            at: self.line.range(at),
            hurried: self.hurried,
        }
    }

    fn stray(&self, character: char) -> LineFault {
        let start = self.scan.offset();
        let at = self.line.range(start..start + character.len_utf8());
        let typed = self.line.typed(at);
        let fault = LineFault::misplaced(format!("`{typed}` has no meaning here")).at(at);
        if let (true, Some(no_such)) = (character == '"', self.no_such_name()) {
            return no_such;
        }
        match character {
            '"' | '\'' => fault.hinted("names take no quotation marks; eight inches are `8\"`"),
            '-' => fault.hinted("losses are typed as in `12-4`, a hyphen in a name without blanks"),
            '#' => fault.hinted("a comment has a blank before its `#`"),
            ';' => fault.hinted("several units are joined with `and` or `,`"),
            _ => fault,
        }
    }
}

/// Reads a unit of length, directly or after blanks.
fn unit(scan: &mut Scan<'_>) -> Option<LengthUnit> {
    let mut ahead = *scan;
    ahead.eat_blanks();
    let unit = if ahead.eat("\"") || ahead.eat("''") {
        LengthUnit::Inches
    } else if ahead.eat("'") {
        LengthUnit::Feet
    } else {
        let word = ahead.eat_letters();
        if ahead.word_goes_on() {
            return None;
        }
        LengthUnit::from_word(word)?
    };
    *scan = ahead;
    Some(unit)
}

/// Reads dice, `3d6` or `d10`, with a whole number that is added or taken
/// off, `3d6+2` or `3d6 - 1`.
fn dice(scan: &mut Scan<'_>) -> Option<String> {
    let mut ahead = *scan;
    let count = ahead.eat_digits();
    if !ahead.eat("d") && !ahead.eat("D") {
        return None;
    }
    let sides = ahead.eat_digits();
    if sides.is_empty() {
        return None;
    }
    let mut dice = format!("{count}d{sides}");
    while let Some((after, sign, amount)) = added(ahead) {
        ahead = after;
        dice.push(sign);
        dice.push_str(&amount);
    }
    if ahead.word_goes_on() {
        return None;
    }
    *scan = ahead;
    Some(dice)
}

/// A sign and a whole number or more dice after dice, and the place after them.
fn added(scan: Scan<'_>) -> Option<(Scan<'_>, char, String)> {
    let mut ahead = scan;
    ahead.eat_blanks();
    let sign = ahead.peek().filter(|sign| matches!(sign, '+' | '-'))?;
    ahead.advance(1);
    ahead.eat_blanks();
    let mut amount = ahead.eat_digits().to_owned();
    let mut sides = ahead;
    if sides.eat("d") || sides.eat("D") {
        let digits = sides.eat_digits();
        if !digits.is_empty() {
            amount.push('d');
            amount.push_str(digits);
            ahead = sides;
        }
    }
    // A hyphen goes on with a word, but a minus sign with more dice.
    if amount.is_empty() || (ahead.word_goes_on() && added(ahead).is_none()) {
        return None;
    }
    Some((ahead, sign, amount))
}

fn lower_case(word: &str) -> SmolStr {
    if word.is_ascii() {
        word.to_ascii_lowercase_smolstr()
    } else {
        word.to_lowercase_smolstr()
    }
}
