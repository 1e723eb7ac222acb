//! The hint behind the cursor: the rest of a name, or what is wanted next.

use rustyline::hint::Hint as Shown;

use crate::language::expect::Expected;

/// A hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Hint {
    /// The rest of a name, which the right arrow takes.
    Rest(String),
    /// What is wanted, which can only be read.
    Wanted(String),
}

impl Shown for Hint {
    fn display(&self) -> &str {
        match self {
            Hint::Rest(text) | Hint::Wanted(text) => text,
        }
    }

    fn completion(&self) -> Option<&str> {
        match self {
            Hint::Rest(text) => Some(text),
            Hint::Wanted(_) => None,
        }
    }
}

/// The hint at the end of a line for which `expected` was told.
pub(super) fn hint(line: &str, expected: &Expected<'_>) -> Option<Hint> {
    let typed = line.get(expected.from..)?;
    if !typed.is_empty() {
        // Only what can be added to the letters typed; the plainest name of those.
        let rests = expected.what.iter().filter_map(|one| {
            let (begun, rest) = one.text.split_at_checked(typed.len())?;
            begun.eq_ignore_ascii_case(typed).then_some(rest)
        });
        let rest = rests.min_by_key(|rest| rest.len())?;
        return (!rest.is_empty()).then(|| Hint::Rest(rest.to_owned()));
    }
    if !line.trim().is_empty() && !expected.form.is_empty() {
        return Some(Hint::Wanted(expected.form.clone().into_owned()));
    }
    // Nothing need follow; what a complete line may come to is told instead.
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::expect::Candidate;

    fn expected(from: usize, names: &[&'static str], form: &'static str) -> Expected<'static> {
        let what = names.iter().map(|text| Candidate { text, about: "" });
        Expected {
            from,
            what: what.collect(),
            form: form.into(),
        }
    }

    #[test]
    fn the_rest_of_the_plainest_name_is_shown() {
        let rest = |text: &str| Some(Hint::Rest(text.to_owned()));
        assert_eq!(
            hint("help ret", &expected(5, &["retreat"], "")),
            rest("reat")
        );
        assert_eq!(
            hint("help RET", &expected(5, &["retreat"], "")),
            rest("reat")
        );
        assert_eq!(
            hint("help ret", &expected(5, &["retrospect", "retreat"], "")),
            rest("reat")
        );
        assert_eq!(hint("help fire", &expected(5, &["fire"], "")), None);
        // `at l` would become `at-least`, which is no addition.
        assert_eq!(hint("help at l", &expected(5, &["at-least"], "")), None);
        assert_eq!(hint("help é", &expected(5, &["elite"], "")), None);
    }

    #[test]
    fn what_is_wanted_is_shown_after_a_blank() {
        let wanted = Some(Hint::Wanted("TYPE".to_owned()));
        assert_eq!(hint("fire 4 ", &expected(7, &["fire"], "TYPE")), wanted);
        assert_eq!(hint("", &expected(0, &["fire"], "VERB")), None);
        assert_eq!(hint("why ", &expected(4, &[], "")), None);
    }
}
