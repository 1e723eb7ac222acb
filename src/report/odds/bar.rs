//! Bars that a person can compare by eye.

/// Cells of the longest bar, and the fewest that are worth drawing.
const MOST: usize = 24;
const FEWEST: usize = 6;
/// The parts of a cell, from an eighth to the whole.
const PARTS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// How many cells the longest bar has where so many columns are left; 0 for no bars.
pub(super) fn cells(columns: usize) -> usize {
    // A blank on both sides of it.
    let cells = columns.saturating_sub(2).min(MOST);
    if cells < FEWEST { 0 } else { cells }
}

/// A bar that is this share of so many cells long, at least an eighth of a cell for anything above 0.
pub(super) fn bar(share: f64, cells: usize) -> String {
    if share <= 0.0 {
        return String::new();
    }
    let most = cells * PARTS.len();
    let eighths = (share.min(1.0) * most as f64).round() as usize;
    let eighths = eighths.max(1);
    let full = "█".repeat(eighths / PARTS.len());
    let part = (eighths % PARTS.len())
        .checked_sub(1)
        .and_then(|place| PARTS.get(place));
    full.chars().chain(part.copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!(bar(1.0, 6), "██████");
        assert_eq!(bar(0.5, 6), "███");
        assert_eq!(bar(0.25, 6), "█▌");
        assert_eq!(bar(1e-9, 6), "▏");
        assert_eq!(bar(0.0, 6), "");
    }

    #[test]
    fn no_bar_is_drawn_where_there_is_no_room() {
        assert_eq!(cells(7), 0);
        assert_eq!(cells(12), 10);
        assert_eq!(cells(80), 24);
    }
}
