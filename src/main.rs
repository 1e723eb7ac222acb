//! Arguments in, exit code out.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use drumhead::cli::{self, Cli, Command, Opening, Options};
use drumhead::config::{Config, NoConfig};
use drumhead::console;
use drumhead::desk;
use drumhead::printable::reason;
use drumhead::printing;
use drumhead::report::{Spot, StyledText};
use drumhead::script::{self, AfterWrong, Ending, FailedChecks, Reader, Running};
use drumhead::session::{Home, Session};
use drumhead::tables::{self, Checking, Covering};
use drumhead::typed_line::LineFault;
use drumhead::voice::{Manner, Notes, Voice};

fn main() -> ExitCode {
    if let Some(told) = cli::complete() {
        return ended(told.and_then(|told| {
            let mut voice = Voice::new(Manner::default());
            voice.to_program(&told)?;
            voice.flush()?;
            Ok(Ending::Done)
        }));
    }
    let cli = match Cli::from_arguments() {
        Ok(cli) => cli,
        Err(usage) => return told(&usage),
    };
    let config = match Config::read() {
        Ok(config) => config,
        Err(fault) => return ended(no_config(&cli.options, fault)),
    };
    let mut voice = Voice::new(manner(&cli.options, &config));
    let opening = Opening {
        options: &cli.options,
        config: &config,
    };
    let ending = dispatch(&cli, opening, &mut voice).and_then(|ending| {
        voice.flush()?;
        Ok(ending)
    });
    ended(ending)
}

/// The exit code of how it ended; an error of a stream is said.
fn ended(ending: io::Result<Ending>) -> ExitCode {
    let ending = ending.unwrap_or_else(|error| {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Ending::ClosedPipe;
        }
        let mut voice = Voice::new(Manner::default());
        let _ = voice.beside(&format!("error: {}\n", reason(&error)));
        Ending::Wrong
    });
    ExitCode::from(ending.code())
}

/// Says what clap has to say of the arguments, which it quotes.
fn told(usage: &clap::Error) -> ExitCode {
    let mut voice = Voice::new(Manner::default());
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

/// How the answers are given: as the options say, and else as the user set it.
fn manner(options: &Options, config: &Config) -> Manner {
    let usual = Manner::default();
    let colour = options.color.map(|colour| colour.choice());
    Manner {
        form: options.form(),
        colour: colour.or(config.color).unwrap_or(usual.colour),
        notes: if options.quiet || config.notes == Some(false) {
            Notes::Left
        } else {
            Notes::Said
        },
        width: config.width,
    }
}

/// Says why the settings cannot be read.
fn no_config(options: &Options, fault: NoConfig) -> io::Result<Ending> {
    let mut voice = Voice::new(manner(options, &Config::default()));
    match fault {
        NoConfig::File(error) => {
            tables::say_wrong(&mut voice, &LineFault::file(error.to_string()))?;
        }
        NoConfig::Faulty(faults) => tables::faulty(&mut voice, &faults)?,
    }
    voice.flush()?;
    Ok(Ending::Wrong)
}

fn dispatch(cli: &Cli, opening: Opening<'_>, voice: &mut Voice) -> io::Result<Ending> {
    let options = &cli.options;
    let battle = options.battle.as_deref();
    match &cli.command {
        Some(Command::Battles) => desk::battles(battle, &opening.rules(), voice),
        Some(Command::Sheet { id, units, cheat }) => {
            let unsaid = opening.rules();
            let asked = match units {
                Some(battle) => printing::Asked::Cards(battle),
                None => printing::Asked::Rules {
                    id: id.as_deref().or(options.rules.as_deref()),
                    unsaid: &unsaid,
                    battle,
                    cheat: *cheat,
                },
            };
            printing::sheet(&asked, cli::library(options), options.page(), voice)
        }
        Some(Command::Story { file, side }) => {
            let side = side.as_deref();
            printing::story(file, side, cli::library(options), options.page(), voice)
        }
        Some(Command::Audit { file }) => desk::audit(file, cli::library(options), voice),
        Some(Command::Dump { file }) => desk::dump(file, voice),
        Some(Command::Blanks { id, write }) => {
            let id = id.clone().unwrap_or_else(|| opening.rules());
            tables::blanks(&id, write.as_deref(), battle, &cli::library(options), voice)
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
                library: &cli::library(options),
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
        Some(Command::Rules) => tables::list(&cli::library(options), voice),
        Some(Command::Completions { shell }) => printed(cli::registration(*shell)?, voice),
        Some(Command::Man) => printed(cli::manual()?, voice),
        Some(Command::Version) => {
            let version = Cli::description().render_version();
            printed(version.into_bytes(), voice)
        }
        Some(Command::Run { file }) => match opening.open(voice)? {
            Some(mut session) => run(&mut session, voice, file, options),
            None => Ok(Ending::Wrong),
        },
        Some(Command::Line(words)) => match opening.open(voice)? {
            Some(session) => line(session, &words.join(" "), voice, options),
            None => Ok(Ending::Wrong),
        },
        None if options.watch => match battle {
            Some(file) => printing::board(file, options.format, cli::library(options), voice),
            None => Ok(Ending::Wrong),
        },
        None if console::is_interactive() => {
            let Some(mut session) = opening.at_console(voice)? else {
                return Ok(Ending::Wrong);
            };
            session.return_to_prompt();
            console::open(&mut session, voice, opening.config)
        }
        None => match opening.open(voice)? {
            Some(mut session) => {
                let stdin = io::stdin().lock();
                script::run(&mut session, voice, stdin, running(options, None))
            }
            None => Ok(Ending::Wrong),
        },
    }
}

fn printed(text: Vec<u8>, voice: &mut Voice) -> io::Result<Ending> {
    voice.result(&String::from_utf8_lossy(&text))?;
    Ok(Ending::Done)
}

/// Answers one line, which may have been meant as a command.
fn line(
    mut session: Session,
    line: &str,
    voice: &mut Voice,
    options: &Options,
) -> io::Result<Ending> {
    if let Some(fault) = cli::meant(line, session.grammar()) {
        voice.wrong(&fault, Spot::from(line))?;
        return Ok(Ending::Usage);
    }
    if options.battle.is_none() {
        session.keep_battles(Home::OneLine);
    }
    let running = Running {
        reader: Reader::AtHand,
        ..running(options, None)
    };
    let ending = script::run(&mut session, voice, line.as_bytes(), running);
    // The process ends here: taking the rule tables apart would only take time.
    std::mem::forget(session);
    ending
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
    match script::lines_of(file) {
        Ok(lines) => script::run(session, voice, lines, running(options, Some(&name))),
        Err(fault) => {
            tables::say_wrong(voice, &fault)?;
            Ok(Ending::Wrong)
        }
    }
}
