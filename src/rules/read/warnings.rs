//! What no part of a sound file is at fault for, and what its author should know all the same.

use std::collections::BTreeSet;
use std::ops::Range;

use super::lexicon::Lexicon;
use super::missing::missing;
use crate::naming::folded;
use crate::rules::amount::{Amount, Given};
use crate::rules::kind::{Kind, TroopType};
use crate::rules::modifier::Effect;
use crate::rules::reader::Reader;
use crate::rules::set::RuleSet;
use crate::rules::setting::SettingKind;
use crate::rules::word::{Takes, Word};

/// Notes it, in a file without faults.
pub(super) fn warn(rules: &RuleSet, lexicon: &Lexicon<'_>, file: &mut Reader<'_>) {
    let head = file.raw("id").map_or(0..0, |id| id.at());
    let warning = Warning {
        rules,
        lexicon,
        file,
    };
    warning.of_nothing(head);
    warning.of_cites();
    warning.of_examples();
    warning.of_bands();
    warning.of_numbers();
    warning.of_weapons();
    warning.of_missing_numbers();
    warning.of_names();
    warning.of_kinds();
    warning.of_readings();
}

/// Notes an id that is not the file's name, by which alone it is found.
pub(super) fn of_id(rules: &RuleSet, called: &str, file: &mut Reader<'_>) {
    if rules.id != called
        && let Some(id) = file.raw("id")
    {
        let message = format!(
            "`id` is `{}`, and the file is called `{called}.toml`",
            rules.id
        );
        let noted = file.sink().warning(id.at(), message);
        noted.hint(format!(
            "it is found by the name of the file: write `id = \"{called}\"`"
        ));
    }
}

struct Warning<'w, 'd> {
    rules: &'w RuleSet,
    lexicon: &'w Lexicon<'d>,
    file: &'w Reader<'d>,
}

impl Warning<'_, '_> {
    fn say(&self, at: Range<usize>, message: String, hint: &str) {
        self.file.sink().warning(at, message).hint(hint);
    }

    /// The place of the ruling of this key.
    fn ruling_at(&self, id: &str) -> Range<usize> {
        place_of(self.lexicon.rulings.names(), id)
    }

    /// A rule set that rules nothing.
    fn of_nothing(&self, at: Range<usize>) {
        if self.lexicon.rulings.names().next().is_none() {
            self.say(
                at,
                "this rule set rules nothing".to_owned(),
                "write a `[ruling.KEY]` with `[ruling.KEY.steps]`",
            );
        }
    }

    /// Rulings and modifiers that do not say where the source has them, where there is a source.
    fn of_cites(&self) {
        if self.rules.source.is_empty() {
            return;
        }
        let hint =
            "`source` at the head says that the rules are from somewhere: `cite` says where in it";
        for (_, ruling) in self.rules.rulings.iter() {
            if ruling.cite.is_none() {
                let at = self.ruling_at(&ruling.id);
                self.say(
                    at,
                    format!("the ruling `{}` has no `cite`", ruling.id),
                    hint,
                );
            }
        }
        for (_, modifier) in self.rules.modifiers.iter() {
            // What is refused is often no rule, but what the table needs to be told; and what the referee
            // says is his own.
            let changes = match &modifier.effect {
                Effect::Change(change) => !matches!(change.amount, Amount::Said(_)),
                Effect::Forbid(_) | Effect::Warn(_) => false,
            };
            if changes && modifier.cite.is_none() {
                let start = usize::try_from(modifier.place.0).unwrap_or_default();
                let at = start..start.saturating_add(modifier.id.len());
                self.say(
                    at,
                    format!("the modifier `{}` has no `cite`", modifier.id),
                    hint,
                );
            }
        }
    }

    /// Rulings that nothing tries.
    fn of_examples(&self) {
        for (_, ruling) in self.rules.rulings.iter() {
            if ruling.examples.is_empty() {
                self.say(
                    self.ruling_at(&ruling.id),
                    format!("the ruling `{}` has no example", ruling.id),
                    "`examples` are shown by `help`, and `check` rules them",
                );
            }
        }
    }

