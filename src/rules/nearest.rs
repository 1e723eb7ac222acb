//! The known word that was probably meant.

/// Words longer than this are not compared: nobody mistypes a word that long.
const LONGEST: usize = 40;

/// The known word nearest to the one typed, or none if nothing is near.
///
/// Near means at most one slip (a letter too many, too few, wrong or swapped)
/// for every three letters, and never less than one; or that the word typed,
/// of three letters or more, begins the known one. Equally near words are
/// settled by their order.
pub(super) fn nearest<'w>(
    typed: &str,
    known: impl IntoIterator<Item = &'w str>,
) -> Option<&'w str> {
    let letters = typed.chars().count();
    if letters > LONGEST {
        return None;
    }
    let typed = typed.to_lowercase();
    let allowed = (letters / 3).max(1);
    known
        .into_iter()
        .filter_map(|word| Some((slips(&typed, word, allowed)?, word)))
        .min_by_key(|&(slips, _)| slips)
        .map(|(_, word)| word)
}

fn slips(typed: &str, word: &str, allowed: usize) -> Option<usize> {
    let lower = word.to_lowercase();
    let slips = strsim::osa_distance(typed, &lower);
    if slips <= allowed {
        return Some(slips);
    }
    let begins = typed.len() >= 3 && lower.starts_with(typed);
    begins.then_some(allowed.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
