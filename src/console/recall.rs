//! The arrows that call earlier lines back: all of them, or those that begin as the line does.

use std::sync::{Arc, Mutex};

use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

/// The lines that can be called back, as the arrows are told of them.
pub(super) type Lines = Arc<Mutex<Vec<String>>>;

/// An arrow up or down.
pub(super) struct Arrow {
    lines: Lines,
    way: Way,
}

/// Which way an arrow goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// To earlier lines.
    Back,
    /// To later ones.
    On,
}

impl Arrow {
    pub(super) fn new(lines: &Lines, way: Way) -> Self {
        Arrow {
            lines: Arc::clone(lines),
            way,
        }
    }

    /// Whether what stands before the cursor is the beginning of a line that is looked for.
    ///
    /// A whole line that was called back is left for the one beside it.
    fn looks_for(&self, line: &str, cursor: usize) -> bool {
        if line.is_empty() || line.contains('\n') || cursor == 0 {
            return false;
        }
        let known = self.lines.lock();
        let called_back = known.is_ok_and(|known| known.iter().any(|one| one == line));
        cursor < line.len() || !called_back
    }
}

impl Way {
    /// The key that goes this way.
    pub(super) fn key(self) -> KeyEvent {
        let key = match self {
            Way::Back => KeyCode::Up,
            Way::On => KeyCode::Down,
        };
        KeyEvent(key, Modifiers::NONE)
    }
}

impl ConditionalEventHandler for Arrow {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, at: &EventContext) -> Option<Cmd> {
        if !self.looks_for(at.line(), at.pos()) {
            // As the editor has it: up and down in several lines, else the line beside.
            return None;
        }
        Some(match self.way {
            Way::Back => Cmd::HistorySearchBackward,
            Way::On => Cmd::HistorySearchForward,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_of_a_line_is_looked_for() {
        let lines: Lines = Arc::new(Mutex::new(vec!["roll 3d6".to_owned()]));
        let arrow = Arrow::new(&lines, Way::Back);
        assert!(arrow.looks_for("ro", 2));
        // Found: the cursor stays where the typing ended.
        assert!(arrow.looks_for("roll 3d6", 2));
        assert!(!arrow.looks_for("roll 3d6", 8));
        assert!(!arrow.looks_for("", 0));
        assert!(!arrow.looks_for("ro\nll", 2));
    }
}
