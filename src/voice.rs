//! Where answers are printed: results on standard output, the rest on standard error.

use std::io::{self, BufWriter, IsTerminal, Stderr, Stdout, Write};

use annotate_snippets::Renderer;
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::language::command::WorkingShown;
use crate::language::fault::LineFault;
use crate::report::{self, Ink, Look, Spot};
use crate::session::Answer;

/// The columns of a terminal that does not say how many it has, and the most that are used.
const WIDTH: u16 = 80;
/// The fewest columns that tables are laid out in.
const NARROWEST: u16 = 40;

/// How answers are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As text for a person.
    Text,
    /// As one JSON object a line.
    Json,
}

/// Prints answers.
pub struct Voice {
    out: BufWriter<Stdout>,
    styles: Styles,
    err: AutoStream<Stderr>,
    form: Form,
    signs: Signs,
    width: u16,
}

/// Whether results keep their styling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Styles {
    /// They are shown in styles and colours.
    Kept,
    /// They are shown plain.
    Stripped,
}

/// Which signs the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signs {
    /// All that there are.
    All,
    /// The plain ones of ASCII.
    Ascii,
}

/// What begins an ANSI code.
const ESCAPE: char = '\u{1b}';
/// What is less important.
const DIM: Style = Style::new().dimmed();
/// What went wrong.
const ERROR: Style = AnsiColor::BrightRed.on_default().bold();

impl Voice {
    /// A voice for this process's standard output and error.
    pub fn new(form: Form, colour: ColorChoice) -> Voice {
        let stdout = io::stdout();
        let resolved = match colour {
            ColorChoice::Auto => AutoStream::choice(&stdout),
            said => said,
        };
        let styles = match resolved {
            ColorChoice::Never => Styles::Stripped,
            _ => Styles::Kept,
        };
        let signs = if stdout.is_terminal() && !says_utf8() {
            Signs::Ascii
        } else {
            Signs::All
        };
        Voice {
            out: BufWriter::new(stdout),
            styles,
            err: AutoStream::new(io::stderr(), colour),
            form,
            signs,
            width: width(),
        }
    }

    /// The form of the answers.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Whether results keep their styling.
    pub fn styles(&self) -> Styles {
        self.styles
    }

    /// Which signs the terminal can show.
    pub fn signs(&self) -> Signs {
        self.signs
    }

    /// Looks again how wide the terminal is: somebody may have pulled at it.
    pub fn look_again(&mut self) {
        self.width = width();
    }

    /// Gives an answer to a line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn answer(
        &mut self,
        rules: &str,
        said: &str,
        answer: &Answer,
        working: WorkingShown,
    ) -> io::Result<()> {
        if self.form == Form::Json {
            let warnings = match answer {
                Answer::Ruling(resolution) => resolution.warnings.as_slice(),
                Answer::Odds(reply) => reply.warnings(),
                _ => &[],
            };
            for warning in warnings {
                self.beside(&format!("note: {warning}\n"))?;
            }
            return match report::answer_json(rules, said, answer) {
                Some(object) => self.result(&format!("{object}\n")),
                None => Ok(()),
            };
        }
        let look = Look {
            width: self.width,
            working,
            ink: match self.styles {
                Styles::Kept => Ink::STYLED,
                Styles::Stripped => Ink::PLAIN,
            },
        };
        let report = report::answer_text(answer, look);
        self.result(&report.result)?;
        if report.beside.is_empty() {
            return Ok(());
        }
        self.flush()?;
        self.beside(&report.beside)
    }

    /// Says what is wrong with a line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn wrong(&mut self, fault: &LineFault, line: &str, spot: Spot<'_>) -> io::Result<()> {
        if self.form == Form::Json {
            return self.result(&format!("{}\n", report::wrong_json(fault, line)));
        }
        self.flush()?;
        let renderer = match self.signs {
            Signs::All => Renderer::styled(),
            Signs::Ascii => Renderer::plain(),
        };
        let text = report::wrong_text(fault, line, spot, &renderer);
        self.beside(&format!("{text}\n"))
    }

    /// Says what is wrong in one line, where there is no line to show.
    ///
    /// # Errors
    /// When results cannot be written before it.
    pub fn brief_wrong(&mut self, fault: &LineFault) -> io::Result<()> {
        self.flush()?;
        let hint = fault.hint.as_ref();
        let hint = hint.map_or(String::new(), |hint| format!(" ({hint})"));
        let whole = format!("error: {}{hint}", fault.message);
        let lines = textwrap::wrap(&whole, usize::from(self.width));
        let text = lines.join("\n");
        let said = text.strip_prefix("error").unwrap_or(&text);
        self.beside(&format!("{ERROR}error{ERROR:#}{said}\n"))
    }

    /// Says something in passing, dim, in a line of its own beside results.
    ///
    /// # Errors
    /// When results cannot be written before it.
    pub fn aside(&mut self, text: &str) -> io::Result<()> {
        self.flush()?;
        self.beside(&format!("{DIM}{text}{DIM:#}\n"))
    }

    /// Prints a result.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn result(&mut self, text: &str) -> io::Result<()> {
        let text = match self.signs {
            Signs::All => text.into(),
            Signs::Ascii => report::ascii(text),
        };
        match self.styles {
            Styles::Stripped if text.contains(ESCAPE) => write!(self.out, "{}", strip_str(&text)),
            _ => self.out.write_all(text.as_bytes()),
        }
    }

    /// Prints what is said beside results; a closed standard error is no reason to stop.
    ///
    /// # Errors
    /// When results cannot be written before it.
    pub fn beside(&mut self, text: &str) -> io::Result<()> {
        let text = match self.signs {
            Signs::All => text.into(),
            Signs::Ascii => report::ascii(text),
        };
        let _ = self.err.write_all(text.as_bytes());
        Ok(())
    }

    /// Sends all results on their way.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether the locale says that the terminal shows UTF-8.
fn says_utf8() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL")
        .or_else(|| set("LC_CTYPE"))
        .or_else(|| set("LANG"));
    match locale {
        // Systems without a word on it have been UTF-8 for years.
        None => true,
        Some(locale) => {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
    }
}

/// The columns that tables are laid out in.
fn width() -> u16 {
    columns().clamp(NARROWEST, WIDTH)
}

/// The columns of the terminal: those that `COLUMNS` says, else those that it has.
pub fn columns() -> u16 {
    let said = std::env::var("COLUMNS")
        .ok()
        .and_then(|text| text.parse().ok());
    said.or_else(|| terminal_size::terminal_size().map(|(columns, _)| columns.0))
        .unwrap_or(WIDTH)
}
