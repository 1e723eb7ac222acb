//! One step: whose it is, when it happens, what it does.

use super::step_keys::Does;
use super::{Body, Own, PartOf, Resolver, Stand, names, place};
use crate::number::Number;
use crate::rules::read::limits::crossed;
use crate::rules::read::steps::raw::{RawChoice, RawField, RawReading, RawSays, RawStep};
use crate::rules::read::steps::syntax::NodeKind;
use crate::rules::reader::{Sound, Text};
use crate::rules::shelf::Id;
use crate::rules::steps::expression::Choice;
use crate::rules::steps::{
    Act, Alone, Headline, LoopOf, Saying, Scope, Shown, Step, StepId, StepSays, StepSide, To,
};
use crate::rules::word::{Takes, Word};

impl<'r> Resolver<'r, '_> {
    /// The step at this place, resolved.
    pub(super) fn entry(&mut self, place: usize) -> Option<Step> {
        let id = u16::try_from(place).ok().map(StepId)?;
        let entry = self.entries.get(place)?;
        let key = entry.key;
        match entry.body {
            Body::Step(raw) => self.step(id, key, raw),
            Body::Reading(of, throw, raw) => self.reading_step(id, key, of, throw, raw),
            Body::Faulty => None,
        }
    }

    fn step(&mut self, id: StepId, key: &'r Text, raw: &'r RawStep) -> Option<Step> {
        let scope = raw.of.unwrap_or(Scope::Unit);
        let stand = Stand {
            own: Own::Number(&key.text),
            part_of: PartOf::Step(id),
            ..Stand::of(scope)
        }
        .sound(raw.sound);
        let does = self.does(key, raw);
        if let Some(does) = does {
            self.check_keys(key, raw, does);
        }
        self.check_limits(key, raw.least, raw.most);
        let side = self.side(raw, id);
        let when = self.conditions(&raw.when.0, stand);
        let act = does.and_then(|does| self.act(does, key, raw, stand));
        let otherwise = raw.otherwise.as_ref().map(|cell| self.cell(cell));
        let own_value = Stand {
            own: Own::Value,
            part_of: PartOf::Text,
            ..stand
        };
        let shown = self.conditions(&raw.shown.0, own_value);
        let say = match does {
            Some(Does::Tell) => Some(StepSays::Nothing),
            _ => self.says(raw.say.as_ref(), own_value),
        };
        let hidden = does.is_some_and(|does| {
            matches!(
                does,
                Does::Result | Does::Gives | Does::Sheds | Does::Level | Does::Leaves | Does::Tell
            )
        });
        if raw.sound == Sound::No {
            return None;
        }
        Some(Step {
            id: key.text.clone(),
            of: scope,
            side: side?,
            when: when?,
            act: act?,
            least: raw.least,
            most: raw.most,
            otherwise: transposed(otherwise)?,
            field: match (&raw.field, hidden) {
                (None, true) => None,
                (field, _) => field_name(key, field.as_ref()),
            },
            headline: headline(raw.headline),
            modifiers: Vec::new(),
            say: say?,
            on_paper: raw.on_paper.clone().unwrap_or_default(),
            alone: match raw.alone {
                Some(true) => Alone::AtTheTop,
                _ => Alone::WithItsUnit,
            },
            shown: match (raw.optional, shown?) {
                (_, shown) if !shown.is_empty() => Shown::When(shown),
                (Some(true), _) => Shown::WhereItIsSo,
                _ => Shown::Always,
            },
            cite: raw.cite.clone(),
            place: place(&key.at),
        })
    }

    /// Notes a value that is held to a least beyond its most.
    pub(super) fn check_limits(&self, key: &Text, least: Option<Number>, most: Option<Number>) {
        if let (Some(least), Some(most)) = (least, most)
            && let Some(message) = crossed(least, most)
        {
            self.fault(&key.at, message)
                .hint("the value is held to `least` or more, and to `most` or less");
        }
    }

    /// What the working says of a step.
    fn says(&mut self, raw: Option<&'r RawSays>, stand: Stand<'r>) -> Option<StepSays> {
        match raw {
            None => Some(StepSays::Engine),
            Some(RawSays::Nothing) => Some(StepSays::Nothing),
            Some(RawSays::Text(say)) => {
                let say = self.template(say, stand)?;
                Some(StepSays::Words(vec![Saying {
                    when: Vec::new(),
                    say,
                    cite: None,
                }]))
            }
            Some(RawSays::Choices(choices)) => {
                let mut sayings = Vec::with_capacity(choices.len());
                for choice in choices {
                    let when = self.conditions(&choice.when.0, stand);
                    let say = self.template(&choice.say, stand);
                    sayings.push(when.zip(say).map(|(when, say)| Saying {
                        when,
                        say,
                        cite: choice.cite.clone(),
                    }));
                }
                sayings
                    .into_iter()
                    .collect::<Option<_>>()
                    .map(StepSays::Words)
            }
        }
    }

    fn reading_step(
        &mut self,
        id: StepId,
        key: &'r Text,
        of: StepId,
        throw: &'r RawStep,
        raw: &'r RawReading,
    ) -> Option<Step> {
        let scope = throw.of.unwrap_or(Scope::Unit);
        let stand = Stand {
            own: Own::Number(&key.text),
            part_of: PartOf::Step(id),
            ..Stand::of(scope)
        }
        .sound(throw.sound)
        .sound(raw.sound);
        let side = self.side(throw, of);
        let reading = self.further_reading(key, throw, raw, stand);
        let own_value = Stand {
            own: Own::Value,
            part_of: PartOf::Text,
            ..stand
        };
        let say = self.says(raw.say.as_ref(), own_value);
        if raw.sound == Sound::No || throw.sound == Sound::No {
            return None;
        }
        Some(Step {
            id: key.text.clone(),
            of: scope,
            side: side?,
            when: Vec::new(),
            act: Act::Reading(of, reading?),
            least: None,
            most: None,
            otherwise: None,
            field: field_name(key, raw.field.as_ref()),
            headline: headline(raw.headline),
            modifiers: Vec::new(),
            say: say?,
            on_paper: raw.on_paper.clone().unwrap_or_default(),
            alone: Alone::WithItsUnit,
            shown: Shown::Always,
            cite: raw.cite.clone(),
            place: place(&key.at),
        })
    }

    /// The side that a step is of.
    fn side(&mut self, raw: &'r RawStep, id: StepId) -> Option<StepSide> {
        let Some(side) = &raw.side else {
            return Some(StepSide::Both);
        };
        let entry = self.entries.get(usize::from(id.0));
        let turn = entry.and_then(|entry| entry.turn);
        match side.text.as_str() {
            _ if raw.of == Some(Scope::Line) => {
                self.fault(&side.at, "a step of the line is of no side")
                    .hint("leave out `side`, or say `of = \"side\"`");
                None
            }
            "attacker" => Some(StepSide::Attacker),
            "defender" => {
                self.warn_of_nobody(&side.at);
                Some(StepSide::Defender)
            }
            "foe" if turn.is_some_and(|turn| turn.of == LoopOf::Side) => Some(StepSide::Foe),
            "foe" => {
                self.fault(
                    &side.at,
                    "there is no foe outside of a row that runs for each side",
                )
                .hint("`foe` is the other side in a row that runs with `each = \"side\"`");
                None
            }
            name => {
                let Some(step) = self.step_named(name) else {
                    let steps = (0..).map(StepId).zip(&self.entries);
                    let steps = steps.filter(|(id, _)| self.names_a_side(*id));
                    let steps = steps.map(|(_, entry)| entry.key.text.as_str());
                    let known = ["attacker", "defender", "foe"].into_iter().chain(steps);
                    let noted =
                        self.fault(&side.at, format!("there is no side and no step `{name}`"));
                    names::hint_nearest(noted, name, known);
                    return None;
                };
                let body = self
                    .entries
                    .get(usize::from(step.0))
                    .map(|entry| entry.body);
                if matches!(body, Some(Body::Faulty)) {
                    return None;
                }
                let stand = Stand {
                    part_of: PartOf::Step(id),
                    ..Stand::of(Scope::Line)
                };
                self.lean_on_step(step, name, &side.at, stand)?;
                if !self.names_a_side(step) {
                    self.fault(&side.at, format!("the value of `{name}` is not a side"))
                        .hint("a step that names a side answers `attacker` or `defender`");
                    return None;
                }
                Some(StepSide::Named(step))
            }
        }
    }

    fn act(
        &mut self,
        does: Does,
        key: &'r Text,
        raw: &'r RawStep,
        stand: Stand<'r>,
    ) -> Option<Act> {
        let to = raw.to.unwrap_or(To::Own);
        match does {
            Does::Is => self.choice(raw.is.as_ref()?, stand).map(Act::Work),
            Does::Holds => self
                .conditions(&raw.holds.as_ref()?.0, stand)
                .map(Act::Holds),
            Does::Roll => self.roll(key, raw, stand).map(Act::Roll),
            Does::Table => self.look_up(key, raw, stand).map(Act::Look),
            Does::Lose => self
                .choice(raw.lose.as_ref()?, stand)
                .map(|lose| Act::Lose(lose, to)),
            Does::Result => self
                .result(raw.result.as_ref()?, stand)
                .map(|is| Act::Result(is, to)),
            Does::Gives => {
                let words = self.words(&raw.gives.as_ref()?.0);
                if let (Some(number), Some(words)) = (&raw.number, &words) {
                    self.check_number_given(&number.at, words);
                }
                let number = match &raw.number {
                    Some(number) => Some(self.number_or_name(number, stand)?),
                    None => None,
                };
                words.map(|words| Act::Gives(words, number, to))
            }
            Does::Sheds => self
                .words(&raw.sheds.as_ref()?.0)
                .map(|words| Act::Sheds(words, to)),
            Does::Level => {
                let level = self.choice(raw.level.as_ref()?, stand);
                let levels = self.words(&raw.levels);
                if raw.levels.is_empty() && raw.sound == Sound::Yes {
                    self.fault(&key.at, format!("`{}` names no `levels`", key.text))
                        .hint("write the states by their numbers: `levels = [\"shaken\", \"steady\"]`");
                }
                Some(Act::Level(level?, levels?, to))
            }
            Does::Leaves => {
                let say = self.template(raw.leaves.as_ref()?, stand);
                say.map(|say| Act::Leaves(say, to))
            }
            Does::AtOnce => Some(Act::AtOnce(to)),
            Does::Tell => {
                let say = match raw.say.as_ref()? {
                    RawSays::Text(say) => self.template(say, stand),
                    _ => {
                        self.fault(&key.at, format!("`{}` tells nothing", key.text))
                            .hint("write `say = \"…\"`");
                        None
                    }
                };
                say.map(|say| Act::Tell(say, to))
            }
        }
    }

    /// A result that is named or worked out.
    fn result(&mut self, raw: &'r RawChoice, stand: Stand<'r>) -> Option<Choice> {
        let sound = self.are_results(raw);
        let read = self.choice(raw, stand);
        sound.then_some(read).flatten()
    }

    /// Notes what a `result` names that is no result.
    fn are_results(&self, raw: &RawChoice) -> bool {
        let node = match raw {
            RawChoice::Value(node) => node,
            RawChoice::Branches(branches) => {
                let sound: Vec<bool> = branches
                    .iter()
                    .flatten()
                    .map(|branch| self.are_results(&branch.is))
                    .collect();
                return sound.into_iter().all(|sound| sound);
            }
        };
        let name = match &node.kind {
            NodeKind::Name(name) => name.as_str(),
            NodeKind::Number(number) => {
                self.fault(&node.at, format!("the number {number} is no result"))
                    .hint("a result is one of `[result]`, or a step that answers one");
                return false;
            }
            _ => return true,
        };
        if self.answers_other_than_result(name) {
            let results = self.lexicon.results.names().map(|(name, _)| name);
            let noted = self.fault(&node.at, format!("`{name}` is no result"));
            names::hint_nearest(noted, name, results);
            return false;
        }
        true
    }

    /// Notes a number that a state comes with and that it does not take.
    fn check_number_given(&self, at: &std::ops::Range<usize>, words: &[Id<Word>]) {
        let known = words
            .iter()
            .filter_map(|word| self.rules.words.sound(*word));
        let mut idle = known.filter(|word| matches!(word.takes, Takes::Nothing));
        if let Some(word) = idle.next() {
            self.fault(at, format!("`{}` takes no number", word.id))
                .hint("a word with a number says `takes = { least = 1, most = 6 }`");
        }
    }

    /// The words that a list names; a fault for each that there is not.
    fn words(&self, names: &[Text]) -> Option<Vec<Id<Word>>> {
        let read: Vec<Option<Id<Word>>> = names
            .iter()
            .map(|name| self.lexicon.words.named(name, self.sink))
            .collect();
        read.into_iter().collect()
    }
}

/// Whether a step changes something, so that it counts though nobody reads it.
pub(super) fn is_effect(raw: &RawStep) -> bool {
    let works =
        raw.is.is_some() || raw.holds.is_some() || raw.roll.is_some() || raw.table.is_some();
    !works
}

/// The name of a step in JSON.
fn field_name(key: &Text, field: Option<&RawField>) -> Option<smol_str::SmolStr> {
    match field {
        None => Some(key.text.replace('-', "_").into()),
        Some(RawField::Named(name)) => Some(name.text.clone()),
        Some(RawField::Hidden) => None,
    }
}

fn headline(said: Option<bool>) -> Headline {
    if said == Some(true) {
        Headline::Yes
    } else {
        Headline::No
    }
}

/// What was left out, or what was read; `None` for a fault.
#[expect(
    clippy::option_option,
    reason = "one for what is left out, one for a fault"
)]
pub(super) fn transposed<T>(read: Option<Option<T>>) -> Option<Option<T>> {
    match read {
        None => Some(None),
        Some(read) => read.map(Some),
    }
}
