//! Signs and words that are typed in a hurry, read as those that the language has.
//!
//! Each of them has no meaning of its own, so that no line which is right means anything else.

use smol_str::SmolStr;

use super::{Lexer, lower_case, unit};
use crate::distance::{Distance, LengthUnit};
use crate::language::quoting::unquoted;
use crate::language::scan::Scan;
use crate::language::token::Kind;
use crate::naming::Found;
use crate::naming::kept::{AND, BETWEEN, ROLLED, between_in_full};
use crate::number::Number;
use crate::typed_line::LineFault;

/// Words for small numbers.
const NUMBERS: [(&str, i64); 13] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("twenty", 20),
];

/// Words that begin the dice thrown on the table, where faces follow.
const THROWN: [&str; 9] = [
    "roll", "rolls", "rolling", "dice", "die", "threw", "throw", "throws", "thrown",
];

/// The number that a word is.
pub(in crate::language) fn number_word(word: &str) -> Option<Number> {
    let mut numbers = NUMBERS.iter();
    let (_, number) = numbers.find(|(name, _)| word.eq_ignore_ascii_case(name))?;
    Some(Number::whole(*number))
}

impl<'a> Lexer<'a> {
    /// Goes past a bracket, or the colon of `melee: 2 hussars`.
    pub(super) fn says_nothing(&mut self, is_after_verb: bool) -> bool {
        let mut ahead = self.scan;
        let is_colon = is_after_verb && ahead.rest().starts_with(": ");
        if !is_colon {
            ahead.eat_blanks();
        }
        let is_bracket = match ahead.peek() {
            Some('(') => !figures_in_brackets(ahead),
            Some(')') => true,
            _ => false,
        };
        if is_colon || is_bracket {
            ahead.advance(1);
            self.scan = ahead;
        }
        is_colon || is_bracket
    }

    /// Goes past a sign that ends a sentence: a point or the like before a blank or the end.
    pub(super) fn closes(&mut self) -> bool {
        let mut ahead = self.scan;
        ahead.eat_blanks();
        let signs = ahead.eat_while(|sign| matches!(sign, '.' | '!' | '?'));
        let ends = ahead
            .peek()
            .is_none_or(|next| matches!(next, ' ' | '\t' | ','));
        let closes = !signs.is_empty() && ends;
        if closes {
            self.scan = ahead;
        }
        closes
    }

    /// A sign that has no meaning of its own.
    pub(super) fn hurried_sign(&mut self, first: char) -> Option<Kind> {
        let mut ahead = self.scan;
        let kind = match first {
            '@' | '>' => {
                ahead.advance(1);
                Kind::Word(between_in_full())
            }
            '-' | '=' if ahead.rest().get(1..2) == Some(">") => {
                ahead.advance(2);
                Kind::Word(between_in_full())
            }
            '&' => {
                ahead.advance(1);
                Kind::Word(AND.into())
            }
            '*' => Kind::Word(times_after(&mut ahead)?),
            '(' => {
                let mut count = ahead;
                match times_after(&mut count) {
                    Some(times) => {
                        ahead = count;
                        Kind::Word(times)
                    }
                    None if faces_follow(ahead) => {
                        ahead.advance(1);
                        Kind::Word(ROLLED.into())
                    }
                    None => return None,
                }
            }
            ':' | '[' | '=' if faces_follow(ahead) => {
                ahead.advance(1);
                Kind::Word(ROLLED.into())
            }
            // `:q`, as editors have it.
            ':' if self.is_first => {
                ahead.advance(1);
                Kind::Word(lower_case(ahead.eat_word()))
            }
            '"' => {
                let (name, length) = unquoted(ahead.rest())?;
                let handle = self.unit_called(&name)?;
                ahead.advance(length);
                Kind::Word(handle)
            }
            '?' if self.is_first => {
                ahead.advance(1);
                Kind::Word("?".into())
            }
            _ => return None,
        };
        self.scan = ahead;
        self.hurried = true;
        Some(kind)
    }

    /// A word, or what it says in other words than the language has.
    pub(super) fn word(&mut self) -> Kind {
        let word = lower_case(self.scan.eat_word());
        if word == "w" && self.scan.eat("/") {
            self.hurried = true;
            return Kind::Word(SmolStr::new_static("with"));
        }
        match self.hurried_word(&word) {
            Some(kind) => {
                self.hurried = true;
                kind
            }
            None => Kind::Word(word),
        }
    }

    fn hurried_word(&mut self, word: &str) -> Option<Kind> {
        if word == "plus" && !self.is_name(word) {
            return Some(Kind::Plus);
        }
        if !self.is_first && THROWN.contains(&word) && all_faces(self.scan) && !self.is_name(word) {
            return Some(Kind::Word(ROLLED.into()));
        }
        let value = number_word(word).filter(|_| !self.is_name(word))?;
        Some(match unit(&mut self.scan) {
            Some(unit) => Kind::Distance(Distance { value, unit }),
            None => Kind::Number(value),
        })
    }

    /// The handle of the unit of the battle that has a name in full.
    fn unit_called(&self, name: &str) -> Option<SmolStr> {
        let roster = self.grammar?.roster;
        let words: Vec<&str> = name.split(' ').collect();
        match roster.whole(&words)? {
            (used, Found::One(place)) if used == words.len() => {
                roster.get(place).map(|unit| unit.handle.clone())
            }
            _ => None,
        }
    }

