//! Which keys of a step fit together.

use super::Resolver;
use crate::rules::read::steps::raw::{RawStep, Read};
use crate::rules::reader::{Sound, Text};
use crate::rules::steps::To;

/// The one thing that a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    Is,
    Holds,
    Roll,
    Table,
    Lose,
    Result,
    Gives,
    Sheds,
    Level,
    Leaves,
    AtOnce,
    Tell,
}

impl Does {
    /// Whether it changes something, and has no value that others lean on.
    pub(super) fn is_effect(self) -> bool {
        !matches!(self, Does::Is | Does::Holds | Does::Roll | Does::Table)
    }
}

impl<'r> Resolver<'r, '_> {
    /// The one thing that a step does; a fault if it does nothing, or several.
    pub(super) fn does(&self, key: &Text, raw: &RawStep) -> Option<Does> {
        let all = [
            ("is", raw.is.is_some(), Does::Is),
            ("holds", raw.holds.is_some(), Does::Holds),
            ("roll", raw.roll.is_some(), Does::Roll),
            ("table", raw.table.is_some(), Does::Table),
            ("lose", raw.lose.is_some(), Does::Lose),
            ("result", raw.result.is_some(), Does::Result),
            ("gives", raw.gives.is_some(), Does::Gives),
            ("sheds", raw.sheds.is_some(), Does::Sheds),
            ("level", raw.level.is_some(), Does::Level),
            ("leaves", raw.leaves.is_some(), Does::Leaves),
            ("at-once", raw.at_once == Some(true), Does::AtOnce),
        ];
        let mut said = all.iter().filter(|(_, said, _)| *said);
        match (said.next(), said.next()) {
            (Some((.., does)), None) => Some(*does),
            // What it does may be what has a fault.
            (None, _) if raw.sound == Sound::No => None,
            (None, _) if raw.say.is_some() => Some(Does::Tell),
            (None, _) => {
                self.fault(&key.at, format!("the step `{}` does nothing", key.text)).hint(
                    "write one of `is`, `holds`, `roll`, `table`, `lose`, `result`, `gives`, `sheds`, `level`, `leaves`, `at-once`, `each`, or `say` alone",
                );
                None
            }
            (Some((first, ..)), Some((second, ..))) => {
                self.fault(
                    &key.at,
                    format!(
                        "the step `{}` does two things, `{first}` and `{second}`",
                        key.text
                    ),
                )
                .hint("write them as two steps");
                None
            }
        }
    }

    /// Notes keys that mean nothing beside what the step does.
    pub(super) fn check_keys(&self, key: &Text, raw: &RawStep, does: Does) {
        let roll = does == Does::Roll;
        let table = does == Does::Table;
        let effect = does.is_effect();
        let reads_dice = matches!(raw.read, Some(Read::Highest | Read::Lowest | Read::Spread));
        let reads_table = matches!(raw.read, Some(Read::Of(_)));
        let keys = [
            ("dice", raw.dice.is_some(), roll),
            ("lowest", raw.lowest.is_some(), roll),
            ("read", reads_dice, roll),
            ("read", reads_table, table),
            ("at-least", raw.at_least.is_some(), roll),
            ("at-most", raw.at_most.is_some(), roll),
            ("each", raw.each.is_some(), roll),
            ("count", !raw.count.0.is_empty(), roll),
            ("also", !raw.also.0.is_empty(), roll),
            ("again", !raw.again.0.is_empty(), roll),
            ("add-again", !raw.add_again.0.is_empty(), roll),
            ("choices", raw.choices.is_some(), roll),
            ("thrower", raw.thrower.is_some(), roll),
            ("for", raw.purpose.is_some(), roll),
            ("makes", raw.makes.is_some(), roll),
            ("row", raw.row.is_some(), table),
            ("column", raw.column.is_some(), table),
            ("unsaid", raw.unsaid.is_some(), table),
            ("shift", raw.shift.is_some(), table),
            ("rounds", raw.rounds.is_some(), table),
            (
                "to",
                raw.to.is_some(),
                match raw.to {
                    Some(To::Fought) => matches!(does, Does::Gives | Does::Sheds),
                    _ => effect,
                },
            ),
            ("levels", !raw.levels.is_empty(), does == Does::Level),
            ("by", raw.by.is_some(), false),
            ("while", !raw.keep_on.0.is_empty(), false),
            ("else", raw.otherwise.is_some(), !effect),
            ("least", raw.least.is_some(), !effect || does == Does::Lose),
            ("most", raw.most.is_some(), !effect || does == Does::Lose),
            (
                "answers",
                !raw.answers.is_empty(),
                matches!(does, Does::Is | Does::Table),
            ),
        ];
        for (name, said, fits) in keys {
            if said && !fits {
                let what = what_it_does(does);
                let noted = self.fault(
                    &key.at,
                    format!("`{name}` means nothing in `{}`, which {what}", key.text),
                );
                if name == "else" {
                    noted.hint(
                        "an effect that does not happen has no other value; write a second step",
                    );
                }
            }
        }
    }

    /// Notes keys that mean nothing where a row of steps runs in turn.
    pub(super) fn check_turn_keys(&self, raw: &RawStep, key: &Text) {
        let keys = [
            ("of", raw.of.is_some()),
            ("is", raw.is.is_some()),
            ("holds", raw.holds.is_some()),
            ("roll", raw.roll.is_some()),
            ("lose", raw.lose.is_some()),
            ("result", raw.result.is_some()),
            ("column", raw.column.is_some()),
            ("least", raw.least.is_some()),
            ("most", raw.most.is_some()),
            ("else", raw.otherwise.is_some()),
            ("field", raw.field.is_some()),
            ("headline", raw.headline.is_some()),
            ("answers", !raw.answers.is_empty()),
        ];
        for (name, said) in keys {
            if said {
                self.fault(
                    &key.at,
                    format!(
                        "`{name}` means nothing in `{}`, which runs a row of steps",
                        key.text
                    ),
                )
                .hint("the steps of the row say it for themselves");
            }
        }
    }
}

pub(super) fn what_it_does(does: Does) -> &'static str {
    match does {
        Does::Is => "works out a value",
        Does::Holds => "asks conditions",
        Does::Roll => "throws dice",
        Does::Table => "reads a table",
        Does::Lose => "loses",
        Does::Result => "comes to a result",
        Does::Gives => "gives states",
        Does::Sheds => "sheds states",
        Does::Level => "sets a level",
        Does::Leaves => "leaves the table",
        Does::AtOnce => "takes losses off at once",
        Does::Tell => "tells the referee something",
    }
}