    /// Bands that lack a number that others of the weapon have.
    fn of_bands(&self) {
        for (_, weapon) in self.rules.weapons.iter() {
            for band in &weapon.bands {
                let others = weapon.bands.iter().flat_map(|band| band.numbers.iter());
                let missing = others
                    .map(|given| given.of)
                    .find(|of| band.number(*of).is_none());
                let Some(missing) = missing else { continue };
                let number = &self.rules.attributes.get(missing).id;
                let start = usize::try_from(band.place.0).unwrap_or_default();
                self.say(
                    start..start.saturating_add(band.to.to_string().len()),
                    format!(
                        "the band to {} lacks `{number}`, which others have",
                        band.to
                    ),
                    "write the number, or `\"blank\"` where the source does not give it",
                );
            }
        }
    }

    /// Numbers that nothing has.
    fn of_numbers(&self) {
        let of_types = self.rules.types.iter();
        let of_types = of_types.flat_map(|(_, troop)| troop.numbers.iter());
        let bands = self.rules.weapons.iter();
        let bands = bands.flat_map(|(_, weapon)| &weapon.bands);
        let given = of_types.chain(bands.flat_map(|band| band.numbers.iter()));
        let given: BTreeSet<_> = given.map(|number| number.of).collect();
        let unused = self.lexicon.attributes.unused();
        for (id, attribute) in self.rules.attributes.iter() {
            if given.contains(&id) {
                if let Some((name, at)) = unused.iter().find(|(name, _)| attribute.id == *name) {
                    self.say(
                        at.clone(),
                        format!("nothing asks for the number `{name}`"),
                        "a step, a modifier or a chart with `of-types` can",
                    );
                }
            } else {
                self.say(
                    place_of(self.lexicon.attributes.names(), &attribute.id),
                    format!(
                        "no troop type and no band has the number `{}`",
                        attribute.id
                    ),
                    "`numbers` of a troop type, or a band of a weapon, gives it",
                );
            }
        }
    }

    /// Weapons that nobody can fire.
    fn of_weapons(&self) {
        let said = |word: &Word| matches!(word.takes, Takes::Weapon);
        if self.rules.words.iter().any(|(_, word)| said(word)) {
            return;
        }
        let types = self.rules.types.iter();
        let mut carried: BTreeSet<_> = types
            .flat_map(|(_, troop)| troop.weapons.iter().copied())
            .collect();
        for (_, weapon) in self.rules.weapons.iter() {
            carried.extend(weapon.becomes.iter().map(|(_, other)| *other));
        }
        for (id, weapon) in self.rules.weapons.iter() {
            if !carried.contains(&id) {
                self.say(
                    place_of(self.lexicon.weapons.names(), &weapon.id),
                    format!("nobody has the weapon `{}`", weapon.id),
                    "`weapons` of a troop type lists what it has; a word that `takes = \"weapon\"` lets it be said",
                );
            }
        }
    }

    /// Troop types without a number that a ruling asks of them.
    fn of_missing_numbers(&self) {
        let mut told = BTreeSet::new();
        for (_, ruling) in self.rules.rulings.iter() {
            for (troop, number) in missing(self.rules, &ruling.program) {
                if !told.insert((troop, number)) {
                    continue;
                }
                let troop = &self.rules.types.get(troop).id;
                let name = &self.rules.attributes.get(number).id;
                self.say(
                    place_of(self.lexicon.types.names(), troop),
                    format!("`{troop}` has no `{name}`, which `{}` asks for", ruling.id),
                    "write the number, or `\"blank\"` where the source does not give it",
                );
            }
        }
    }