    /// What is wrong with a name in quotes that no unit of the battle has.
    pub(super) fn no_such_name(&self) -> Option<LineFault> {
        let roster = self.grammar?.roster;
        let (name, length) = unquoted(self.scan.rest())?;
        if roster.is_empty() {
            return None;
        }
        let start = self.scan.offset();
        let at = self.line.range(start..start + length);
        let wrong = LineFault::unknown(format!("there is no unit `{}`", self.line.typed(at)));
        let wrong = wrong.at(at);
        Some(match roster.nearest(&name) {
            Some(near) => wrong.hinted(format!("did you mean {}?", near.called())),
            None => wrong.hinted("`units` lists them with their names"),
        })
    }

    /// Whether the rules, the battle or the program have something of this name; so it seems where
    /// nobody knows.
    fn is_name(&self, word: &str) -> bool {
        let Some(grammar) = self.grammar else {
            return true;
        };
        let index = &grammar.rules.index;
        let of_battle = grammar.roster.named(&[word]).is_some();
        of_battle || index.types.has(word) || index.words.has(word) || index.weapons.has(word)
    }

    /// A number with the decimals that follow a comma: `10,5in`; the number alone where the comma parts
    /// two units, as in `10,5 pike`.
    pub(super) fn with_decimal_comma(&mut self, start: Scan<'a>, whole: Number) -> Number {
        let (typed, _) = self.scan.since(start);
        let mut ahead = self.scan;
        if !typed.bytes().all(|byte| byte.is_ascii_digit()) || !ahead.eat(",") {
            return whole;
        }
        let decimals = ahead.eat_digits();
        let mut after = ahead;
        let apart = after.eat_blanks();
        let mut measured = ahead;
        let ends = match unit(&mut measured) {
            // `5 m` may be the beginning of five men.
            Some(_) => !apart || !self.begins_troops(after.eat_letters()),
            None => {
                let word = lower_case(after.eat_word());
                (after.rest().is_empty() && word.is_empty())
                    || word == ROLLED
                    || BETWEEN.contains(&word.as_str())
                    || (apart && word.is_empty() && after.rest().starts_with([':', '[', '@', '>']))
            }
        };
        match Number::parse(&format!("{typed}.{decimals}")) {
            Some(number) if !decimals.is_empty() && ends => {
                self.scan = ahead;
                self.hurried = true;
                number
            }
            _ => whole,
        }
    }

    fn begins_troops(&self, word: &str) -> bool {
        self.grammar.is_none_or(|grammar| {
            crate::naming::phrase::known(&grammar.rules.index.types, &[word], |_| true).is_some()
        })
    }

    /// Goes past the `x` of `4x` or `4xpike`.
    pub(super) fn times(&mut self) -> bool {
        let mut ahead = self.scan;
        if !(ahead.eat("x") || ahead.eat("X")) || self.grammar.is_none() {
            return false;
        }
        let troops = ahead.rest();
        let goes_on = ahead.word_goes_on();
        if goes_on && !troops.starts_with(char::is_alphabetic) {
            return false;
        }
        self.scan = ahead;
        self.hurried = true;
        true
    }

    /// The distance that `7-1/2"` is: a whole number, and a part of one after a hyphen.
    pub(super) fn with_fraction(&mut self, of: Number, part: Number) -> Option<Distance> {
        let is_part = of.is_whole() && Number::ZERO < part && part < Number::ONE;
        let mut ahead = self.scan;
        let unit = unit(&mut ahead).filter(|unit| is_part && *unit != LengthUnit::Squares)?;
        self.scan = ahead;
        self.hurried = true;
        Some(Distance {
            value: of + part,
            unit,
        })
    }
}

/// Goes past `*4` or `(4)`; the count as `x4`.
fn times_after(scan: &mut Scan<'_>) -> Option<SmolStr> {
    let brackets = scan.eat("(");
    if !brackets {
        scan.advance(1);
    }
    scan.eat_blanks();
    let digits = scan.eat_digits();
    scan.eat_blanks();
    let whole = !digits.is_empty() && (!brackets || scan.eat(")"));
    whole.then(|| smol_str::format_smolstr!("x{digits}"))
}

/// Whether there are only figures between a bracket and the next: a count or faces.
fn figures_in_brackets(scan: Scan<'_>) -> bool {
    let mut ahead = scan;
    ahead.advance(1);
    ahead.eat_while(|next| next.is_ascii_digit() || matches!(next, ' ' | ','));
    ahead.eat(")")
}

/// Whether a sign has the faces of dice behind it.
fn faces_follow(scan: Scan<'_>) -> bool {
    let mut ahead = scan;
    let is_sum = ahead.eat("=");
    if !is_sum {
        ahead.advance(1);
    }
    let apart = ahead.eat_blanks();
    // `=11` is a sum.
    (apart || !is_sum) && all_faces(ahead)
}

/// Whether what comes next is made of the figures that dice show.
fn all_faces(scan: Scan<'_>) -> bool {
    let mut ahead = scan;
    ahead.eat_blanks();
    let figures = ahead.eat_digits();
    !figures.is_empty()
        && ahead
            .peek()
            .is_none_or(|next| matches!(next, ' ' | '\t' | ',' | ']' | '.' | '!'))
}
