//! Names as a referee types them: case, hyphens, plurals, prefixes, slips.

pub mod kept;
pub mod names;
pub mod phrase;

mod nearest;
mod plural;
mod spelling;

pub use names::{Found, Names};
pub use nearest::{nearest, nearest_of, shortens};
pub(crate) use plural::plural as plural_of;
pub use spelling::{folded, key_in_words};

/// Whether a name begins with what was typed, as names are compared: anything begins with nothing.
pub fn begins(name: &str, typed: &str) -> bool {
    spelling::folded(name).starts_with(&*spelling::folded(typed))
}

#[cfg(test)]
mod tests {
    use super::begins;

    #[test]
    fn the_beginning_of_a_name_is_known_in_any_spelling() {
        for typed in ["", "h", "HEAVY", "heavy g", "heavy_gun", "heavy-gun"] {
            assert!(begins("heavy-gun", typed), "{typed}");
            assert!(begins("Heavy gun", typed), "{typed}");
        }
        assert!(!begins("heavy-gun", "gun"));
        assert!(!begins("heavy", "heavy gun"));
    }
}
