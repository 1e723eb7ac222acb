//! The known name that was probably meant.

use std::borrow::Cow;

/// Words longer than this are not compared: nobody mistypes a word that long.
const LONGEST: usize = 40;

/// The known name nearest to the one typed, or none if nothing is near.
///
/// Near means at most one slip (a letter too many, too few, wrong or swapped)
/// for every three letters, and never less than one; a name may be cut short,
/// which counts as one slip more. Equally near names are settled by their order.
pub fn nearest<'w>(typed: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    nearest_of(typed, known.into_iter().map(|name| (name, name)))
}

/// What the known name nearest to the one typed stands for; see [`nearest`].
pub fn nearest_of<'w, T>(typed: &str, known: impl IntoIterator<Item = (&'w str, T)>) -> Option<T> {
    let letters = typed.chars().count();
    if letters > LONGEST {
        return None;
    }
    let typed = typed.to_lowercase();
    let most = (letters / 3).max(1).min(letters.checked_sub(1)?);
    known
        .into_iter()
        .filter_map(|(name, meant)| Some((slips(&typed, &small(name), most)?, meant)))
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, meant)| meant)
}

/// The fewest letters that can stand for a whole word.
const FEWEST_LETTERS: usize = 3;

/// Whether a word may have been typed without some of its letters: `mskt` for `musketeer`.
pub fn shortens(typed: &str, word: &str) -> bool {
    let typed = typed.to_lowercase();
    let word = word.to_lowercase();
    let mut letters = word.chars();
    typed.chars().count() >= FEWEST_LETTERS
        && typed.chars().next() == word.chars().next()
        && typed
            .chars()
            .all(|letter| letters.any(|next| next == letter))
}

/// A name in small letters.
fn small(name: &str) -> Cow<'_, str> {
    if name
        .bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
    {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.to_lowercase())
}

/// How many letters are wrong, missing, too many or swapped in a name, if not more than `most`; names
/// may be cut short, which counts as one slip more.
fn slips(typed: &str, name: &str, most: usize) -> Option<usize> {
    let length = typed.chars().count();
    let start = name.char_indices().nth(length).map(|(end, _)| end);
    let start = name.get(..start.unwrap_or(name.len())).unwrap_or(name);
    let whole = distance(typed, name, most);
    let cut_short = match most.checked_sub(1) {
        Some(less) => distance(typed, start, less).map(|slips| slips + 1),
        None => None,
    };
    whole.into_iter().chain(cut_short).min()
}

/// The slips between two texts, if not more than `most`.
fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    // Nearly all names differ by more at the first look, and working out by how much takes time.
    if least_distance(one, other) > most {
        return None;
    }
    Some(strsim::damerau_levenshtein(one, other)).filter(|slips| *slips <= most)
}

/// A number of slips that two texts have at the least: each slip changes the length by one at most,
/// and takes away one letter at most.
fn least_distance(one: &str, other: &str) -> usize {
    let lengths = one.chars().count().abs_diff(other.chars().count());
    let (one, other) = (letters(one), letters(other));
    let only = |letters: u64| letters.count_ones() as usize;
    lengths.max(only(one & !other)).max(only(other & !one))
}

/// The letters of a text as a set; several may be one in it.
fn letters(text: &str) -> u64 {
    text.chars()
        .fold(0, |set, letter| set | 1 << (u32::from(letter) % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ARMS: [&str; 3] = ["infantry", "cavalry", "artillery"];

    #[test]
    fn a_slip_is_forgiven() {
        assert_eq!(nearest("calvary", ARMS), Some("cavalry"));
        assert_eq!(nearest("Infantrie", ARMS), Some("infantry"));
        assert_eq!(nearest("cav", ARMS), Some("cavalry"));
    }

    #[test]
    fn nothing_near_is_nothing() {
        assert_eq!(nearest("elephant", ARMS), None);
        assert_eq!(nearest("", ARMS), None);
        assert_eq!(nearest(&"cavalry".repeat(9), ARMS), None);
    }

    #[test]
    fn the_first_of_equals_wins() {
        assert_eq!(nearest("bat", ["cat", "hat"]), Some("cat"));
    }

    #[test]
    fn slips_are_counted() {
        assert_eq!(slips("pike", "pike", 9), Some(0));
        assert_eq!(slips("pkie", "pike", 9), Some(1));
        assert_eq!(slips("musketer", "musketeer", 9), Some(1));
        assert_eq!(slips("arqu", "arquebus", 9), Some(1));
        assert_eq!(slips("arqube", "arquebus", 9), Some(2));
        assert_eq!(slips("arqube", "arquebus", 1), None);
    }

    proptest! {
        #[test]
        fn the_first_look_takes_no_name_away(one in "[a-fé–]{0,8}", other in "[a-fé–]{0,8}") {
            prop_assert!(least_distance(&one, &other) <= strsim::damerau_levenshtein(&one, &other));
        }
    }
}
