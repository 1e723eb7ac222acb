//! What is no fault of a ruling, but what its author should know.

use std::ops::Range;

use super::{Body, Resolver};
use crate::number::Number;
use crate::rules::bands::Span;
use crate::rules::condition::Role;
use crate::rules::read::steps::bounds::{Bounds, Reckoner, highest_face};
use crate::rules::read::steps::raw::{RawChoice, RawStep, RawTable};
use crate::rules::read::steps::syntax::Node;
use crate::rules::reader::{Noted, Text};
use crate::rules::steps::expression::{Expression, Ordered};
use crate::rules::steps::lookup::{Cells, Matches, TableKey};
use crate::rules::steps::{Act, Count, Key, Look, Program, Reading, Reads, Roll, TableId};
use crate::rules::word::Word;

/// Two values compared in a condition, with the place of the condition.
pub(super) struct Compared {
    pub(super) at: Range<usize>,
    pub(super) order: Ordered,
    pub(super) left: Expression,
    pub(super) right: Expression,
}

impl<'r, 'd> Resolver<'r, 'd> {
    pub(super) fn warning(&self, at: &Range<usize>, message: impl Into<String>) -> Noted<'d> {
        self.sink.warning(at.clone(), message)
    }

    /// Notes what a sound program shows, in a file without faults: what they leave out is not there to
    /// be reckoned with.
    pub(super) fn warn(&self, program: &Program) {
        if self.sink.count() > 0 || !self.sink.is_whole() || !self.sink.wants_warnings() {
            return;
        }
        let reckoner = Reckoner::new(self.rules, self.symbols, program);
        self.warn_of_dice(&reckoner);
        self.warn_of_comparisons(&reckoner);
        self.warn_of_given(&reckoner);
        self.warn_of_answers(program);
        self.warn_of_tables(&reckoner);
        self.warn_of_words();
        self.warn_of_branches();
    }

    /// Dice that cannot show what is counted, or cannot but show it.
    fn warn_of_dice(&self, reckoner: &Reckoner<'_>) {
        for (entry, step) in self.entries.iter().zip(&reckoner.program.steps) {
            let Some((roll, reading)) = reckoner.program.dice_read_by(step) else {
                continue;
            };
            let node = match entry.body {
                Body::Step(raw) => raw.at_least.as_ref().or(raw.at_most.as_ref()),
                Body::Reading(_, _, raw) => raw.at_least.as_ref().or(raw.at_most.as_ref()),
                Body::Faulty => None,
            };
            if let (Act::Roll(_), Count::Fixed(0)) = (&step.act, &roll.dice) {
                self.warning(
                    &entry.key.at,
                    format!("`{}` throws no dice", entry.key.text),
                );
            }
            if let Some(node) = node {
                self.warn_of_die(reckoner, node, roll, reading);
            }
        }
    }

    fn warn_of_die(&self, reckoner: &Reckoner<'_>, node: &Node, roll: &Roll, reading: &Reading) {
        let lowest = Number::whole(i64::from(roll.lowest));
        let highest = Number::whole(i64::from(highest_face(roll)));
        let (never, always) = match reading {
            Reading::AtLeast(wanted) => {
                let wanted = reckoner.expression(wanted);
                (
                    above(wanted, highest),
                    wanted.most.is_some_and(|most| most <= lowest),
                )
            }
            Reading::AtMost(wanted) => {
                let wanted = reckoner.expression(wanted);
                (
                    below(wanted, lowest),
                    wanted.least.is_some_and(|least| least >= highest),
                )
            }
            _ => return,
        };
        let how = match (never, always) {
            (true, _) => "no die ever shows this",
            (_, true) => "every die shows this",
            _ => return,
        };
        self.warning(&node.at, how)
            .hint(format!("the faces of the die are {lowest} to {highest}"));
    }

    /// Conditions that never hold.
    fn warn_of_comparisons(&self, reckoner: &Reckoner<'_>) {
        for compared in &self.compared {
            let left = reckoner.expression(&compared.left);
            let right = reckoner.expression(&compared.right);
            let never = match compared.order {
                Ordered::Less => apart(right.most, left.least, |right, left| right <= left),
                Ordered::Greater => apart(left.most, right.least, |left, right| left <= right),
                Ordered::AtMost => apart(right.most, left.least, |right, left| right < left),
                Ordered::AtLeast => apart(left.most, right.least, |left, right| left < right),
            };
            if never {
                self.warning(&compared.at, "this never holds").hint(format!(
                    "the left is {}, the right {}",
                    shown(left),
                    shown(right)
                ));
            }
        }
    }

    /// Rows and columns that nothing reaches, and values beyond them.
    fn warn_of_tables(&self, reckoner: &Reckoner<'_>) {
        for (number, (name, _)) in self.tables.iter().enumerate() {
            let Ok(number) = u16::try_from(number) else {
                continue;
            };
            let Some((_, Some(raw))) = self.known_tables().find(|(key, _)| key.text == *name)
            else {
                continue;
            };
            let id = TableId(number);
            let Some(table) = reckoner.program.tables.get(usize::from(number)) else {
                continue;
            };
            if self.called.contains(&id) {
                continue;
            }
            let looks: Vec<&Look> = looks(reckoner.program, id).collect();
            let of_rows = looks.iter().filter(|look| look.reads != Reads::Column);
            let of_columns = looks.iter().filter(|look| look.reads != Reads::Row);
            let rows: Vec<&TableKey> = table.rows.iter().map(|row| &row.key).collect();
            let row_keys: Vec<&Text> = raw.rows.iter().map(|(key, _)| key).collect();
            let by: Option<Vec<&Key>> = of_rows.map(|look| Some(&look.row)).collect();
            self.warn_of_axis(reckoner, name, &rows, &row_keys, by);
            let columns: Vec<&TableKey> = match table.rows.first().map(|row| &row.cells) {
                Some(Cells::Columns(cells)) => cells.iter().map(|(key, _)| key).collect(),
                _ => continue,
            };
            let shifted = looks.iter().any(|look| look.shift.is_some());
            if shifted {
                continue;
            }
            let by: Option<Vec<&Key>> = of_columns.map(|look| look.column.as_ref()).collect();
            self.warn_of_axis(reckoner, name, &columns, &column_keys(raw), by);
        }
    }

    /// Rows, or columns, that no value reaches, and values that go beyond them.
    fn warn_of_axis(
        &self,
        reckoner: &Reckoner<'_>,
        table: &str,
        keys: &[&TableKey],
        written: &[&Text],
        by: Option<Vec<&Key>>,
    ) {
        let Some(bounds) = by.and_then(|by| reached(reckoner, &by)) else {
            return;
        };
        let mut spans: Vec<(Span, &Text)> = keys
            .iter()
            .zip(written)
            .filter_map(|(key, text)| match key.matches {
                Matches::Range(span) => Some((span, *text)),
                _ => None,
            })
            .collect();
        spans.sort_by_key(|(span, _)| span.from);
        let last = spans.len().saturating_sub(1);
        for (place, (span, text)) in spans.iter().enumerate() {
            let under = place != last
                && above(bounds, Number::whole(span.to))
                && bounds.least.is_some_and(|least| least.floor() > span.to);
            let over = place != 0 && bounds.most.is_some_and(|most| most.floor() < span.from);
            if under || over {
                self.warning(
                    &text.at,
                    format!("nothing reaches `{}` of `{table}`", text.text),
                )
                .hint(format!("what it is read by is {}", shown(bounds)));
            }
        }
        self.warn_of_ends(table, &spans, bounds);
    }

    fn warn_of_ends(&self, table: &str, spans: &[(Span, &Text)], bounds: Bounds) {
        if let (Some((span, text)), Some(most)) = (spans.last(), bounds.most)
            && span.to != i64::MAX
            && most.floor() > span.to
        {
            let message = format!(
                "`{table}` is read by up to {most}, and its last is `{}`",
                text.text
            );
            self.warning(&text.at, message).hint(format!(
                "what is more is held to it; write `\"{}+\"` if that is meant",
                span.from
            ));
        }
        if let (Some((span, text)), Some(least)) = (spans.first(), bounds.least)
            && least.floor() < span.from
        {
            let message = format!(
                "`{table}` is read by as little as {least}, and its first is `{}`",
                text.text
            );
            self.warning(&text.at, message)
                .hint("what is less is held to it; write a row for it if that is not meant");
        }
    }

    /// Words that a condition asks for and that cannot be said in the ruling.
    fn warn_of_words(&self) {
        let ruling = &self.ruling.id;
        for (text, subject) in &self.asked {
            self.warn_of_side(text, *subject);
        }
        for text in &self.said {
            if !self.can_be_said(&text.text, ruling) {
                let word = &text.text;
                self.warning(&text.at, format!("`{word}` cannot be said in `{ruling}`"))
                    .hint(format!("`in` of the word does not name `{ruling}`"));
            }
        }
    }

    /// A word that only the other side can have than the one it is asked of.
    fn warn_of_side(&self, text: &Text, subject: Role) {
        let words = &self.rules.words;
        let Some(word) = words.named(&text.text).map(|id| words.get(id)) else {
            return;
        };
        let (said_of, asked_of) = match (word.role, subject) {
            (Role::Defender, Role::Attacker) => ("defender", "attacker"),
            (Role::Attacker, Role::Defender) => ("attacker", "defender"),
            _ => return,
        };
        let word = &text.text;
        self.warning(
            &text.at,
            format!("`{word}` is said of the {said_of}, and here the {asked_of} is asked"),
        )
        .hint(format!("write `{{ foe = {{ said = \"{word}\" }} }}`"));
    }

    /// Whether a word, if it is one, can be said in a ruling, or comes with what can.
    pub(super) fn can_be_said(&self, word: &str, ruling: &str) -> bool {
        let words = &self.rules.words;
        let Some(id) = words.named(word) else {
            return true;
        };
        let ruling = self.lexicon.rulings.find(ruling);
        let here = |word: &Word| word.rulings.iter().any(|id| Some(*id) == ruling);
        let mut mixes = self.rules.mixes.iter();
        here(words.get(id))
            || mixes.any(|(_, mix)| mix.words.contains(&id))
            || words
                .iter()
                .any(|(_, by)| here(by) && by.implies.contains(&id))
    }

    /// Branches of a choice that stand behind one without a condition, and `else` without `when`.
    fn warn_of_branches(&self) {
        for entry in &self.entries {
            let Body::Step(raw) = entry.body else {
                continue;
            };
            for choice in choices(raw) {
                self.warn_of_choice(choice);
            }
            if raw.otherwise.is_some() && raw.when.0.is_empty() {
                self.warning(
                    &entry.key.at,
                    format!("`else` of `{}` never counts", entry.key.text),
                )
                .hint("it is the value where `when` does not hold, and there is no `when`");
            }
        }
        for wanted in &self.shared {
            if let Some(is) = wanted.raw.and_then(|raw| raw.is.as_ref()) {
                self.warn_of_choice(is);
            }
        }
    }

    fn warn_of_choice(&self, choice: &RawChoice) {
        let RawChoice::Branches(branches) = choice else {
            return;
        };
        let sound: Vec<_> = branches.iter().flatten().collect();
        let settled = sound.iter().position(|branch| branch.when.0.is_empty());
        if let Some(settled) = settled
            && let Some(next) = sound.get(settled.saturating_add(1))
        {
            self.warning(&next.at, "this branch is never reached")
                .hint("the one before it has no `when`, and so always counts");
        }
        for branch in sound {
            self.warn_of_choice(&branch.is);
        }
    }
}

