//! Death and failure at every step of the disk: what was answered is in the journal.
//!
//! A store that counts its steps stands for the file. At one of them the
//! program dies, or the disk fails for a while; every step is tried.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::rc::Rc;

use drumhead::battle::{Battle, Beginning, Journal, Secret, State, Store};
use drumhead::rules::library::Library;
use drumhead::session::{Answer, Hand, Session};

const SEED: u64 = 1642;
const SALT: &str = "00ff";

const LINES: [&str; 12] = [
    "muster red grey Grey's Regiment = 4 musketeer",
    "muster blue b1 = 1 pike + 2 musketeer",
    "turn",
    "fire grey at b1 6in",
    "amend +supported",
    "melee grey charge vs b1",
    "undo",
    "melee grey charge vs b1",
    "undo 2",
    "redo",
    "lose b1 1 a cart of powder goes up",
    "reveal",
];

/// What happens at a step.
#[derive(Debug, Clone)]
enum Weather {
    /// The program dies just before the step.
    DiesBefore(usize),
    /// The program dies in the step: of what is written, so many hundredths are.
    DiesIn(usize, usize),
    /// The program dies just after the step.
    DiesAfter(usize),
    /// These steps fail; of what is written, so many hundredths are.
    Fails(Range<usize>, usize),
}

/// The bytes of a file, and how many of them are on the disk for sure.
#[derive(Debug, Default)]
struct Bytes {
    written: Vec<u8>,
    synced: usize,
}

/// A file in bad weather.
#[derive(Debug)]
struct Double {
    bytes: Rc<RefCell<Bytes>>,
    weather: Weather,
    step: usize,
}

/// What the death of the program unwinds with, so that nothing is printed of it.
struct Died;

impl Double {
    /// Does a step: `part` of it, which is given the hundredths that it gets done.
    fn step(&mut self, part: impl Fn(&mut Bytes, usize)) -> io::Result<()> {
        let step = self.step;
        self.step += 1;
        let mut bytes = self.bytes.borrow_mut();
        let done = match self.weather {
            Weather::DiesBefore(at) if at == step => 0,
            Weather::DiesIn(at, share) if at == step => share,
            Weather::Fails(ref at, share) if at.contains(&step) => {
                part(&mut bytes, share);
                return Err(io::Error::from(io::ErrorKind::StorageFull));
            }
            _ => 100,
        };
        part(&mut bytes, done);
        let dies = match self.weather {
            Weather::DiesBefore(at) | Weather::DiesIn(at, _) | Weather::DiesAfter(at) => at == step,
            Weather::Fails(..) => false,
        };
        if dies {
            resume_unwind(Box::new(Died));
        }
        Ok(())
    }
}

impl Store for Double {
    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.step(|bytes, share| {
            let part = line.len() * share / 100;
            bytes.written.extend_from_slice(&line[..part]);
        })
    }

    fn sync(&mut self) -> io::Result<()> {
        self.step(|bytes, share| {
            if share == 100 {
                bytes.synced = bytes.written.len();
            }
        })
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).expect("a length");
        self.step(|bytes, share| {
            if share == 100 {
                bytes.written.truncate(length);
                bytes.synced = bytes.synced.min(length);
            }
        })
    }

    fn length(&self) -> io::Result<u64> {
        Ok(u64::try_from(self.bytes.borrow().written.len()).expect("a length"))
    }
}

/// What was answered to the lines of a battle, and what lies on the disk then.
struct Fought {
    /// The answers that were shown.
    answers: Vec<String>,
    /// How the battle stood after each.
    states: Vec<State>,
    bytes: Bytes,
}

fn session() -> Session {
    Session::open(Library::default(), "kriegspiel", Some(SEED)).expect("the rule set")
}

/// Fights a battle in some weather, until its end or the program's.
fn fight(session: &mut Session, weather: Weather) -> Fought {
    let bytes = Rc::new(RefCell::new(Bytes::default()));
    let double = Double {
        bytes: Rc::clone(&bytes),
        weather,
        step: 0,
    };
    let mut answers = Vec::new();
    let mut states = Vec::new();
    let fighting = catch_unwind(AssertUnwindSafe(|| {
        let journal = Journal::on(Box::new(double), Path::new("battle.jsonl"));
        let beginning = Beginning {
            name: None,
            table: session.identity(),
            settings: Vec::new(),
            secret: Secret::new(SEED, SALT),
        };
        let Ok(battle) = Battle::begin_in(journal, beginning) else {
            return;
        };
        session.fight(battle);
        for line in LINES {
            let answer = session.answer(line, Hand::Program).expect("an answer");
            answers.push(shown(&answer));
            states.push(session.battle().expect("a battle").state().clone());
        }
    }));
    if let Err(why) = fighting {
        assert!(why.is::<Died>(), "it died of something else");
    }
    let bytes = bytes.take();
    Fought {
        answers,
        states,
        bytes,
    }
}

fn shown(answer: &Answer) -> String {
    match answer {
        Answer::Done(text) => text.clone(),
        Answer::Ruling(resolution) => {
            let warnings = resolution.warnings.join("\n");
            format!("{}\n{warnings}", resolution.outcome.summary)
        }
        other => panic!("{other:?}"),
    }
}

