//! Conditions as a sheet shows them: without what the settings in force have decided already.

use crate::rules::RuleSet;
use crate::rules::condition::Condition;
use crate::rules::on_paper::Shows;
use crate::rules::setting::Switch;
use crate::rules::steps::expression::Comparison;
use crate::settings::Settings;

/// For whom conditions are put into words.
#[derive(Clone, Copy)]
pub(super) enum Reader<'a> {
    /// Somebody at the program, who can set everything otherwise.
    AtTheProgram,
    /// Somebody with a sheet, on which these settings are in force.
    OnPaper(&'a Settings),
}

/// What is left of a condition.
enum Left {
    Holds,
    Never,
    Open(Condition),
}

impl Reader<'_> {
    /// What is left to ask of conditions that must all hold; `None` where they never do.
    pub(super) fn left<'c>(
        self,
        rules: &RuleSet,
        when: impl IntoIterator<Item = &'c Condition>,
    ) -> Option<Vec<Condition>> {
        let Reader::OnPaper(settings) = self else {
            return Some(when.into_iter().cloned().collect());
        };
        let mut open = Vec::new();
        for condition in when {
            match left(rules, settings, condition) {
                Left::Holds => {}
                Left::Never => return None,
                Left::Open(condition) => open.push(condition),
            }
        }
        Some(open)
    }

    /// Whether conditions can hold for what a sheet shows.
    pub(super) fn shows(self, rules: &RuleSet, when: &[Condition]) -> bool {
        match self {
            Reader::AtTheProgram => true,
            Reader::OnPaper(_) => !when.iter().any(|condition| hidden(rules, condition)),
        }
    }
}

/// Whether a condition asks for a word that no sheet shows.
fn hidden(rules: &RuleSet, condition: &Condition) -> bool {
    match condition {
        Condition::Said(word) => rules.words.get(*word).shows == Shows::No,
        Condition::Foe(inner)
        | Condition::Friend(inner)
        | Condition::Opposite(inner)
        | Condition::Facing(inner) => hidden(rules, inner),
        Condition::Any(several) => several.iter().all(|one| hidden(rules, one)),
        Condition::All(several) => several.iter().any(|one| hidden(rules, one)),
        _ => false,
    }
}

fn left(rules: &RuleSet, settings: &Settings, condition: &Condition) -> Left {
    let is = |holds: bool| if holds { Left::Holds } else { Left::Never };
    match condition {
        Condition::Setting(setting) => is(settings.switch(rules, *setting) == Switch::On),
        Condition::Reading(setting, place) => {
            let readings = rules.settings.get(*setting).of.readings();
            let number = settings.number(rules, *setting);
            let reading = rules.settings.get(*setting).of.reading(number);
            let wanted = readings.get(*place);
            is(reading
                .zip(wanted)
                .is_some_and(|(one, other)| one.id == other.id))
        }
        Condition::Said(_) if hidden(rules, condition) => Left::Never,
        // On paper a blank is a box to write in.
        Condition::Compare(comparison) if matches!(**comparison, Comparison::Blank(_)) => {
            Left::Never
        }
        Condition::Not(inner) => match left(rules, settings, inner) {
            Left::Holds => Left::Never,
            Left::Never => Left::Holds,
            Left::Open(inner) => Left::Open(Condition::Not(Box::new(inner))),
        },
        Condition::Foe(inner) => within(rules, settings, inner, Condition::Foe),
        Condition::Friend(inner) => within(rules, settings, inner, Condition::Friend),
        Condition::Opposite(inner) => within(rules, settings, inner, Condition::Opposite),
        Condition::Facing(inner) => within(rules, settings, inner, Condition::Facing),
        Condition::All(several) => {
            let reader = Reader::OnPaper(settings);
            match reader.left(rules, several).as_deref() {
                None => Left::Never,
                Some([]) => Left::Holds,
                Some([only]) => Left::Open(only.clone()),
                Some(open) => Left::Open(Condition::All(open.to_vec())),
            }
        }
        Condition::Any(several) => {
            let mut open = Vec::new();
            for one in several {
                match left(rules, settings, one) {
                    Left::Holds => return Left::Holds,
                    Left::Never => {}
                    Left::Open(one) => open.push(one),
                }
            }
            match open.as_slice() {
                [] => Left::Never,
                [only] => Left::Open(only.clone()),
                _ => Left::Open(Condition::Any(open)),
            }
        }
        condition => Left::Open(condition.clone()),
    }
}

/// What is left of a condition on somebody else.
fn within(
    rules: &RuleSet,
    settings: &Settings,
    inner: &Condition,
    of: impl Fn(Box<Condition>) -> Condition,
) -> Left {
    match left(rules, settings, inner) {
        Left::Never => Left::Never,
        Left::Holds => Left::Open(of(Box::new(inner.clone()))),
        Left::Open(inner) => Left::Open(of(Box::new(inner))),
    }
}
