//! The names that a table file gives its things, read before their bodies.
//!
//! Bodies refer to one another in any order, so every name has to be known
//! before the first body is read.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::limits::{Limit, limits};
use crate::naming::nearest;
use crate::rules::chart::Chart;
use crate::rules::condition::Condition;
use crate::rules::harmless::{quoted, quoted_list};
use crate::rules::kind::{Arm, Attribute, Class, Kind, Mix, Tag, TroopType};
use crate::rules::reader::{Noted, Reader, Sink, Spanned, Text, Value};
use crate::rules::ruling::Ruling;
use crate::rules::setting::Setting;
use crate::rules::shelf::Id;
use crate::rules::weapon::Weapon;
use crate::rules::word::Word;

/// The keys of one section in the author's order; a thing's id is its place among them.
#[derive(Default)]
pub(super) struct Keys<'d> {
    /// What one of them is called in a message, such as `troop type`.
    what: &'static str,
    names: Vec<(&'d str, Range<usize>)>,
    /// The places of those that something refers to.
    used: RefCell<BTreeSet<usize>>,
}

impl<'d> Keys<'d> {
    pub(super) fn of(file: &mut Reader<'d>, section: &'static str, what: &'static str) -> Self {
        let table = file.raw(section).and_then(|value| value.get().as_table());
        let mut entries: Vec<_> = table.into_iter().flatten().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let names = entries.into_iter().map(|(key, value)| {
            // An inherited entry that the file changes is the file's own from then on.
            let own = !file.sink().same_file(key.span().start, value.span().start);
            let at = if own { value.span() } else { key.span() };
            (key.get_ref().as_ref(), at)
        });
        Keys {
            what,
            names: names.collect(),
            used: RefCell::default(),
        }
    }

    fn place<T>(&self, name: &str) -> Option<Id<T>> {
        let place = self.names.iter().position(|(known, _)| *known == name)?;
        u16::try_from(place).ok().map(Id::at)
    }

    fn lacks(&self, name: &str) -> String {
        format!("there is no {} {}", self.what, quoted(name))
    }

    /// The place of a name, if it is one of them.
    pub(super) fn find<T>(&self, name: &str) -> Option<Id<T>> {
        self.place(name)
    }

    /// The name at the place of an id, which the shelf may lack where the file has faults.
    fn key_of<T>(&self, id: Id<T>) -> Option<&'d str> {
        self.names.get(id.place()).map(|(name, _)| *name)
    }

    /// Notes down that something refers to a name.
    pub(super) fn refer(&self, name: &str) {
        let place = self.names.iter().position(|(known, _)| *known == name);
        self.used.borrow_mut().extend(place);
    }

    /// What was referred to while something was read, which does not count yet.
    pub(super) fn referred_while<T>(&self, read: impl FnOnce() -> T) -> (T, BTreeSet<usize>) {
        let before = self.used.take();
        let done = read();
        (done, self.used.replace(before))
    }

    /// Counts what was referred to.
    pub(super) fn refer_to(&self, places: &BTreeSet<usize>) {
        self.used.borrow_mut().extend(places);
    }

    /// The places of what was referred to so far.
    pub(super) fn referred(&self) -> BTreeSet<usize> {
        self.used.borrow().clone()
    }

    /// The names that nothing refers to.
    pub(super) fn unused(&self) -> Vec<(&'d str, Range<usize>)> {
        let used = self.used.borrow();
        let names = self.names.iter().enumerate();
        names
            .filter(|(place, _)| !used.contains(place))
            .map(|(_, name)| name.clone())
            .collect()
    }

    /// The place of what a text names; a fault if there is none.
    pub(super) fn named<T>(&self, name: &Text, sink: &Sink<'d>) -> Option<Id<T>> {
        self.refer(&name.text);
        let found = self.place(&name.text);
        if found.is_none() {
            let noted = sink.lacking(name.at.clone(), self.lacks(&name.text));
            self.missing(noted, &name.text);
        }
        found
    }

    /// Every name, in the author's order.
    pub(super) fn names(&self) -> impl Iterator<Item = (&'d str, Range<usize>)> {
        self.names.iter().cloned()
    }

    /// Adds what there is to the fault that something is not there.
    fn missing(&self, noted: Noted<'_>, name: &str) {
        let known = self.names.iter().map(|(name, _)| *name);
        match nearest(name, known) {
            Some(near) => noted.hint(format!("did you mean `{near}`?")),
            None => noted.hint(self.list()),
        };
    }

    fn list(&self) -> String {
        if self.names.is_empty() {
            return format!("this file names no {}", self.what);
        }
        let names = self.names.iter().map(|(name, _)| *name);
        let are = if self.names.len() == 1 { "is" } else { "are" };
        format!("there {are} {}", quoted_list(names, "and"))
    }
}

