//! What the referee decides of a unit: losses, states, that it rallies or is gone.

use smol_str::SmolStr;

use super::super::Grammar;
use super::super::plain::Plain;
use super::super::ruling::{Handle, handle};
use super::{kind, losses, number, unit};
use crate::language::battle::{BattleCommand, Decided, Order};
use crate::language::verbs::{Field, Verb};
use crate::naming::Found;
use crate::number::Number;
use crate::rules::shelf::Id;
use crate::rules::word::{Lasts, Takes, Word};
use crate::typed_line::{FaultKind, Line, LineFault};

/// What the referee decides of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deciding {
    Lose,
    State,
    Rally,
    Destroy,
}

impl Deciding {
    /// What a verb of the battle decides, if it decides anything.
    fn of(verb: Field) -> Option<Self> {
        Some(match verb {
            Field::Lose => Deciding::Lose,
            Field::State => Deciding::State,
            Field::Rally => Deciding::Rally,
            Field::Destroy => Deciding::Destroy,
            _ => return None,
        })
    }
}

/// Words for an order that only stand after the unit: `b1 is shaken`, `b1 lost 2`.
const AFTER_UNIT: [(&str, Deciding); 3] = [
    ("is", Deciding::State),
    ("are", Deciding::State),
    ("lost", Deciding::Lose),
];

/// Words for a unit that has left the table, where a state could be said.
const GONE: [&str; 6] = [
    "dead",
    "destroyed",
    "gone",
    "killed",
    "eliminated",
    "removed",
];

/// An order that names the unit first: `b1 loses 2`, `b1 is shaken`; nothing where the line is none.
///
/// # Errors
/// It is one, and something in it is wrong.
pub(in super::super) fn after_unit(
    grammar: Grammar<'_>,
    line: &Line<'_>,
) -> Result<Option<BattleCommand>, LineFault> {
    let mut left = Plain::new(line);
    let mut words: Vec<&str> = left.words_ahead().collect();
    // `b1?` asks how it stands.
    let asks = words.last().is_some_and(|last| last.ends_with('?'));
    if let Some(last) = words.last_mut() {
        *last = last.trim_end_matches('?');
    }
    words.retain(|word| !word.is_empty());
    let (used, Handle::Of(place)) = handle(grammar, &words) else {
        return Ok(None);
    };
    let Some(unit) = grammar.roster.get(place) else {
        return Ok(None);
    };
    left.words_as_one(used);
    let verb = words.get(used).map_or("", |word| word);
    if asks && left.is_done() {
        return Ok(Some(BattleCommand::Unit(unit.handle.clone())));
    }
    if let (Some(number), true) = (verb.strip_prefix('-'), used + 1 == words.len())
        && Number::parse(number).is_some()
    {
        let handle = &unit.handle;
        let message = format!(
            "a verb is missing: it could be `lose {handle} {number}`, or `lose {handle} {verb}` for what comes back"
        );
        return Err(LineFault::of(FaultKind::Ambiguous, message).at(left.here()));
    }
    let after = AFTER_UNIT.iter();
    let mut after = after.filter(|(word, _)| word.eq_ignore_ascii_case(verb));
    let deciding = match (after.next(), grammar.vocabulary.whole(verb)) {
        (Some((_, deciding)), _) => Some(*deciding),
        (None, Some(Verb::Field(field))) => Deciding::of(field),
        _ => None,
    };
    let deciding = match deciding {
        Some(deciding) => {
            left.word();
            deciding
        }
        None if is_gone(verb) => Deciding::State,
        None => return Ok(None),
    };
    let what = decided(grammar, deciding, &unit.handle, &mut left)?;
    let command = order(&mut left, unit.handle.clone(), what);
    left.finish()?;
    Ok(Some(command))
}

fn is_gone(word: &str) -> bool {
    GONE.iter().any(|gone| word.eq_ignore_ascii_case(gone))
}

/// An order: a unit and what is decided of it; `lose 2 grey` reads like `lose grey 2`.
pub(super) fn ordered(
    grammar: Grammar<'_>,
    deciding: Deciding,
    left: &mut Plain<'_>,
) -> Result<BattleCommand, LineFault> {
    let mut turned = *left;
    let fault = match unit(grammar, left) {
        Ok(of) => {
            let what = decided(grammar, deciding, &of, left)?;
            return Ok(order(left, of, what));
        }
        Err(fault) => fault,
    };
    let Ok(what) = decided(grammar, deciding, "", &mut turned) else {
        return Err(fault);
    };
    turned.take("of");
    let of = unit(grammar, &mut turned).map_err(|_| fault)?;
    *left = turned;
    Ok(order(left, of, what))
}

