//! The shapes of tables on a sheet.

use crate::sheet::Sheet;

/// The rows of a table that is laid down: fewer take no room, more find none across.
const LAID_DOWN: std::ops::RangeInclusive<usize> = 3..=12;
/// The fewest rows of a part of a table that is folded.
const LEAST_IN_A_PART: usize = 4;
/// The most characters of a heading that stays one.
const SHORT_HEAD: usize = 14;
/// The most characters across a column of a sheet.
const ACROSS: usize = 64;

/// A table of two narrow columns with its rows across: it takes two lines instead of as many as it has rows.
pub(super) fn laid_down(sheet: Sheet) -> Sheet {
    let [first, second] = sheet.columns.as_slice() else {
        return sheet;
    };
    let rows = || sheet.rows.iter().map(|row| row.as_slice());
    let pairs: Option<Vec<[&String; 2]>> = rows()
        .map(|row| match row {
            [key, value] => Some([key, value]),
            _ => None,
        })
        .collect();
    let Some(pairs) = pairs.filter(|pairs| LAID_DOWN.contains(&pairs.len())) else {
        return sheet;
    };
    let wide = |text: &String| text.chars().count();
    let across: usize = pairs
        .iter()
        .map(|[key, value]| wide(key).max(wide(value)) + 2)
        .sum();
    let heads = wide(first).min(SHORT_HEAD).max(wide(second));
    if across + heads > ACROSS {
        return sheet;
    }
    let mut notes = sheet.notes.clone();
    let corner = if wide(first) <= SHORT_HEAD {
        first.clone()
    } else {
        notes.insert(0, format!("across: {first}"));
        String::new()
    };
    let keys = pairs.iter().map(|[key, _]| (*key).clone());
    let values = pairs.iter().map(|[_, value]| (*value).clone());
    Sheet {
        columns: std::iter::once(corner).chain(keys).collect(),
        rows: vec![std::iter::once(second.clone()).chain(values).collect()],
        notes,
        ..sheet.clone()
    }
}

/// A long narrow table in two or three parts beside one another.
pub(super) fn folded(sheet: Sheet) -> Sheet {
    let widest = |place: usize| {
        let cells = sheet.rows.iter().filter_map(|row| row.get(place));
        // A heading is broken between its words, a cell is not.
        let head = sheet
            .columns
            .get(place)
            .map(String::as_str)
            .unwrap_or_default();
        let words = head.split(' ').chain(cells.map(String::as_str));
        words
            .map(|word| word.chars().count())
            .max()
            .unwrap_or_default()
            + 2
    };
    let wide: usize = (0..sheet.columns.len()).map(widest).sum();
    let parts = ACROSS / wide.max(1);
    let parts = parts.min(sheet.rows.len() / LEAST_IN_A_PART).min(3);
    if parts < 2 {
        return sheet;
    }
    let long = sheet.rows.len().div_ceil(parts);
    let rows = (0..long).map(|place| {
        let of_parts = (0..parts).filter_map(|part| sheet.rows.get(part * long + place));
        of_parts.flatten().cloned().collect()
    });
    Sheet {
        columns: std::iter::repeat_n(&sheet.columns, parts)
            .flatten()
            .cloned()
            .collect(),
        rows: rows.collect(),
        ..sheet.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_table_is_laid_down() {
        let mut sheet = Sheet::new("levels", &["level", "is"]);
        for (level, is) in [("1", "panicked"), ("2", "routed"), ("3", "shaken")] {
            sheet.row([level.to_owned(), is.to_owned()]);
        }
        let down = laid_down(sheet.clone());
        assert_eq!(down.columns, ["level", "1", "2", "3"]);
        assert_eq!(down.rows, [["is", "panicked", "routed", "shaken"]]);
        sheet.rows.truncate(2);
        assert_eq!(laid_down(sheet.clone()), sheet);
    }

    #[test]
    fn a_long_table_is_folded() {
        let mut sheet = Sheet::new("ground", &["ground", "gives"]);
        for row in [
            "road", "bridge", "village", "woods", "stream", "slope", "hilltop", "ploughed",
        ] {
            sheet.row([row.to_owned(), "2".to_owned()]);
        }
        let folded = folded(sheet);
        assert_eq!(folded.columns, ["ground", "gives", "ground", "gives"]);
        assert_eq!(
            folded.rows,
            [
                ["road", "2", "stream", "2"],
                ["bridge", "2", "slope", "2"],
                ["village", "2", "hilltop", "2"],
                ["woods", "2", "ploughed", "2"],
            ]
        );
    }
}
