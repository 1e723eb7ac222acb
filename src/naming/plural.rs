//! Singular and plural of a name.

use smol_str::{SmolStr, format_smolstr};

/// The other forms, by number, of a name in lower case with hyphens between
/// its words: plurals if it may be a singular, singulars if it may be a plural.
///
/// Some of them are no English (`hors`); they only ever stand behind names
/// that are, so they do no harm.
pub(super) fn other_forms(name: &str) -> Vec<SmolStr> {
    let (before, last) = match name.rfind('-') {
        Some(hyphen) => name.split_at(hyphen + 1),
        None => ("", name),
    };
    let mut forms = vec![format_smolstr!("{before}{}", plural(last))];
    for singular in singulars(last) {
        forms.push(format_smolstr!("{before}{singular}"));
    }
    // Men-at-arms have their plural in front.
    if let Some(rest) = name.strip_prefix("man-") {
        forms.push(format_smolstr!("men-{rest}"));
    } else if let Some(rest) = name.strip_prefix("men-") {
        forms.push(format_smolstr!("man-{rest}"));
    }
    forms
}

/// What several of a thing are called.
pub(crate) fn plural(word: &str) -> SmolStr {
    if let Some(stem) = word.strip_suffix("man") {
        return format_smolstr!("{stem}men");
    }
    if let Some(stem) = word.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
    {
        return format_smolstr!("{stem}ies");
    }
    if hisses(word) {
        return format_smolstr!("{word}es");
    }
    format_smolstr!("{word}s")
}

fn singulars(word: &str) -> Vec<SmolStr> {
    if let Some(stem) = word.strip_suffix("men") {
        return vec![format_smolstr!("{stem}man")];
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return vec![format_smolstr!("{stem}y")];
    }
    let mut singulars = Vec::new();
    if let Some(stem) = word.strip_suffix("es")
        && hisses(stem)
    {
        singulars.push(stem.into());
    }
    if let Some(stem) = word.strip_suffix('s')
        && !stem.is_empty()
        && !stem.ends_with(['s', 'u', 'i'])
    {
        singulars.push(stem.into());
    }
    singulars
}

/// Whether a word takes `es`.
fn hisses(word: &str) -> bool {
    ["s", "x", "z", "ch", "sh"]
        .iter()
        .any(|end| word.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many_lead_to_each_other() {
        for (one, many) in [
            ("musketeer", "musketeers"),
            ("pike", "pikes"),
            ("levy", "levies"),
            ("janissary", "janissaries"),
            ("peasant", "peasants"),
            ("base", "bases"),
            ("horse", "horses"),
            ("arquebus", "arquebuses"),
            ("swiss", "swisses"),
            ("hex", "hexes"),
            ("pikeman", "pikemen"),
            ("heavy-gun", "heavy-guns"),
            ("man-at-arms", "men-at-arms"),
            ("convoy", "convoys"),
        ] {
            assert!(other_forms(one).iter().any(|form| form == many), "{one}");
            assert!(other_forms(many).iter().any(|form| form == one), "{many}");
        }
    }

    #[test]
    fn an_end_in_s_is_not_always_a_plural() {
        assert_eq!(other_forms("arquebus"), ["arquebuses"]);
        assert_eq!(other_forms("swiss"), ["swisses"]);
    }
}