/// What is decided of a unit.
fn decided(
    grammar: Grammar<'_>,
    deciding: Deciding,
    unit: &str,
    left: &mut Plain<'_>,
) -> Result<Decided, LineFault> {
    Ok(match deciding {
        Deciding::Lose => {
            let lost = losses(grammar, unit, left)?;
            Decided::Lose(lost, kind(grammar, left))
        }
        Deciding::State => state(grammar, left)?,
        Deciding::Rally => Decided::Rally,
        Deciding::Destroy => Decided::Destroy,
    })
}

/// `disordered`, `not disordered`, `rating 8`.
fn state(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Decided, LineFault> {
    let over = ["not", "no", "no-longer"]
        .iter()
        .any(|word| left.take(word));
    let at = left.here();
    if !over
        && let Some(word) = left.peek().filter(|word| is_gone(word))
        && !grammar.rules.index.words.has(word)
    {
        left.word();
        return Ok(Decided::Destroy);
    }
    // As `amend` has it: `-disordered` takes a word away.
    let over = over || left.peek().is_some_and(|word| word.starts_with('-'));
    let word = state_word(grammar, left)?;
    if over {
        return Ok(Decided::OutOf(word));
    }
    let about = grammar.rules.words.get(word);
    match &about.takes {
        Takes::Nothing => Ok(Decided::In(word, Number::ZERO)),
        Takes::Number(least, most) => {
            let number = number_of(about, (*least, *most), left)?;
            Ok(Decided::In(word, number))
        }
        Takes::Step(steps) => {
            let most = Number::from(steps.len());
            let number = number_of(about, (Number::ONE, most), left)?;
            let place = number
                .to_i64()
                .and_then(|number| usize::try_from(number - 1).ok());
            let step = place
                .filter(|_| number.is_whole())
                .and_then(|place| steps.get(place));
            let step = step.ok_or_else(|| {
                LineFault::number(format!("`{}` takes a whole number", about.id)).at(left.here())
            })?;
            Ok(Decided::In(*step, Number::ZERO))
        }
        Takes::Losses => Err(LineFault::misplaced(format!("`{}` is no state", about.id))
            .at(at)
            .hinted("losses are given with `lose`, as in `lose grey 2`")),
        Takes::Weapon => Err(LineFault::misplaced(format!("`{}` is no state", about.id))
            .at(at)
            .hinted("a weapon is said as the unit is mustered, or in the line")),
    }
}

/// The number that a word takes.
fn number_of(
    about: &Word,
    (least, most): (Number, Number),
    left: &mut Plain<'_>,
) -> Result<Number, LineFault> {
    let at = left.here();
    match number(left) {
        Some((number, _)) if least <= number && number <= most => Ok(number),
        _ => Err(LineFault::number(format!(
            "`{}` takes a number from {least} to {most}",
            about.id
        ))
        .at(at)),
    }
}

fn state_word(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Id<Word>, LineFault> {
    let at = left.here();
    let Some(typed) = left.word() else {
        return Err(LineFault::missing("a state is missing")
            .at(at)
            .hinted(states(grammar)));
    };
    let named = typed.text.trim_start_matches(['+', '-']);
    match grammar.rules.index.words.find(named) {
        Found::One(word) => Ok(word),
        Found::Several(names) => Err(super::super::several(&typed.text, &names, at)),
        Found::None { nearest } => {
            let wrong = LineFault::unknown(format!("there is no word `{}`", typed.text)).at(at);
            Err(match nearest {
                Some(near) => wrong.hinted(format!("did you mean `{near}`?")),
                None => wrong.hinted(states(grammar)),
            })
        }
    }
}

/// The states that there are, and what else may be meant.
fn states(grammar: Grammar<'_>) -> String {
    let words = grammar.rules.words.iter().map(|(_, word)| word);
    let states = words.filter(|word| word.lasts != Lasts::Line);
    let states: Vec<&str> = states.map(|word| word.id.as_str()).collect();
    format!(
        "states are {}; `destroy` takes a unit off the table",
        states.join(", ")
    )
}

/// What is left of the line is the reason.
fn order(left: &mut Plain<'_>, unit: SmolStr, what: Decided) -> BattleCommand {
    BattleCommand::Order(Box::new(Order {
        unit,
        what,
        reason: left.free_text_if_any().map(|rest| rest.text),
    }))
}
