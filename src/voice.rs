//! Where answers are printed: results on standard output, the rest on standard error.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Stderr, Stdout, Write};

use annotate_snippets::Renderer;
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::config::NARROWEST;
use crate::language::command::WorkingShown;
use crate::pager::Pager;
use crate::paper::Document;
use crate::report::{self, Ink, Look, Spot, StyledText};
use crate::session::Answer;
use crate::typed_line::LineFault;

/// The columns of a page that is no terminal, or of one that does not say how many it has.
const WIDTH: u16 = 80;

/// How answers are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As text for a person.
    Text,
    /// As one JSON object a line.
    Json,
    /// As comma-separated values.
    Csv,
}

/// How a voice speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// The form of the answers.
    pub form: Form,
    /// When to colour.
    pub colour: ColorChoice,
    /// Whether notes and hints are said.
    pub notes: Notes,
    /// The most columns that are used, where that is said.
    pub width: Option<u16>,
}

impl Default for Manner {
    fn default() -> Self {
        Manner {
            form: Form::Text,
            colour: ColorChoice::Auto,
            notes: Notes::Said,
            width: None,
        }
    }
}

/// Whether notes and hints are said beside results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notes {
    /// They are.
    Said,
    /// Only what is wrong is.
    Left,
}

/// Prints answers.
pub struct Voice {
    out: BufWriter<Stdout>,
    styles: Styles,
    err: AutoStream<Stderr>,
    form: Form,
    charset: Charset,
    notes: Notes,
    /// The most columns that are used, where that is said.
    most: Option<u16>,
    width: u16,
    /// The lines of the terminal; as many as there can be where results go elsewhere.
    height: u16,
    /// What shows an answer that is longer than the screen; nothing unless somebody sits at it.
    pager: Option<Pager>,
}

/// Whether results keep their styling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Styles {
    /// They are shown in styles and colours.
    Kept,
    /// They are shown plain.
    Stripped,
}

/// Which characters the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    /// All that there are.
    Unicode,
    /// The plain ones of ASCII.
    Ascii,
}

/// To the upper left corner, with nothing left of what stood there.
const AFRESH: &[u8] = b"\x1b[H\x1b[2J\x1b[3J";
/// What begins an ANSI code.
const ESCAPE: char = '\u{1b}';
/// What is less important.
const DIM: Style = Style::new().dimmed();
/// What went wrong.
const ERROR: Style = AnsiColor::BrightRed.on_default().bold();

impl Voice {
    /// A voice for this process's standard output and error.
    pub fn new(manner: Manner) -> Voice {
        let Manner {
            form,
            colour,
            notes,
            width: most,
        } = manner;
        let stdout = io::stdout();
        let resolved = match colour {
            ColorChoice::Auto => AutoStream::choice(&stdout),
            said => said,
        };
        let styles = match resolved {
            ColorChoice::Never => Styles::Stripped,
            _ => Styles::Kept,
        };
        let charset = if stdout.is_terminal() && !says_utf8() {
            Charset::Ascii
        } else {
            Charset::Unicode
        };
        Voice {
            out: BufWriter::new(stdout),
            styles,
            err: AutoStream::new(io::stderr(), colour),
            form,
            charset,
            notes,
            most,
            width: width(most),
            height: height(),
            pager: None,
        }
    }

    /// Shows answers that are longer than the screen in the pager that the referee wants, if any.
    pub fn page_long_answers(&mut self) {
        if io::stdout().is_terminal() {
            self.pager = Pager::wanted();
        }
    }

    /// Whether results go to a terminal.
    pub fn is_on_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Shows a board in the place of the one before: the screen of a terminal is its own.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn redraw(&mut self, board: &Document) -> io::Result<()> {
        self.look_again();
        let text = report::board_text(board, self.width);
        self.out.write_all(AFRESH)?;
        self.styled_result(&text)?;
        self.flush()
    }

    /// The form of the answers.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Whether results keep their styling.
    pub fn styles(&self) -> Styles {
        self.styles
    }

    /// Which characters the terminal can show.
    pub fn charset(&self) -> Charset {
        self.charset
    }

    /// Looks again how wide the terminal is: somebody may have pulled at it.
    pub fn look_again(&mut self) {
        self.width = width(self.most);
        self.height = height();
    }

