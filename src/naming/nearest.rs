//! The known name that was probably meant.

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
    let most = (letters / 3).max(1);
    let near = |slips: usize| slips <= most && slips < letters;
    known
        .into_iter()
        .map(|(name, meant)| (slips(&typed, &name.to_lowercase()), meant))
        .filter(|(slips, _)| near(*slips))
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, meant)| meant)
}

/// How many letters are wrong, missing, too many or swapped in a name; names
/// may be cut short, which counts as one slip more.
fn slips(typed: &str, name: &str) -> usize {
    let start: String = name.chars().take(typed.chars().count()).collect();
    let whole = strsim::damerau_levenshtein(typed, name);
    let cut_short = strsim::damerau_levenshtein(typed, &start) + 1;
    whole.min(cut_short)
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

    #[test]
    fn slips_are_counted() {
        assert_eq!(slips("pike", "pike"), 0);
        assert_eq!(slips("pkie", "pike"), 1);
        assert_eq!(slips("musketer", "musketeer"), 1);
        assert_eq!(slips("arqu", "arquebus"), 1);
        assert_eq!(slips("arqube", "arquebus"), 2);
    }
}
