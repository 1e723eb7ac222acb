//! Opening a session as the command line and the user's settings ask for it.

use std::io;
use std::path::Path;

use super::{DEFAULT_RULES, Options};
use crate::battle::{self, Opened};
use crate::config::Config;
use crate::desk::{self, Damage, Said};
use crate::roster::Roster;
use crate::rules::library::Library;
use crate::session::{Home, Session};
use crate::voice::Voice;
use crate::{console, places, progress, tables};

/// The variable that names the rule set where no option does.
const RULES: &str = "DRUMHEAD_RULES";

/// What opens sessions: the options of this process, and what the user set for all of them.
#[derive(Debug, Clone, Copy)]
pub struct Opening<'a> {
    /// The options.
    pub options: &'a Options,
    /// The user's settings.
    pub config: &'a Config,
}

/// The places where this process looks for rule sets.
pub fn library(options: &Options) -> Library {
    Library::new(options.tables.clone())
}

/// The rule set that the surroundings of the process name.
fn rules_around() -> Option<String> {
    std::env::var(RULES).ok().filter(|rules| !rules.is_empty())
}

impl Opening<'_> {
    /// The rule set that is asked for without a battle, if any is.
    fn asked(&self) -> Option<String> {
        self.options.rules.clone().or_else(|| self.usual())
    }

    /// The rule set that is asked for once for all.
    fn usual(&self) -> Option<String> {
        rules_around().or_else(|| self.config.rules.clone())
    }

    /// The rule set where no battle has its own.
    pub fn rules(&self) -> String {
        self.asked().unwrap_or_else(|| DEFAULT_RULES.to_owned())
    }

    /// Opens the session, or says why not.
    ///
    /// # Errors
    /// When nothing can be said.
    pub fn open(&self, voice: &mut Voice) -> io::Result<Option<Session>> {
        let Some(file) = &self.options.battle else {
            return self.session(&self.rules(), voice);
        };
        let damage = if self.options.mend {
            Damage::Mend
        } else {
            Damage::Stop
        };
        match desk::battle_of(file, damage, voice)? {
            Ok(opened) => self.on_battle(file, opened, voice),
            Err(Said) => Ok(None),
        }
    }

    /// Opens a session on a battle: by the rules that are asked for, or else by the battle's own.
    fn on_battle(
        &self,
        file: &Path,
        opened: Option<Opened>,
        voice: &mut Voice,
    ) -> io::Result<Option<Session>> {
        let own = opened.as_ref().map(|opened| &opened.battle.state().rules);
        let own = own.map(ToString::to_string);
        let asked = self.options.rules.clone();
        let id = asked.or(own).unwrap_or_else(|| self.rules());
        let Some(mut session) = self.session(&id, voice)? else {
            return Ok(None);
        };
        let kept = desk::keep(&mut session, file, opened, voice)?;
        Ok(kept.ok().map(|()| session))
    }

    /// Opens a session by a rule set, or says why not.
    fn session(&self, id: &str, voice: &mut Voice) -> io::Result<Option<Session>> {
        match Session::open(library(self.options), id, self.options.seed) {
            Ok(mut session) => {
                if let Some(progress) = progress::on_terminal() {
                    session.show_progress(progress);
                }
                let shelters = places::battles_folder().into_iter();
                session.shelter_in(shelters.chain([std::env::temp_dir()]).collect());
                if let Some(working) = self.config.working {
                    session.show_working(working);
                }
                Ok(Some(session))
            }
            Err(why) => tables::no_session(voice, why).map(|()| None),
        }
    }

    /// Opens the session for the console: on the battle that goes on, or else by the rules of last time.
    ///
    /// # Errors
    /// When nothing can be said.
    pub fn at_console(&self, voice: &mut Voice) -> io::Result<Option<Session>> {
        if self.options.battle.is_some() {
            return self.open(voice);
        }
        // The beginning of an id asks for the whole of it.
        let asked = self.options.rules.as_deref();
        let asked = asked.map(|asked| {
            library(self.options)
                .find(asked)
                .map_or(asked.to_owned(), |found| found.id)
        });
        let last = desk::last_at_console(asked.as_deref(), voice)?;
        let session = match last {
            Some((file, opened)) => self.on_battle(&file, Some(opened), voice)?,
            None => None,
        };
        let mut session = match session {
            Some(session) => session,
            None => match self.by_last_rules(voice)? {
                Some(session) => session,
                None => return Ok(None),
            },
        };
        if let Some(folder) = places::battles_folder() {
            session.keep_battles(Home::Folder(folder));
        }
        Ok(Some(session))
    }

    /// Opens a session by the rule set that the console had last, unless another is asked for.
    fn by_last_rules(&self, voice: &mut Voice) -> io::Result<Option<Session>> {
        let Some(id) = console::last_rules().filter(|_| self.asked().is_none()) else {
            return self.open(voice);
        };
        if library(self.options).find(&id).is_ok() {
            return self.session(&id, voice);
        }
        // It may be gone by now, which must not keep the console shut.
        voice.aside(&format!(
            "`{id}`, the rule set of last time, cannot be loaded"
        ))?;
        self.open(voice)
    }
}

/// A session that only looks on, with the units of the battle that the options name.
///
/// It says nothing, and locks nothing: a shell asks it in the midst of a line.
pub(super) fn to_look_on(options: &Options) -> Option<(Session, Roster)> {
    let config = Config::read().unwrap_or_default();
    let opening = Opening {
        options,
        config: &config,
    };
    let battle = options.battle.as_deref();
    let battle = battle.and_then(|file| battle::look_on(file).ok());
    let own = battle
        .as_ref()
        .map(|battle| battle.record.state().rules.to_string());
    let asked = options.rules.clone().or(own);
    let id = asked.unwrap_or_else(|| opening.rules());
    let mut session = Session::open(library(options), &id, None).ok()?;
    // Names of rules and scenarios are offered too.
    session.open_books();
    let roster = battle.map_or_else(Roster::default, |battle| {
        session.roster_of(battle.record.state())
    });
    Some((session, roster))
}
