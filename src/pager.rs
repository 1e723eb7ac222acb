//! The pager that the referee wants for answers longer than the screen.

use std::io::{self, Write};
use std::process::{Command, Stdio};

/// A command that shows a long text, such as `less`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pager {
    command: String,
}

impl Pager {
    /// The command that `PAGER` names; none where it names none, or the terminal cannot show one.
    pub fn wanted() -> Option<Pager> {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        if set("TERM").is_none_or(|terminal| terminal == "dumb") {
            return None;
        }
        set("PAGER").map(|command| Pager { command })
    }

    /// Shows a text until the referee has read it.
    ///
    /// # Errors
    /// When the command cannot be run or ends with a failure, so that the text may not have been seen.
    pub fn show(&self, text: &str) -> io::Result<()> {
        let mut command = shell(&self.command);
        if std::env::var_os("LESS").is_none() {
            // Styles are shown, and what turns out to fit needs no key.
            command.env("LESS", "FRX");
        }
        let mut running = command.stdin(Stdio::piped()).spawn()?;
        if let Some(mut to_read) = running.stdin.take() {
            // Whoever leaves before the end has read enough.
            let _ = to_read.write_all(text.as_bytes());
        }
        match running.wait()?.success() {
            true => Ok(()),
            false => Err(io::Error::other("the pager failed")),
        }
    }
}

/// A command as a shell understands it: `PAGER` may hold options.
fn shell(command: &str) -> Command {
    let (name, option) = match cfg!(windows) {
        true => ("cmd", "/C"),
        false => ("sh", "-c"),
    };
    let mut shell = Command::new(name);
    shell.args([option, command]);
    shell
}