/// Every choice that a step makes.
fn choices(raw: &RawStep) -> impl Iterator<Item = &RawChoice> {
    [&raw.is, &raw.lose, &raw.result, &raw.level]
        .into_iter()
        .flatten()
}

/// The look-ups in a table.
fn looks(program: &Program, table: TableId) -> impl Iterator<Item = &Look> {
    program
        .steps
        .iter()
        .filter_map(move |step| match &step.act {
            Act::Look(look) if look.table == table => Some(look),
            _ => None,
        })
}

/// What the values by which a table is read can be; `None` where one is not a number.
fn reached(reckoner: &Reckoner<'_>, by: &[&Key]) -> Option<Bounds> {
    let bounds: Option<Vec<Bounds>> = by
        .iter()
        .map(|key| match key {
            Key::Value(choice) if !choice.0.is_empty() => Some(reckoner.choice(choice)),
            _ => None,
        })
        .collect();
    bounds?.into_iter().reduce(Bounds::or)
}

fn column_keys(raw: &RawTable) -> Vec<&Text> {
    if !raw.columns.is_empty() {
        return raw.columns.iter().collect();
    }
    raw.first_named_row()
}

fn above(bounds: Bounds, number: Number) -> bool {
    bounds.least.is_some_and(|least| least > number)
}

fn below(bounds: Bounds, number: Number) -> bool {
    bounds.most.is_some_and(|most| most < number)
}

fn apart(
    one: Option<Number>,
    other: Option<Number>,
    apart: impl Fn(Number, Number) -> bool,
) -> bool {
    one.zip(other).is_some_and(|(one, other)| apart(one, other))
}

/// Bounds in words.
pub(super) fn shown(bounds: Bounds) -> String {
    match (bounds.least, bounds.most) {
        (Some(least), Some(most)) if least == most => format!("always {least}"),
        (Some(least), Some(most)) => format!("{least} to {most}"),
        (Some(least), None) => format!("{least} or more"),
        (None, Some(most)) => format!("{most} or less"),
        (None, None) => "anything".to_owned(),
    }
}