    /// Gives an answer to a line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn answer(
        &mut self,
        rules: &str,
        spot: Spot<'_>,
        answer: &Answer,
        working: WorkingShown,
    ) -> io::Result<()> {
        if self.form == Form::Csv {
            return match report::answer_csv(answer) {
                Ok(table) => self.result(&table),
                Err(fault) => self.wrong(&fault, spot),
            };
        }
        if self.form == Form::Json {
            let warnings = match answer {
                Answer::Ruling(resolution) => resolution.warnings.as_slice(),
                Answer::Odds(reply) => reply.warnings(),
                _ => &[],
            };
            for warning in warnings {
                self.note(warning)?;
            }
            return match report::answer_json(rules, spot, answer) {
                Some(object) => self.result(&format!("{object}\n")),
                None => Ok(()),
            };
        }
        let look = Look {
            width: self.width,
            height: self.height,
            working,
            ink: match self.styles {
                Styles::Kept => Ink::STYLED,
                Styles::Stripped => Ink::PLAIN,
            },
        };
        let report = report::answer_text(answer, look);
        let is_long = || report.result.as_str().lines().count() >= usize::from(self.height);
        let to_read = !matches!(answer, Answer::Ruling(_));
        match self.pager.clone() {
            Some(pager) if to_read && is_long() => {
                let text = self.shown(&report.result).into_owned();
                self.flush()?;
                if pager.show(&text).is_err() {
                    self.styled_result(&report.result)?;
                }
            }
            _ => self.styled_result(&report.result)?,
        }
        if report.beside.is_empty() || self.notes == Notes::Left {
            return Ok(());
        }
        self.flush()?;
        self.styled_beside(&report.beside)
    }

    /// Says what is wrong with a line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn wrong(&mut self, fault: &LineFault, spot: Spot<'_>) -> io::Result<()> {
        if self.form == Form::Json {
            return self.result(&format!("{}\n", report::wrong_json(fault, spot)));
        }
        self.flush()?;
        if let Some(text) = report::wrong_below(fault, spot, usize::from(columns())) {
            return self.styled_beside(&text);
        }
        let renderer = match self.charset {
            Charset::Unicode => Renderer::styled(),
            Charset::Ascii => Renderer::plain(),
        };
        let mut text = report::wrong_text(fault, spot, &renderer);
        text.push("\n");
        self.styled_beside(&text)
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
        let lines = lines.join("\n");
        let said = lines.strip_prefix("error").unwrap_or(&lines);
        let mut text = StyledText::default();
        text.push_styled(ERROR, "error");
        text.push(said);
        text.push("\n");
        self.styled_beside(&text)
    }

    /// Says something in passing, dim, in a line of its own beside results.
    ///
    /// # Errors
    /// When results cannot be written before it.
    pub fn aside(&mut self, text: &str) -> io::Result<()> {
        if self.notes == Notes::Left {
            return Ok(());
        }
        self.flush()?;
        let mut dim = StyledText::default();
        for line in self.wrapped(text) {
            dim.push_line(DIM, &line);
        }
        self.styled_beside(&dim)
    }

    /// Says what the referee should know, in a line of its own beside results.
    ///
    /// # Errors
    /// When results cannot be written before it.
    pub fn note(&mut self, text: &str) -> io::Result<()> {
        if self.notes == Notes::Left {
            return Ok(());
        }
        self.flush()?;
        let lines = self.wrapped(&format!("note: {text}")).join("\n");
        self.beside(&format!("{lines}\n"))
    }

    /// Lines that fit the page; what goes on does so a little farther in.
    fn wrapped(&self, text: &str) -> Vec<String> {
        let fits = textwrap::Options::new(usize::from(self.width)).break_words(false);
        let lines = text.lines().flat_map(|line| {
            let indent = line.len() - line.trim_start().len();
            let deeper = " ".repeat(indent + 2);
            let lines = textwrap::wrap(line, fits.clone().subsequent_indent(&deeper));
            lines
                .into_iter()
                .map(|line| line.into_owned())
                .collect::<Vec<_>>()
        });
        lines.collect()
    }

    /// Prints a result without styles, whose control characters but line ends and tabs are shown as text.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn result(&mut self, text: &str) -> io::Result<()> {
        self.styled_result(&StyledText::from(text))
    }

    /// Prints a result in its styles.
    ///
    /// This and [`Voice::styled_beside`] are the only ways to the terminal, so that nothing from
    /// outside can steer it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn styled_result(&mut self, text: &StyledText) -> io::Result<()> {
        let text = self.shown(text);
        self.out.write_all(text.as_bytes())
    }

    /// A result as it is shown: in the characters of the terminal, with or without its styles.
    fn shown<'t>(&self, text: &'t StyledText) -> Cow<'t, str> {
        let text = self.in_charset(text.as_str());
        match self.styles {
            Styles::Stripped if text.contains(ESCAPE) => strip_str(&text).to_string().into(),
            _ => text,
        }
    }

    /// Prints for another program, byte for byte: what goes there is never shown as it is.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn to_program(&mut self, text: &[u8]) -> io::Result<()> {
        self.out.write_all(text)
    }

    /// Prints what is said beside results, without styles; a closed standard error is no reason to stop.
    ///
    /// # Errors
    /// When results cannot be written before it.
    pub fn beside(&mut self, text: &str) -> io::Result<()> {
        self.styled_beside(&StyledText::from(text))
    }

    /// The same in its styles.
    ///
    /// # Errors
    /// When results cannot be written before it.
    pub fn styled_beside(&mut self, text: &StyledText) -> io::Result<()> {
        let text = self.in_charset(text.as_str());
        let _ = self.err.write_all(text.as_bytes());
        Ok(())
    }

    /// A text in the characters that the terminal can show.
    fn in_charset<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.charset {
            Charset::Unicode => text.into(),
            Charset::Ascii => report::ascii(text),
        }
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

/// The columns that tables are laid out in: those that there are, but no more than is said.
fn width(most: Option<u16>) -> u16 {
    let columns = columns();
    columns.min(most.unwrap_or(columns)).max(NARROWEST)
}

/// The columns of the terminal: those that `COLUMNS` says, else those that it has.
pub fn columns() -> u16 {
    let said = said("COLUMNS");
    said.or_else(|| Some(terminal()?.0)).unwrap_or(WIDTH)
}

/// The lines of the terminal; where results go elsewhere, nothing scrolls away.
fn height() -> u16 {
    match terminal() {
        Some((_, lines)) => said("LINES").unwrap_or(lines),
        None => u16::MAX,
    }
}

/// The size of the terminal that shows results, in columns and lines.
fn terminal() -> Option<(u16, u16)> {
    let (columns, lines) = terminal_size::terminal_size_of(io::stdout())?;
    Some((columns.0, lines.0))
}

/// A number of the environment, unless it is none, or 0.
fn said(name: &str) -> Option<u16> {
    let said = std::env::var(name).ok()?.parse().ok()?;
    (said > 0).then_some(said)
}
