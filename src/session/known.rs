//! Lines of rulings that were read before: a script says the same again and again.

use std::collections::HashMap;
use std::rc::Rc;

use super::Session;
use crate::language::battle::BattleCommand;
use crate::language::command::Command;
use crate::situation::Situation;
use crate::typed_line::{FRESH, Line, LineFault};

/// The most lines that are kept in mind.
const MOST: usize = 1024;

/// What lines describe, as long as rules, settings and battle stay as they are.
#[derive(Debug, Default)]
pub(super) struct KnownLines {
    lines: HashMap<String, Rc<Situation>>,
}

impl KnownLines {
    /// What a line describes may be something else from now on.
    pub(super) fn forget(&mut self) {
        self.lines.clear();
    }

    fn learn(&mut self, line: &str, situation: &Rc<Situation>) {
        if self.lines.len() < MOST {
            self.lines.insert(line.to_owned(), Rc::clone(situation));
        }
    }
}

impl Session {
    /// Reads a line, or knows it.
    ///
    /// Only a ruling leaves everything as it was, and that only without a battle.
    pub(super) fn read(&mut self, line: &str) -> Result<Command, LineFault> {
        if self.battle.is_none()
            && let Some(situation) = self.known.lines.get(line)
        {
            return Ok(Command::Ruling(Rc::clone(situation), None));
        }
        let command = self.grammar().parse(line)?;
        check_fresh(line, &command)?;
        match &command {
            // Told dice are of one line only.
            Command::Ruling(situation, None) if self.battle.is_none() => {
                self.known.learn(line, situation);
            }
            Command::Ruling(..) => {}
            _ => self.known.forget(),
        }
        Ok(command)
    }
}

/// Refuses the word for fresh dice in a line that throws none; in free text it is a word like any other.
fn check_fresh(line: &str, command: &Command) -> Result<(), LineFault> {
    match command {
        Command::Ruling(..)
        | Command::Roll(..)
        | Command::Battle(
            BattleCommand::Again(_)
            | BattleCommand::Note(..)
            | BattleCommand::Order(_)
            | BattleCommand::New(_)
            | BattleCommand::SeedWord(_),
        ) => return Ok(()),
        _ => {}
    }
    let fresh = Line::read(line).ok().and_then(|line| line.fresh());
    match fresh {
        None => Ok(()),
        Some(at) => Err(LineFault::misplaced(format!("`{FRESH}` has no place here"))
            .at(at)
            .hinted("it is for lines that throw dice: it leaves those of an undone line lying")),
    }
}
