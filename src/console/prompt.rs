//! The prompt: where lines and answers are typed.

use std::cell::RefCell;
use std::io;

use rustyline::config::{BellStyle, ColorMode, CompletionType, Config, Configurer, EditMode};
use rustyline::error::ReadlineError;
use rustyline::history::{History as _, MemHistory};
use rustyline::{Editor, EventHandler};
use unicode_width::UnicodeWidthStr;

use super::colours::PROMPT;
use super::helper::{Asked, Guide, Subject};
use super::history::{History, LONGEST};
use super::recall::{Arrow, Lines, Way};
use crate::config;
use crate::printable::printable;
use crate::session::Session;
use crate::voice::{Styles, Voice};

/// What came of asking for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    /// A line, or several that were pasted.
    Line(String),
    /// The line was broken off.
    Interrupted,
    /// Nothing more will come.
    Ended,
}

/// The prompt.
pub(super) struct Prompt<'c, 's> {
    editor: Editor<Guide<'c, 's>, MemHistory>,
    history: History,
    /// The same lines, as the arrows are told of them.
    known: Lines,
    styles: Styles,
}

impl<'c, 's> Prompt<'c, 's> {
    /// Opens the prompt with what was typed before.
    ///
    /// # Errors
    /// When the terminal cannot be used.
    pub(super) fn open(
        session: &'c RefCell<&'s mut Session>,
        voice: &mut Voice,
        history: History,
        keys: Option<config::EditMode>,
    ) -> io::Result<Self> {
        let keys = match keys {
            Some(config::EditMode::Vi) => EditMode::Vi,
            Some(config::EditMode::Emacs) | None => EditMode::Emacs,
        };
        let config = Config::builder()
            .edit_mode(keys)
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .bell_style(BellStyle::None)
            // Without it the editor would show a line as it is, whatever is in it.
            .color_mode(ColorMode::Forced)
            .build();
        let memory = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, memory).map_err(failure)?;
        editor.set_max_history_size(LONGEST).map_err(failure)?;
        let known = Lines::default();
        for way in [Way::Back, Way::On] {
            let arrow = Arrow::new(&known, way);
            editor.bind_sequence(way.key(), EventHandler::Conditional(Box::new(arrow)));
        }
        editor.set_helper(Some(Guide::new(session, voice.styles(), voice.charset())));
        let mut prompt = Prompt {
            editor,
            history,
            known,
            styles: voice.styles(),
        };
        prompt.recall()?;
        if let Some(trouble) = prompt.history.trouble() {
            voice.aside(&trouble)?;
        }
        Ok(prompt)
    }

    /// How many columns of a row the prompt takes.
    pub(super) fn columns(before: &str) -> usize {
        raw_prompt(before).width()
    }

    /// Asks for a line.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    pub(super) fn line(&mut self, before: &str, voice: &mut Voice) -> io::Result<Typed> {
        let raw = raw_prompt(before);
        let styled = format!("{PROMPT}{raw}{PROMPT:#}");
        loop {
            match self.editor.readline(&self.in_style(&raw, &styled)) {
                // A terminal that does not speak UTF-8: the line is lost, not the session.
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    voice.aside("what was typed is not UTF-8")?;
                }
                outcome => return typed(outcome),
            }
        }
    }

    /// Asks a question in the middle of a line; answers are not kept.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    pub(super) fn answer(&mut self, question: &str, asked: Asked) -> io::Result<Typed> {
        let lines = std::mem::take(self.editor.history_mut());
        self.ask_for(Subject::Answer(asked));
        let raw = format!("{} ", printable(question));
        let styled = format!("{PROMPT}{raw}{PROMPT:#}");
        let outcome = self.editor.readline(&self.in_style(&raw, &styled));
        self.ask_for(Subject::Line);
        *self.editor.history_mut() = lines;
        typed(outcome)
    }

    fn ask_for(&mut self, subject: Subject) {
        if let Some(guide) = self.editor.helper_mut() {
            guide.subject = subject;
        }
    }

    /// A prompt as the editor takes it, without and with styles.
    fn in_style<'t>(&self, raw: &'t str, styled: &'t str) -> (&'t str, &'t str) {
        match self.styles {
            Styles::Kept => (raw, styled),
            Styles::Stripped => (raw, raw),
        }
    }

    /// Empties the screen.
    ///
    /// # Errors
    /// When the terminal cannot be written.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.editor.clear_screen().map_err(failure)
    }

    /// Keeps a line, so that it can be called back, wrong or right.
    ///
    /// # Errors
    /// When it cannot be said that it is kept in memory only.
    pub(super) fn keep(&mut self, line: &str, voice: &mut Voice) -> io::Result<()> {
        self.history.keep(line);
        if let Some(trouble) = self.history.trouble() {
            voice.aside(&trouble)?;
        }
        self.recall()
    }

    /// Gives the editor the lines to call back.
    fn recall(&mut self) -> io::Result<()> {
        let lines = self.editor.history_mut();
        lines.clear().map_err(failure)?;
        for line in self.history.lines() {
            lines.add(line).map_err(failure)?;
        }
        if let Ok(mut known) = self.known.lock() {
            *known = self.history.lines().map(str::to_owned).collect();
        }
        Ok(())
    }
}

/// The prompt without styles.
fn raw_prompt(before: &str) -> String {
    format!("{}> ", printable(before))
}

fn typed(outcome: rustyline::Result<String>) -> io::Result<Typed> {
    match outcome {
        Ok(line) => Ok(Typed::Line(line)),
        Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
        Err(ReadlineError::Eof) => Ok(Typed::Ended),
        Err(error) => Err(failure(error)),
    }
}

fn failure(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}
