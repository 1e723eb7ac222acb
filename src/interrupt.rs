//! Ctrl-C while the program works something out.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Raised to break off what is being worked out.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whether anything is being worked out that can be broken off.
static BUSY: AtomicBool = AtomicBool::new(false);
static LISTENING: Once = Once::new();

/// The exit code of a process that was ended from the keyboard, as shells have it.
const ENDED_FROM_KEYBOARD: i32 = 130;

/// Whether Ctrl-C breaks off a computation or, as usual, ends the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CtrlC {
    /// There is no prompt to return to: it ends the process.
    EndsProcess,
    /// It returns to the prompt.
    BreaksOff,
}

/// Works something out that looks at the flag it is given now and then, and stops when it is raised.
pub fn breakable<T>(ctrl_c: CtrlC, work: impl FnOnce(&AtomicBool) -> T) -> T {
    if ctrl_c == CtrlC::EndsProcess {
        return work(&AtomicBool::new(false));
    }
    listen();
    STOP.store(false, Ordering::SeqCst);
    BUSY.store(true, Ordering::SeqCst);
    let worked = work(&STOP);
    BUSY.store(false, Ordering::SeqCst);
    worked
}

/// Begins to listen, once. The prompt itself takes Ctrl-C as a key, not as a signal.
fn listen() {
    LISTENING.call_once(|| {
        // Where nobody can listen, Ctrl-C ends the process as it always did.
        let _ = ctrlc::set_handler(|| {
            if BUSY.load(Ordering::SeqCst) {
                STOP.store(true, Ordering::SeqCst);
            } else {
                std::process::exit(ENDED_FROM_KEYBOARD);
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_broken_off_by_itself() {
        let raised = breakable(CtrlC::EndsProcess, |stop| stop.load(Ordering::SeqCst));
        assert!(!raised);
    }
}
