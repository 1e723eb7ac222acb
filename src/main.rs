//! Arguments in, exit code out.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use anstream::ColorChoice;
use drumhead::battle::Opened;
use drumhead::cli::{Cli, Command, Options};
use drumhead::console;
use drumhead::desk::{self, Damage, Said};
use drumhead::progress;
use drumhead::report::StyledText;
use drumhead::rules::library::Library;
use drumhead::script::{self, AfterWrong, Ending, FailedChecks, Reader, Running};
use drumhead::session::{Home, NoSession, Session};
use drumhead::tables::{self, Checking, Covering};
use drumhead::typed_line::LineFault;
use drumhead::voice::{Form, Voice};

/// The rule set in force unless another is asked for.
const DEFAULT_RULES: &str = "kriegspiel";

fn main() -> ExitCode {
    let cli = match Cli::from_arguments() {
        Ok(cli) => cli,
        Err(usage) => return told(&usage),
    };
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

/// Says what clap has to say of the arguments, which it quotes.
fn told(usage: &clap::Error) -> ExitCode {
    let mut voice = Voice::new(Form::Text, ColorChoice::Auto);
    let text = StyledText::rendered(&usage.render().ansi().to_string());
    let said = if usage.use_stderr() {
        voice.styled_beside(&text)
    } else {
        voice.styled_result(&text).and_then(|()| voice.flush())
    };
    match said {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::from(Ending::ClosedPipe.code())
        }
        _ => ExitCode::from(u8::try_from(usage.exit_code()).unwrap_or(1)),
    }
}

fn dispatch(cli: &Cli, voice: &mut Voice) -> io::Result<Ending> {
    match &cli.command {
        Some(Command::Battles) => {
            desk::battles(cli.options.battle.as_deref(), DEFAULT_RULES, voice)
        }
        Some(Command::Audit { file }) => desk::audit(file, library(&cli.options), voice),
        Some(Command::Dump { file }) => desk::dump(file, voice),
        Some(Command::Blanks { id, write }) => {
            let id = id.as_deref().or(cli.options.rules.as_deref());
            let id = id.unwrap_or(DEFAULT_RULES);
            let battle = cli.options.battle.as_deref();
            tables::blanks(id, write.as_deref(), battle, &library(&cli.options), voice)
        }
        Some(Command::Check {
            files,
            cases,
            record,
            coverage,
            merged,
            watch,
        }) => {
            let checking = Checking {
                files,
                cases,
                coverage: if *coverage {
                    Covering::Told
                } else {
                    Covering::Left
                },
                library: &library(&cli.options),
            };
            match (record, merged, watch) {
                (true, ..) => tables::record(&checking, voice),
                (_, true, _) => tables::merged(files, checking.library, voice),
                (.., true) => tables::watch(&checking, voice),
                _ => tables::check(&checking, voice),
            }
        }
        Some(Command::New { id, like }) => tables::begin(id, like.as_deref(), voice),
        Some(Command::Schema) => tables::schema(voice),
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
            if cli.options.battle.is_none() {
                session.keep_battles(Home::OneLine);
            }
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
            let Some(mut session) = open_at_console(&cli.options, voice)? else {
                return Ok(Ending::Wrong);
            };
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
    let Some(file) = &options.battle else {
        let id = options.rules.as_deref().unwrap_or(DEFAULT_RULES);
        return session(options, id, voice);
    };
    let damage = if options.mend {
        Damage::Mend
    } else {
        Damage::Stop
    };
    match desk::battle_of(file, damage, voice)? {
        Ok(opened) => on_battle(options, file, opened, voice),
        Err(Said) => Ok(None),
    }
}

/// Opens a session on a battle: by the rules that are asked for, or else by the battle's own.
fn on_battle(
    options: &Options,
    file: &Path,
    opened: Option<Opened>,
    voice: &mut Voice,
) -> io::Result<Option<Session>> {
    let own = opened
        .as_ref()
        .map(|opened| opened.battle.state().rules.clone());
    let id = options.rules.as_deref().or(own.as_deref());
    let Some(mut session) = session(options, id.unwrap_or(DEFAULT_RULES), voice)? else {
        return Ok(None);
    };
    let kept = desk::keep(&mut session, file, opened, voice)?;
    Ok(kept.ok().map(|()| session))
}

/// Opens a session by a rule set, or says why not.
fn session(options: &Options, id: &str, voice: &mut Voice) -> io::Result<Option<Session>> {
    match Session::open(library(options), id, options.seed) {
        Ok(mut session) => {
            if let Some(progress) = progress::on_terminal() {
                session.show_progress(progress);
            }
            let shelters = desk::battles_folder().into_iter();
            session.shelter_in(shelters.chain([std::env::temp_dir()]).collect());
            Ok(Some(session))
        }
        Err(NoSession::NotFound(error)) => {
            let mut fault = LineFault::file(error.to_string());
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

/// Opens the session for the console: on the battle that goes on, or else by the rules of last time.
fn open_at_console(options: &Options, voice: &mut Voice) -> io::Result<Option<Session>> {
    if options.battle.is_some() {
        return open(options, voice);
    }
    // The beginning of an id asks for the whole of it.
    let asked = options.rules.as_deref();
    let asked = asked.map(|asked| {
        library(options)
            .find(asked)
            .map_or(asked.to_owned(), |found| found.id)
    });
    let last = desk::last_at_console(asked.as_deref(), voice)?;
    let session = match last {
        Some((file, opened)) => on_battle(options, &file, Some(opened), voice)?,
        None => None,
    };
    let mut session = match session {
        Some(session) => session,
        None => match by_last_rules(options, voice)? {
            Some(session) => session,
            None => return Ok(None),
        },
    };
    if let Some(folder) = desk::battles_folder() {
        session.keep_battles(Home::Folder(folder));
    }
    Ok(Some(session))
}

/// Opens a session by the rule set that the console had last, unless another is asked for.
fn by_last_rules(options: &Options, voice: &mut Voice) -> io::Result<Option<Session>> {
    let Some(id) = console::last_rules().filter(|_| options.rules.is_none()) else {
        return open(options, voice);
    };
    if library(options).find(&id).is_ok() {
        return session(options, &id, voice);
    }
    // It may be gone by now, which must not keep the console shut.
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
    if file.is_dir() {
        let fault = LineFault::file(format!("cannot read `{name}`: it is a folder"))
            .hinted("`run` takes a file of lines");
        tables::say_wrong(voice, &fault)?;
        return Ok(Ending::Wrong);
    }
    match File::open(file) {
        Ok(lines) => script::run(session, voice, lines, running(options, Some(&name))),
        Err(error) => {
            tables::say_wrong(
                voice,
                &LineFault::file(format!("cannot read `{name}`: {error}")),
            )?;
            Ok(Ending::Wrong)
        }
    }
}
