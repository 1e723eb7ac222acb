//! Arguments in, exit code out.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use drumhead::cli::{Cli, Command, Options};
use drumhead::console;
use drumhead::desk::{self, Damage, Kept};
use drumhead::language::fault::LineFault;
use drumhead::progress;
use drumhead::rules::library::Library;
use drumhead::script::{self, AfterWrong, Ending, FailedChecks, Reader, Running};
use drumhead::session::{NoSession, Session};
use drumhead::tables;
use drumhead::voice::{Form, Voice};

/// The rule set in force unless another is asked for.
const DEFAULT_RULES: &str = "kriegspiel";

fn main() -> ExitCode {
    let cli = Cli::from_arguments();
    let form = if cli.options.json {
        Form::Json
    } else {
        Form::Text
    };
    let mut voice = Voice::new(form, cli.options.color.choice());
    let ending = dispatch(&cli, &mut voice).and_then(|ending| {
        voice.flush()?;
        Ok(ending)
    });
    let ending = ending.unwrap_or_else(|error| {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Ending::ClosedPipe;
        }
        let _ = voice.beside(&format!("error: {error}\n"));
        Ending::Wrong
    });
    ExitCode::from(ending.code())
}

fn dispatch(cli: &Cli, voice: &mut Voice) -> io::Result<Ending> {
    match &cli.command {
        Some(Command::Audit { file }) => desk::audit(file, voice),
        Some(Command::Dump { file }) => desk::dump(file, voice),
        Some(Command::Blanks { id, write }) => {
            let id = id.as_deref().or(cli.options.rules.as_deref());
            let id = id.unwrap_or(DEFAULT_RULES);
            let battle = cli.options.battle.as_deref();
            tables::blanks(id, write.as_deref(), battle, &library(&cli.options), voice)
        }
        Some(Command::Check { files }) => tables::check(files, &library(&cli.options), voice),
        Some(Command::Rules) => tables::list(&library(&cli.options), voice),
        Some(Command::Completions { shell }) => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::description(), "drumhead", &mut text);
            voice.result(&String::from_utf8_lossy(&text))?;
            Ok(Ending::Done)
        }
        Some(Command::Man) => {
            let mut text = Vec::new();
            clap_mangen::Man::new(Cli::description()).render(&mut text)?;
            voice.result(&String::from_utf8_lossy(&text))?;
            Ok(Ending::Done)
        }
        Some(Command::Run { file }) => {
            let Some(mut session) = open(&cli.options, voice)? else {
                return Ok(Ending::Wrong);
            };
            run(&mut session, voice, file, &cli.options)
        }
        Some(Command::Line(words)) => {
            let Some(mut session) = open(&cli.options, voice)? else {
                return Ok(Ending::Wrong);
            };
            let line = words.join(" ");
            let running = Running {
                reader: Reader::AtHand,
                ..running(&cli.options, None)
            };
            let ending = script::run(&mut session, voice, line.as_bytes(), running);
            // The process ends here: taking the rule tables apart would only take time.
            std::mem::forget(session);
            ending
        }
        None if cli.options.watch => match &cli.options.battle {
            Some(file) => desk::watch(file, voice),
            None => Ok(Ending::Wrong),
        },
        None if console::is_interactive() => {
            let Some(mut session) = open_as_last_time(&cli.options, voice)? else {
                return Ok(Ending::Wrong);
            };
            if cli.options.battle.is_none() {
                desk::keep_at_console(&mut session, voice)?;
            }
            session.return_to_prompt();
            console::open(&mut session, voice)
        }
        None => {
            let Some(mut session) = open(&cli.options, voice)? else {
                return Ok(Ending::Wrong);
            };
            let stdin = io::stdin().lock();
            script::run(&mut session, voice, stdin, running(&cli.options, None))
        }
    }
}

/// The places where this process looks for rule sets.
fn library(options: &Options) -> Library {
    Library::new(options.tables.clone())
}

fn running<'a>(options: &Options, script: Option<&'a str>) -> Running<'a> {
    Running {
        script,
        after_wrong: if options.keep_going {
            AfterWrong::GoOn
        } else {
            AfterWrong::Stop
        },
        failed_checks: if options.exit_code {
            FailedChecks::Show
        } else {
            FailedChecks::Pass
        },
        reader: Reader::Absent,
    }
}

/// Opens the session, or says why not.
fn open(options: &Options, voice: &mut Voice) -> io::Result<Option<Session>> {
    let id = options.rules.as_deref().unwrap_or(DEFAULT_RULES);
    match Session::open(library(options), id, options.seed) {
        Ok(mut session) => {
            if let Some(progress) = progress::on_terminal() {
                session.show_progress(progress);
            }
            if let Some(file) = &options.battle {
                let damage = if options.mend {
                    Damage::Mend
                } else {
                    Damage::Stop
                };
                if desk::keep(&mut session, file, damage, voice)? == Kept::No {
                    return Ok(None);
                }
            }
            Ok(Some(session))
        }
        Err(NoSession::NotFound(error)) => {
            let mut fault = LineFault::new(error.to_string());
            fault.hint = error.hint();
            tables::say_wrong(voice, &fault)?;
            Ok(None)
        }
        Err(NoSession::Faulty(faults)) => {
            tables::faulty(voice, &faults)?;
            Ok(None)
        }
    }
}

/// Opens the session for the console, with the rule set that it had last unless another is asked for.
fn open_as_last_time(options: &Options, voice: &mut Voice) -> io::Result<Option<Session>> {
    let asked_for = options.rules.is_some() || options.battle.is_some();
    let Some(id) = console::last_rules().filter(|_| !asked_for) else {
        return open(options, voice);
    };
    if let Ok(session) = Session::open(library(options), &id, options.seed) {
        return Ok(Some(session));
    }
    // It may be gone or broken by now, which must not keep the console shut.
    voice.aside(&format!(
        "`{id}`, the rule set of last time, cannot be loaded"
    ))?;
    open(options, voice)
}

fn run(
    session: &mut Session,
    voice: &mut Voice,
    file: &Path,
    options: &Options,
) -> io::Result<Ending> {
    if file == Path::new("-") {
        return script::run(session, voice, io::stdin().lock(), running(options, None));
    }
    let name = file.to_string_lossy();
    match File::open(file) {
        Ok(lines) => script::run(session, voice, lines, running(options, Some(&name))),
        Err(error) => {
            tables::say_wrong(
                voice,
                &LineFault::new(format!("cannot read `{name}`: {error}")),
            )?;
            Ok(Ending::Wrong)
        }
    }
}