    /// Readings that come to the same, since nothing asks for either.
    fn of_readings(&self) {
        for (id, setting) in self.rules.settings.iter() {
            let SettingKind::Readings { unsaid, of } = &setting.of else {
                continue;
            };
            let asked = |place: usize| self.lexicon.is_reading_asked(id, place);
            let mut idle: Vec<usize> = (0..of.len()).filter(|place| !asked(*place)).collect();
            // One is what is left where the others are asked for; of a setting that nothing asks for all
            // is said.
            if idle.len() < 2 || idle.len() == of.len() {
                continue;
            }
            idle.sort_by_key(|place| place != unsaid);
            let mut idle = idle.into_iter().filter_map(|place| of.get(place));
            if let (Some(one), Some(other)) = (idle.next(), idle.next()) {
                self.say(
                    place_of(self.lexicon.settings.names(), &setting.id),
                    format!(
                        "the readings `{}` and `{}` of `{}` come to the same",
                        one.id, other.id, setting.id
                    ),
                    "nothing asks for either with `{ setting = \"SETTING.READING\" }`",
                );
            }
        }
    }

    /// Arms, classes and tags that no troop type has.
    fn of_kinds(&self) {
        let rules = self.rules;
        let lexicon = self.lexicon;
        // What a blank stands for may be any of them.
        let mut types = rules.types.iter();
        let blank = types.any(|(_, troop)| troop.class == Some(Given::Blank));
        let classes = rules.classes.iter().filter(|_| !blank);
        let arms = rules
            .arms
            .iter()
            .map(|(id, _)| (Kind::Arm(id), "arm", &lexicon.arms));
        let classes = classes.map(|(id, _)| (Kind::Class(id), "class", &lexicon.classes));
        let tags = rules
            .tags
            .iter()
            .map(|(id, _)| (Kind::Tag(id), "tag", &lexicon.tags));
        for (kind, what, keys) in arms.chain(classes).chain(tags) {
            let mut types = rules.types.iter();
            if !types.any(|(id, _)| rules.is(id, kind)) {
                let name = rules.kind_id(kind);
                self.say(
                    place_of(keys.names(), name),
                    format!("no troop type has the {what} `{name}`"),
                    "leave it out, or give it to a troop type",
                );
            }
        }
    }

    /// Words that are called like troops, or are the beginning of others.
    fn of_names(&self) {
        let troops: Vec<(&str, &TroopType)> = self
            .rules
            .types
            .iter()
            .flat_map(|(_, troop)| {
                let also = troop.also.iter().map(String::as_str);
                let all = [troop.id.as_str(), &troop.name, &troop.plural];
                all.into_iter().chain(also).map(move |name| (name, troop))
            })
            .collect();
        for (_, word) in self.rules.words.iter() {
            let names = std::iter::once(word.id.as_str());
            let mut names = names.chain(word.also.iter().map(String::as_str));
            let clash = names.find_map(|name| {
                let same = |other: &str| folded(other) == folded(name);
                let troop = troops.iter().find(|(other, _)| same(other));
                troop.map(|(_, troop)| (name, troop))
            });
            if let Some((name, troop)) = clash {
                self.say(
                    place_of(self.lexicon.words.names(), &word.id),
                    format!(
                        "`{name}` is the word `{}` and the troop type `{}`",
                        word.id, troop.id
                    ),
                    "what the referee types can mean either: give one of them another name",
                );
            }
            self.of_beginning(word);
        }
    }

    /// A word that is the beginning of another that is said in the same ruling.
    fn of_beginning(&self, word: &Word) {
        let begins = |other: &&Word| {
            let rest = other.id.strip_prefix(word.id.as_str());
            // `heavy` is the beginning of `heavy-gun` as a word of its own, and typed so on purpose.
            rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('-'))
                && other.rulings.iter().any(|id| word.rulings.contains(id))
        };
        let mut words = self.rules.words.iter().map(|(_, other)| other);
        if let Some(other) = words.find(begins) {
            self.say(
                place_of(self.lexicon.words.names(), &word.id),
                format!("`{}` is the beginning of `{}`", word.id, other.id),
                "whoever shortens the longer one has said the shorter",
            );
        }
    }
}

/// Where the thing of this key stands.
fn place_of<'d>(
    mut names: impl Iterator<Item = (&'d str, Range<usize>)>,
    id: &str,
) -> Range<usize> {
    let found = names.find(|(known, _)| *known == id);
    found.map_or(0..0, |(_, at)| at)
}