/// For each setting that has any, the keys of its readings, in the author's order.
fn readings<'d>(file: &mut Reader<'d>) -> BTreeMap<&'d str, Vec<&'d str>> {
    let settings = file.raw("setting").and_then(|value| value.get().as_table());
    let readings = settings.into_iter().flatten().filter_map(|(key, setting)| {
        let readings = setting.get_ref().as_table()?.get("readings")?;
        let mut keys: Vec<_> = readings.get_ref().as_table()?.keys().collect();
        keys.sort_by_key(|key| key.span().start);
        let keys = keys.into_iter().map(|key| key.get_ref().as_ref());
        Some((key.get_ref().as_ref(), keys.collect()))
    });
    readings.collect()
}

/// Every name of the file, by section.
pub(super) struct Lexicon<'d> {
    pub(super) arms: Keys<'d>,
    pub(super) classes: Keys<'d>,
    pub(super) tags: Keys<'d>,
    pub(super) attributes: Keys<'d>,
    /// What the numbers can be.
    limits: Vec<(Id<Attribute>, Limit)>,
    pub(super) types: Keys<'d>,
    pub(super) mixes: Keys<'d>,
    pub(super) weapons: Keys<'d>,
    pub(super) settings: Keys<'d>,
    /// For each setting that has any, the keys of its readings, in the author's order.
    readings: BTreeMap<&'d str, Vec<&'d str>>,
    /// The readings that conditions ask for, by the places of the setting and of the reading.
    read_so: RefCell<BTreeSet<(usize, usize)>>,
    pub(super) words: Keys<'d>,
    pub(super) results: Keys<'d>,
    pub(super) rulings: Keys<'d>,
    pub(super) charts: Keys<'d>,
}

macro_rules! finders {
    ($($name:ident, $keys:ident, $thing:ty;)*) => {$(
        #[doc = concat!("The id of what `value` names among the ", stringify!($keys), "; a fault if there is none.")]
        pub(super) fn $name(&self, value: &Value<'d>) -> Option<Id<$thing>> {
            let name = value.text()?;
            self.$keys.refer(name.get_ref());
            let found = self.$keys.place(name.get_ref());
            if found.is_none() {
                let name = name.get_ref();
                let noted = value.lacking(self.$keys.lacks(name));
                self.$keys.missing(noted, name);
            }
            found
        }
    )*};
}

impl<'d> Lexicon<'d> {
    pub(super) fn read(file: &mut Reader<'d>) -> Self {
        let mut lexicon = Lexicon {
            limits: Vec::new(),
            arms: Keys::of(file, "arms", "arm"),
            classes: Keys::of(file, "classes", "class"),
            tags: Keys::of(file, "tags", "tag"),
            attributes: Keys::of(file, "number", "number"),
            types: Keys::of(file, "type", "troop type"),
            mixes: Keys::of(file, "mix", "mix"),
            weapons: Keys::of(file, "weapon", "weapon"),
            settings: Keys::of(file, "setting", "setting"),
            readings: readings(file),
            read_so: RefCell::default(),
            words: Keys::of(file, "word", "word"),
            results: Keys::of(file, "result", "result"),
            rulings: Keys::of(file, "ruling", "ruling"),
            charts: Keys::of(file, "chart", "chart"),
        };
        lexicon.limits = limits(&lexicon, file);
        lexicon
    }

    /// What a number of types or bands can be.
    pub(super) fn limit_of(&self, of: Option<Id<Attribute>>) -> Limit {
        let limits = self.limits.iter();
        let mut limits = limits.filter(|(limited, _)| Some(*limited) == of);
        limits.next().map(|(_, limit)| *limit).unwrap_or_default()
    }

    finders! {
        arm, arms, Arm;
        class, classes, Class;
        tag, tags, Tag;
        attribute, attributes, Attribute;
        weapon, weapons, Weapon;
        setting, settings, Setting;
        word, words, Word;
        ruling, rulings, Ruling;
        chart, charts, Chart;
    }

    /// What `{ setting = "NAME" }` or `{ setting = "NAME.READING" }` asks; a fault if there is no such thing.
    pub(super) fn setting_asked(&self, asked: &Text, sink: &'d Sink<'d>) -> Option<Condition> {
        let (name, reading) = match asked.text.split_once('.') {
            Some((name, reading)) => (name, Some(reading)),
            None => (asked.text.as_str(), None),
        };
        let setting = Text {
            text: name.into(),
            at: asked.at.clone(),
        };
        let setting = self.settings.named(&setting, sink)?;
        let readings = self.readings.get(name).map(Vec::as_slice);
        let place = match (reading, readings) {
            (None, None) => return Some(Condition::Setting(setting)),
            (Some(reading), Some(known)) => {
                let place = known.iter().position(|known| *known == reading);
                let setting = self.settings.place::<Setting>(name).map(Id::place);
                self.read_so.borrow_mut().extend(setting.zip(place));
                place
            }
            // That there are not two of them is told already.
            (None, Some([_] | [])) => return None,
            _ => None,
        };
        if place.is_none() {
            let text = quoted(&asked.text);
            let noted = sink.fault(
                asked.at.clone(),
                format!("{text} is no reading of a setting"),
            );
            match readings {
                Some(known) => {
                    let known: Vec<String> = known
                        .iter()
                        .map(|known| format!("{name}.{known}"))
                        .collect();
                    let known = known.iter().map(String::as_str);
                    noted.hint(format!("there are {}", quoted_list(known, "and")));
                }
                None => {
                    noted.hint(format!("`{name}` has no `readings`"));
                }
            }
        }
        Some(Condition::Reading(setting, place?))
    }