/// What may be left of a file after the machine itself goes down: all that is
/// on the disk for sure, and the rest, none or some of it.
fn left(bytes: &Bytes) -> BTreeSet<&[u8]> {
    let (sure, all) = (bytes.synced, bytes.written.len());
    [
        sure,
        sure + (all - sure) / 2,
        all.saturating_sub(1).max(sure),
        all,
    ]
    .into_iter()
    .map(|length| &bytes.written[..length])
    .collect()
}

/// Goes on with a battle of which the file has this.
fn resume(bytes: &[u8]) -> Battle {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("battle.jsonl");
    fs::write(&file, bytes).expect("a journal");
    fs::write(
        folder.path().join("battle.jsonl.seed"),
        format!("{SEED} {SALT}\n"),
    )
    .expect("its seed");
    Battle::resume(&file).expect("a battle").battle
}

fn lines_of(battle: &Battle) -> Vec<&str> {
    let entries = battle.record().entries().iter();
    entries.map(|entry| entry.line.as_str()).collect()
}

/// The steps of a battle in good weather: each line and the opening is written and
/// synced, and before the first whatever may be there is taken away.
const STEPS: usize = 2 * (LINES.len() + 1) + 1;

#[test]
fn whenever_the_program_dies_what_it_answered_is_kept_once() {
    let session = &mut session();
    let quiet = fight(session, Weather::DiesBefore(usize::MAX));
    assert_eq!(quiet.answers.len(), LINES.len());
    let whole = resume(&quiet.bytes.written);
    let all = lines_of(&whole);
    assert_eq!(all.len(), LINES.len());
    let mut deaths = 0;
    for step in 0..STEPS {
        let shares = [1, 99].map(|share| Weather::DiesIn(step, share));
        let around = [Weather::DiesBefore(step), Weather::DiesAfter(step)];
        for weather in shares.into_iter().chain(around) {
            let fought = fight(session, weather.clone());
            assert_eq!(fought.answers, quiet.answers[..fought.answers.len()]);
            for bytes in left(&fought.bytes) {
                deaths += 1;
                let begun = bytes.contains(&b'\n');
                if !begun {
                    assert!(fought.answers.is_empty(), "{weather:?}");
                    continue;
                }
                let battle = resume(bytes);
                let kept = lines_of(&battle);
                let answered = fought.answers.len();
                // The line that was under way may be kept, though nobody saw its answer.
                assert!(
                    kept.len() == answered || kept.len() == answered + 1,
                    "{weather:?}: {answered} answers, {} entries",
                    kept.len()
                );
                assert_eq!(kept, all[..kept.len()], "{weather:?}");
                if let Some(last) = kept.len().checked_sub(1) {
                    assert_eq!(battle.state(), &quiet.states[last], "{weather:?}");
                }
            }
        }
    }
    assert!(deaths > 200, "{deaths} deaths");
}

#[test]
fn while_the_disk_fails_it_is_said_and_afterwards_all_is_kept_once() {
    let session = &mut session();
    let quiet = fight(session, Weather::DiesBefore(usize::MAX));
    // The opening is the first three steps.
    for from in 3..STEPS {
        for (length, share) in [(1, 0), (2, 50), (3, 100), (6, 30)] {
            let weather = Weather::Fails(from..from + length, share);
            let fought = fight(session, weather.clone());
            assert_eq!(fought.states, quiet.states, "{weather:?}");
            let battle = resume(&fought.bytes.written);
            let kept = lines_of(&battle);
            let whole = lines_of_quiet(&quiet);
            assert_eq!(kept, whole[..kept.len()], "{weather:?}");
            let failed: Vec<&String> = fought
                .answers
                .iter()
                .filter(|answer| answer.contains("not being kept"))
                .collect();
            assert!(!failed.is_empty(), "{weather:?}");
            assert!(
                failed[0].contains("cannot write `battle.jsonl`"),
                "{}",
                failed[0]
            );
            let last = fought.answers.last().expect("an answer");
            if last.contains("not being kept") {
                assert!(kept.len() <= LINES.len(), "{weather:?}");
            } else {
                assert_eq!(kept.len(), LINES.len(), "{weather:?}");
                let well = |answer: &&String| answer.contains("all of the battle is kept");
                assert_eq!(fought.answers.iter().filter(well).count(), 1, "{weather:?}");
            }
        }
    }
}

#[test]
fn a_disk_that_never_gets_well_leaves_a_file_that_loads() {
    let session = &mut session();
    for from in 3..STEPS {
        for share in [0, 99] {
            let fought = fight(session, Weather::Fails(from..usize::MAX, share));
            assert_eq!(fought.answers.len(), LINES.len());
            let (last, before) = fought.answers.split_last().expect("answers");
            assert!(last.contains("not being kept"), "{last}");
            let unkept = before
                .iter()
                .filter(|answer| answer.contains("not being kept"))
                .count()
                + 1;
            for bytes in left(&fought.bytes) {
                let kept = resume(bytes).record().entries().len();
                // A line that was written and could not be synced may be there all the same.
                let sure = LINES.len() - unkept;
                assert!(
                    kept == sure || kept == sure + 1,
                    "{kept} kept, {unkept} not"
                );
            }
        }
    }
}

fn lines_of_quiet(quiet: &Fought) -> Vec<String> {
    let battle = resume(&quiet.bytes.written);
    lines_of(&battle).into_iter().map(str::to_owned).collect()
}
