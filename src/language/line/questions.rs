//! Questions as people ask them: `what do musketeers need at 8`, `how far do hussars move`.
//!
//! Each is a look-up that has a verb of its own; the words by which it is asked say nothing more.

use super::cursor::Cursor;
use super::ruling::{self, Handle, is_little};
use super::{Grammar, lookups};
use crate::language::battle::BattleCommand;
use crate::language::command::Command;
use crate::language::token::{Kind, Token};
use crate::language::verbs::{Field, Own, Verb};
use crate::naming::kept::BETWEEN;
use crate::typed_line::{Line, LineFault};

/// Words that begin a question.
const ASKING: [&str; 9] = [
    "what", "what's", "whats", "how", "who", "which", "whose", "where", "when",
];

/// Words of a question that say nothing of what is asked.
const LITTLE: [&str; 17] = [
    "far", "much", "many", "do", "does", "did", "can", "could", "will", "would", "has", "have",
    "had", "get", "still", "figures", "roll",
];

/// Words that ask for what is needed to hit, or how far a weapon reaches.
const REACHING: [&str; 7] = ["need", "needs", "needed", "reach", "reaches", "hit", "hits"];

/// Words that ask how a unit stands.
const STANDING: [&str; 6] = ["left", "lost", "lose", "standing", "doing", "state"];

/// What a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    Reach,
    Moves,
    Standing,
}

/// The look-up that a question asks for; nothing where a line is none, or asks for nothing that is known.
///
/// # Errors
/// It is one, and something in it is wrong.
pub(super) fn asked(
    grammar: Grammar<'_>,
    line: &Line<'_>,
    tokens: &[Token],
) -> Result<Option<Command>, LineFault> {
    let word_of = |token: &Token| match &token.kind {
        Kind::Word(word) => Some(word.clone()),
        _ => None,
    };
    let begins = tokens.first().and_then(word_of);
    if !begins.is_some_and(|word| ASKING.contains(&word.as_str())) {
        return Ok(None);
    }
    let mut about = None;
    let mut subject: Vec<Token> = Vec::new();
    let mut rest = tokens.iter().skip(1).peekable();
    while let Some(token) = rest.next() {
        let Some(word) = word_of(token) else {
            // How many they are says nothing of what each of them needs.
            let is_count = rest.peek().and_then(|next| word_of(next)).is_some();
            if !(is_count && matches!(token.kind, Kind::Number(_))) {
                subject.push(token.clone());
            }
            continue;
        };
        match about_word(grammar, &word) {
            Some(of) => about = about.or(Some(of)),
            None if LITTLE.contains(&word.as_str()) || is_little(&word) => {}
            None => subject.push(token.clone()),
        }
    }
    match command(grammar, about, Cursor::new(line, &subject)) {
        Some(read) => read.map(Some),
        None => {
            let message = format!("`{}` asks for nothing that is known", line.text().trim());
            let at = tokens.first().map(|token| token.at).unwrap_or_default();
            Err(LineFault::unknown(message).at(at).hinted(
                "`range`, `move`, `power`, `show`, `rule` and `table` look things up, `unit` and `units` say how troops stand",
            ))
        }
    }
}

/// What is asked of a subject; nothing where there is no such look-up.
fn command(
    grammar: Grammar<'_>,
    about: Option<About>,
    mut cursor: Cursor<'_, '_>,
) -> Option<Result<Command, LineFault>> {
    let looked_up = |own, cursor: &mut Cursor<'_, '_>| {
        let command = lookups::own(grammar, own, cursor)?;
        cursor.finish()?;
        Ok(command)
    };
    match about {
        Some(About::Reach) => Some(looked_up(Own::Range, &mut cursor)),
        Some(About::Moves) if cursor.is_done() || ruling::names_troops(grammar, &cursor) => {
            Some(looked_up(Own::Move, &mut cursor))
        }
        Some(About::Standing) if cursor.is_done() => {
            Some(Ok(Command::Battle(BattleCommand::Units(None))))
        }
        Some(About::Standing) => {
            let grammar = grammar.looking();
            let (used, Handle::Of(place)) = ruling::handle(grammar, &cursor.words()) else {
                return None;
            };
            let unit = grammar.roster.get(place)?.handle.clone();
            cursor.take_words(used);
            let command = Command::Battle(BattleCommand::Unit(unit));
            cursor.is_done().then_some(Ok(command))
        }
        None if ruling::names_troops(grammar, &cursor) => {
            let command = looked_up(Own::Show, &mut cursor);
            command.is_ok().then_some(command)
        }
        _ => None,
    }
}

/// What a word of a question asks for.
fn about_word(grammar: Grammar<'_>, word: &str) -> Option<About> {
    if REACHING.contains(&word) {
        return Some(About::Reach);
    }
    if STANDING.contains(&word) {
        return Some(About::Standing);
    }
    if BETWEEN.contains(&word) {
        return None;
    }
    match grammar.vocabulary.whole(word)? {
        Verb::Own(Own::Range) => Some(About::Reach),
        Verb::Own(Own::Move) => Some(About::Moves),
        Verb::Field(Field::Lose | Field::State | Field::Unit) => Some(About::Standing),
        Verb::Ruling(ruling) if grammar.rules.asks_distance(ruling) => Some(About::Reach),
        _ => None,
    }
}