    /// Whether a condition asks for a reading of a setting.
    pub(super) fn is_reading_asked(&self, setting: Id<Setting>, reading: usize) -> bool {
        self.read_so.borrow().contains(&(setting.place(), reading))
    }

    /// Whether a setting has readings, and so no number that could be asked for.
    pub(super) fn has_readings(&self, setting: &str) -> bool {
        self.readings.contains_key(setting)
    }

    /// The key of a kind, whether or not it could be read.
    pub(super) fn kind_key(&self, kind: Kind) -> Option<&'d str> {
        match kind {
            Kind::Type(id) => self.types.key_of(id),
            Kind::Arm(id) => self.arms.key_of(id),
            Kind::Class(id) => self.classes.key_of(id),
            Kind::Tag(id) => self.tags.key_of(id),
            Kind::Mix(id) => self.mixes.key_of(id),
        }
    }

    /// The ids of what a list names, such as words; a fault for each that there is not.
    pub(super) fn all<T>(
        &self,
        values: &[Value<'d>],
        find: impl Fn(&Self, &Value<'d>) -> Option<Id<T>>,
    ) -> Vec<Id<T>> {
        values
            .iter()
            .filter_map(|value| find(self, value))
            .collect()
    }

    /// The id of a key that names a troop type.
    pub(super) fn type_key(
        &self,
        key: &Spanned<&'d str>,
        value: &Value<'d>,
    ) -> Option<Id<TroopType>> {
        self.types.refer(key.get_ref());
        self.key(&self.types, key.get_ref(), value)
    }

    /// The id of a key that names a number, which is given there and not asked for.
    pub(super) fn attribute_key(
        &self,
        key: &Spanned<&'d str>,
        value: &Value<'d>,
    ) -> Option<Id<Attribute>> {
        self.key(&self.attributes, key.get_ref(), value)
    }

    fn key<T>(&self, keys: &Keys<'d>, name: &str, value: &Value<'d>) -> Option<Id<T>> {
        let found = keys.place(name);
        if found.is_none() {
            keys.missing(value.lacking_key(keys.lacks(name)), name);
        }
        found
    }

    /// What a name sorts by: a troop type, an arm, a class, a tag or a mix.
    pub(super) fn kind_named(&self, name: &str) -> Option<Kind> {
        let of_type = self.types.place::<TroopType>(name).map(Kind::Type);
        of_type
            .or_else(|| self.arms.place::<Arm>(name).map(Kind::Arm))
            .or_else(|| self.classes.place::<Class>(name).map(Kind::Class))
            .or_else(|| self.tags.place::<Tag>(name).map(Kind::Tag))
            .or_else(|| self.mixes.place::<Mix>(name).map(Kind::Mix))
    }

    /// The kind that a value names; a fault if there is none.
    pub(super) fn kind(&self, value: &Value<'d>) -> Option<Kind> {
        let name = value.text()?;
        self.kind_or(name.get_ref(), |message| value.lacking(message))
    }

    /// The kind that a text names; a fault if there is none.
    pub(super) fn kind_of(&self, name: &Text, sink: &'d Sink<'d>) -> Option<Kind> {
        self.kind_or(&name.text, |message| sink.lacking(name.at.clone(), message))
    }

    fn kind_or(&self, name: &str, fault: impl FnOnce(String) -> Noted<'d>) -> Option<Kind> {
        let kind = self.kind_named(name);
        if kind.is_none() {
            let sorts = [
                &self.types,
                &self.arms,
                &self.classes,
                &self.tags,
                &self.mixes,
            ];
            let names = sorts
                .iter()
                .flat_map(|keys| keys.names())
                .map(|(name, _)| name);
            let noted = fault(format!(
                "there is no troop type, arm, class, tag or mix {}",
                quoted(name)
            ));
            if let Some(near) = nearest(name, names) {
                noted.hint(format!("did you mean `{near}`?"));
            }
        }
        kind
    }

    /// Notes each name that sorts in two ways, since a condition could mean either.
    pub(super) fn check_kinds(&self, file: &Reader<'d>) {
        let sorts = [
            &self.types,
            &self.arms,
            &self.classes,
            &self.tags,
            &self.mixes,
        ];
        let mut seen: Vec<(&str, Range<usize>, &str)> = Vec::new();
        for keys in sorts {
            for (name, at) in keys.names() {
                match seen.iter().find(|(known, ..)| *known == name) {
                    Some((_, first, what)) => {
                        file.fault(at, format!("`{name}` is a {what} and a {}", keys.what))
                            .also(first.clone(), "first here")
                            .hint("give one of them another name");
                    }
                    None => seen.push((name, at, keys.what)),
                }
            }
        }
    }
}
