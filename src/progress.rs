//! How far a long computation has come, for a person who waits.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// What is told now and then how much is done, and of how much.
pub type Progress = Box<dyn FnMut(u64, u64)>;

/// The least time between two pictures of the bar.
const BETWEEN: Duration = Duration::from_millis(100);
/// Cells of the bar.
const CELLS: u64 = 30;

/// A bar on standard error, if that is a terminal.
pub fn on_terminal() -> Option<Progress> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let mut last = Instant::now();
    let mut drawn = false;
    Some(Box::new(move |done, of| {
        let mut terminal = io::stderr();
        if done >= of {
            // Wiped away, for the answer to stand in its place.
            if drawn {
                let _ = write!(terminal, "\r{:60}\r", "");
                drawn = false;
            }
        } else if last.elapsed() >= BETWEEN {
            last = Instant::now();
            drawn = true;
            let _ = write!(terminal, "\r{}", bar(done, of));
        }
        let _ = terminal.flush();
    }))
}

/// `[=======               ]  25 %`
fn bar(done: u64, of: u64) -> String {
    let share = |whole: u64| done.saturating_mul(whole).checked_div(of).unwrap_or(whole);
    let full = usize::try_from(share(CELLS)).unwrap_or(0);
    let cells = usize::try_from(CELLS).unwrap_or(0);
    format!("[{:<cells$}] {:>3} %", "=".repeat(full), share(100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_says_how_much_is_done() {
        assert_eq!(bar(0, 8), format!("[{}]   0 %", " ".repeat(30)));
        assert_eq!(
            bar(4, 8),
            format!("[{}{}]  50 %", "=".repeat(15), " ".repeat(15))
        );
        assert_eq!(bar(1, 0), format!("[{}] 100 %", "=".repeat(30)));
    }
}
