//! Places in the source, each with a letter that stands for it in a table.

use super::unless_empty;
use crate::paper::Section;

/// The most characters of a place that stands in a table itself.
const SHORT: usize = 6;

/// The places of a sheet, in the order in which they were met.
#[derive(Debug, Default)]
pub(super) struct Places(Vec<String>);

impl Places {
    /// What stands in a table for a place: itself where it is short, else its letter.
    pub(super) fn sign(&mut self, place: Option<&str>) -> String {
        let Some(place) = place.filter(|place| !place.is_empty()) else {
            return String::new();
        };
        if place.chars().count() <= SHORT {
            return place.to_owned();
        }
        let known = self.0.iter().position(|known| known == place);
        letter(known.unwrap_or_else(|| {
            self.0.push(place.to_owned());
            self.0.len() - 1
        }))
    }

    /// What each letter stands for; `None` where there is none.
    pub(super) fn section(&self) -> Option<Section> {
        let mut section = Section::new("Places in the source");
        let places = self.0.iter().enumerate();
        let places = places.map(|(number, place)| format!("`{}` {place}", letter(number)));
        section.run("", places.collect());
        unless_empty(section)
    }

    /// What is said, with the sign of its place after it.
    pub(super) fn after(&mut self, said: String, place: Option<&str>) -> String {
        match self.sign(place) {
            sign if sign.is_empty() => said,
            sign => format!("{said}\u{a0}[{sign}]"),
        }
    }
}

/// `a` to `z`, then `aa`, `ab`.
fn letter(number: usize) -> String {
    let last = u8::try_from(number % 26).map_or('z', |place| char::from(b'a' + place));
    match number / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letter(more - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_one_letter() {
        let mut places = Places::default();
        let signs = ["Fire: losses", "8.27", "Fire: retreats", "Fire: losses"];
        let signs = signs.map(|place| places.sign(Some(place)));
        assert_eq!(signs, ["a", "8.27", "b", "a"]);
        assert_eq!(places.sign(None), "");
        assert_eq!([letter(25), letter(26), letter(52)], ["z", "aa", "ba"]);
    }
}
