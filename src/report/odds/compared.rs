//! The odds of two lines side by side.

use std::collections::BTreeSet;

use super::rows::Bins;
use super::title::title;
use super::{Cells, Ink, Look, StyledText};
use crate::odds::{Came, Found, Spread, chance_text, mean, mean_text};

/// Below this, points are not shown to the hundredth.
const LEAST_SHOWN: f64 = 0.005;

pub(super) fn text(left: &Found, right: &Found, look: Look) -> StyledText {
    let Look { width, ink, .. } = look;
    let Ink { bold, dim, .. } = ink;
    let mut text = StyledText::default();
    for (which, found) in [("A  ", left), ("B  ", right)] {
        text.push(which);
        text.push_line(bold, &found.said);
    }
    if let (Some(one), Some(other)) = (left.rounds, right.rounds) {
        let (one, other) = (mean_text(one), mean_text(other));
        text.push(&format!("rounds in the mean: A {one}, B {other}\n"));
    }
    let mut told: Vec<(Vec<String>, &Spread, &Spread)> = Vec::new();
    let mut alike = true;
    for (topic, one) in left.odds.each() {
        let Some(other) = right.odds.same(topic) else {
            continue;
        };
        if one.len() < 2 && one == other {
            continue;
        }
        alike = false;
        let name = title(&left.odds, topic);
        match told
            .iter_mut()
            .find(|told| told.1 == one && told.2 == other)
        {
            Some((titles, ..)) => titles.push(name),
            None => told.push((vec![name], one, other)),
        }
    }
    for (titles, one, other) in &told {
        text.push("\n");
        text.push_line(bold, &titles.join(" · "));
        text.push(&table(one, other, width));
        if let (Some(one), Some(other)) = (mean(one), mean(other)) {
            let by = mean_text(other - one);
            let (one, other) = (mean_text(one), mean_text(other));
            text.push("  ");
            text.push_line(dim, &format!("mean A {one}, B {other}, difference {by}"));
        }
    }
    if alike {
        text.push("nothing that both lines give can differ\n");
    }
    text
}

fn table(left: &Spread, right: &Spread, width: u16) -> String {
    let bins = Bins::for_all(&[left, right]);
    let left = left.map(|value| bins.key(value));
    let right = right.map(|value| bins.key(value));
    let keys: BTreeSet<&Came> = left
        .iter()
        .chain(right.iter())
        .map(|(key, _)| key)
        .collect();
    let mut lengths = Vec::new();
    let mut rows = Vec::new();
    for key in keys {
        let (one, other) = (left.chance(key), right.chance(key));
        lengths.push(other.p());
        rows.push(vec![
            bins.label(key),
            chance_text(&one),
            chance_text(&other),
            if one == other {
                "0".to_owned()
            } else {
                points_text((other.p() - one.p()) * 100.0)
            },
        ]);
    }
    let most = lengths.iter().copied().fold(0.0, f64::max);
    let lengths: Vec<f64> = lengths.into_iter().map(|length| length / most).collect();
    let cells = Cells {
        head: vec!["", "A", "B", "points"],
        rows,
    };
    cells.with_bars("B", &lengths, width)
}

/// `+5.76`, `-0.31`; a difference too small to show keeps its sign.
fn points_text(points: f64) -> String {
    if points.abs() < LEAST_SHOWN {
        let sign = if points < 0.0 { '-' } else { '+' };
        return format!("{sign}<0.01");
    }
    format!("{points:+.2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_keep_their_sign() {
        assert_eq!(points_text(5.756), "+5.76");
        assert_eq!(points_text(-0.31), "-0.31");
        assert_eq!(points_text(-0.0001), "-<0.01");
    }
}
