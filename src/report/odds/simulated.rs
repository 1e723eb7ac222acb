//! An estimate beside the exact odds.

use std::collections::BTreeSet;

use super::rows::Bins;
use super::title::title;
use super::{Cells, Ink, Look, StyledText};
use crate::dice::Grouped;
use crate::odds::{Came, GENERATOR, Simulated, Spread, chance_text, margin, mean, mean_text};

pub(super) fn text(simulated: &Simulated, look: Look) -> StyledText {
    let Look { width, ink, .. } = look;
    let Ink { bold, dim, .. } = ink;
    let times = Grouped(u128::from(simulated.times));
    let mut text = StyledText::default();
    text.push_line(bold, &simulated.said);
    text.push(&format!(
        "an estimate: thrown {times} times by {GENERATOR}, seed {}\n",
        simulated.seed
    ));
    if let Err(size) = &simulated.exact {
        text.push(&format!("{size}\n"));
    }
    let exact = simulated.exact.as_ref().ok();
    for (topic, seen) in simulated.seen.each() {
        let exact = exact.and_then(|found| found.odds.same(topic));
        if seen.len() < 2 && exact.is_none_or(|exact| exact.len() < 2) {
            continue;
        }
        let name = title(&simulated.seen, topic);
        text.push("\n");
        text.push_line(bold, &name);
        text.push(&table(seen, exact, simulated.times, width));
        let means = [exact.and_then(mean), mean(seen)];
        let mean = match means.map(|mean| mean.map(mean_text)) {
            [Some(exact), Some(seen)] => format!("mean {exact} exactly, {seen} estimated"),
            [None, Some(seen)] => format!("mean {seen} estimated"),
            _ => continue,
        };
        text.push("  ");
        text.push_line(dim, &mean);
    }
    text
}

fn table(seen: &Spread, exact: Option<&Spread>, times: u64, width: u16) -> String {
    let both: Vec<&Spread> = [Some(seen), exact].into_iter().flatten().collect();
    let bins = Bins::for_all(&both);
    let seen = seen.map(|value| bins.key(value));
    let exact = exact.map(|exact| exact.map(|value| bins.key(value)));
    let of_exact = exact.iter().flat_map(|exact| exact.iter());
    let keys: BTreeSet<&Came> = seen.iter().chain(of_exact).map(|(key, _)| key).collect();
    let row = |key: &Came| {
        let chance = seen.chance(key);
        let mut cells = vec![bins.label(key)];
        if let Some(exact) = &exact {
            cells.push(chance_text(&exact.chance(key)));
        }
        cells.push(if chance.is_impossible() {
            "none seen".to_owned()
        } else if chance.is_certain() {
            "all seen".to_owned()
        } else {
            chance_text(&chance)
        });
        cells.push(format!("± {:.2}", margin(chance.p(), times) * 100.0));
        cells
    };
    let rows = keys.into_iter().map(row).collect();
    let head = match &exact {
        Some(_) => vec!["", "exact", "estimate", "(95 %)"],
        None => vec!["", "estimate", "(95 %)"],
    };
    Cells { head, rows }.plain(width)
}
