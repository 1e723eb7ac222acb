//! Types random scripts at every rule set, on a stable compiler: `drive [LINES] [SEED]`.
//!
//! Every thread goes on until so many lines have been typed altogether. A script that ends in a
//! panic is printed whole, with what repeats it.

use std::cell::RefCell;
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use drumhead::rules::library::BUILT_IN;
use drumhead_fuzz::generate::Words;
use drumhead_fuzz::{cases, script, session};

/// Lines that have been typed by all threads.
static TYPED: AtomicU64 = AtomicU64::new(0);
/// How often it is told how far it has come.
const TELL_EVERY: Duration = Duration::from_secs(10);
/// A script that takes longer is told of.
const SLOW: Duration = Duration::from_secs(2);

thread_local! {
    /// What is being typed.
    static NOW: RefCell<(usize, Vec<String>)> = const { RefCell::new((0, Vec::new())) };
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| {
        arguments
            .next()
            .and_then(|it| it.parse().ok())
            .unwrap_or(otherwise)
    };
    let (lines, seed): (u64, u64) = (number(100_000), number(1));
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |about| {
        before(about);
        NOW.with_borrow(|(rules, lines)| {
            eprintln!("\nat {}:\n{}", BUILT_IN[*rules].0, lines.join("\n"));
            eprintln!("\nas a Rust text: {lines:?}");
        });
        std::process::exit(101);
    }));
    let began = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                type_until(lines, Choices(seed.wrapping_mul(1_000_003) + thread as u64))
            });
        }
        scope.spawn(move || tell(lines, began));
    });
    let typed = TYPED.load(Ordering::Relaxed);
    println!(
        "{typed} lines without a panic in {:.0} s",
        began.elapsed().as_secs_f64()
    );
}

fn type_until(lines: u64, mut choices: Choices) {
    let words: Vec<Words> = BUILT_IN
        .iter()
        .map(|(id, ..)| Words::of(session(id).rules(), &cases(id)))
        .collect();
    while TYPED.load(Ordering::Relaxed) < lines {
        let rules = choices.below(words.len());
        let typed = words[rules].script(&mut |most| choices.below(most));
        let began = Instant::now();
        NOW.with_borrow_mut(|now| *now = (rules, typed.clone()));
        script(rules, &typed);
        if began.elapsed() > SLOW {
            println!("took {:.1} s: {typed:?}", began.elapsed().as_secs_f64());
        }
        TYPED.fetch_add(typed.len() as u64, Ordering::Relaxed);
    }
}

fn tell(lines: u64, began: Instant) {
    let mut told = Instant::now();
    loop {
        std::thread::sleep(Duration::from_millis(100));
        let typed = TYPED.load(Ordering::Relaxed);
        if typed >= lines {
            return;
        }
        if told.elapsed() >= TELL_EVERY {
            told = Instant::now();
            let rate = typed as f64 / began.elapsed().as_secs_f64();
            println!("{typed} of {lines} lines, {rate:.0} a second");
        }
    }
}

/// Numbers that look like chance and come again with the same seed (SplitMix64).
struct Choices(u64);

impl Choices {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % most.max(1) as u64).unwrap_or(0)
    }
}
