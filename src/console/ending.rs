//! What a console leaves behind when it is ended from outside: a terminal as it found it.

/// Sees to it that a signal that ends the process, or a fault of the program, leaves the terminal as it is now.
///
/// The line editor sets the terminal to raw while a line is typed, and sets it back when it has one;
/// where the process ends before that, nobody else would.
///
/// Call it before any thread is begun, as threads inherit which signals they leave to others.
#[cfg(unix)]
pub(super) fn keep_terminal() {
    use nix::sys::signal::{SigSet, Signal, raise};
    use nix::sys::termios::tcgetattr;

    let Ok(found) = tcgetattr(std::io::stdin()) else {
        return;
    };
    // A panic may come from any thread.
    let for_panic = std::sync::Mutex::new(found.clone());
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |about| {
        if let Ok(found) = for_panic.lock() {
            restore(&found);
        }
        before(about);
    }));
    let ends = [Signal::SIGTERM, Signal::SIGHUP];
    let ends: SigSet = ends.into_iter().collect();
    if ends.thread_block().is_err() {
        return;
    }
    std::thread::spawn(move || {
        if let Ok(signal) = ends.wait() {
            restore(&found);
            // It ends the process after all, in the way that the sender expects.
            let _ = ends.thread_unblock();
            let _ = raise(signal);
            // The signal was ignored when the program began, as under nohup: the terminal is given up already.
            std::process::exit(128 + signal as i32);
        }
    });
}

/// Sets the terminal as it was found, and has it paste as usual.
#[cfg(unix)]
fn restore(found: &nix::sys::termios::Termios) {
    use std::io::Write;

    use nix::sys::termios::{SetArg, tcsetattr};

    // A terminal that is gone needs nothing.
    let _ = tcsetattr(std::io::stdin(), SetArg::TCSADRAIN, found);
    let mut terminal = std::io::stdout();
    let _ = terminal.write_all(NO_BRACKETED_PASTE.as_bytes());
    let _ = terminal.flush();
}

/// Ends the mode in which the editor can tell a paste from typing, and the line that was begun.
#[cfg(unix)]
const NO_BRACKETED_PASTE: &str = "\u{1b}[?2004l\r\n";

/// On other systems the terminal looks after itself.
#[cfg(not(unix))]
pub(super) fn keep_terminal() {}
