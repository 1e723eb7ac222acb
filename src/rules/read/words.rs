//! Reading words, modifiers, settings, results and rules.

use super::lexicon::Lexicon;
use super::limits::crossed;
use smol_str::SmolStr;

use super::parts::{also, cite, number, owned, role, setting_kind};
use super::steps::{
    NodeKind, Phrases, RawAmount, RawCondition, RawModifier, RawNeeds, RawTemplate, SaidIn,
    plain_condition,
};
use crate::rules::amount::Amount;
use crate::rules::condition::{Condition, Role};
use crate::rules::harmless::quoted;
use crate::rules::modifier::{Change, Each, Effect, Modifier};
use crate::rules::on_paper::Shows;
use crate::rules::reader::{FromToml, Many, Map, Reader, Sound, Spanned, Text, Value};
use crate::rules::result::{InStack, Leaves, ResultPhrase, Routs};
use crate::rules::ruling::Ruling;
use crate::rules::setting::Setting;
use crate::rules::shelf::{Id, Shelf};
use crate::rules::steps::Place;
use crate::rules::word::{Lasts, Recall, Seen, Stands, Takes, Word};

pub(super) fn settings(file: &mut Reader<'_>) -> Shelf<Setting> {
    let mut shelf = Shelf::default();
    let read = file.keyed_tables("setting", |id, table| {
        let say = owned(table.text("say"));
        let of = setting_kind(table);
        let cite = cite(table);
        Some(Setting {
            id: id.into_inner().into(),
            say: say?,
            of: of?,
            cite,
        })
    });
    for setting in read {
        shelf.add_or_gap(setting);
    }
    shelf
}

/// The results, and the phrases of those that have values in them.
pub(super) fn results<'d>(
    lexicon: &Lexicon<'d>,
    file: &mut Reader<'d>,
) -> (Shelf<ResultPhrase>, Phrases) {
    let mut shelf = Shelf::default();
    let mut phrases = Phrases::new();
    let read = file.keyed_tables("result", |id, table| {
        let template = table.raw("say").filter(|say| {
            let text = say.get().as_str();
            text.is_some_and(|text| text.contains(['{', '}']))
        });
        let template = template.map(|say| RawTemplate::from_toml(&say));
        phrases.extend(template.map(|template| (SmolStr::new(id.get_ref()), template)));
        let say = owned(table.text("say"));
        let heard = owned(table.maybe_text("heard"));
        let routs = table.maybe_switch("routs").map(Spanned::into_inner);
        let gives = lexicon.all(&table.maybe_list("gives"), Lexicon::word);
        let sheds = lexicon.all(&table.maybe_list("sheds"), Lexicon::word);
        let leaves = table.maybe_switch("leaves").map(Spanned::into_inner);
        let in_stack = table.maybe_one_of(
            "in-stack",
            &[("bottom", InStack::Bottom), ("leaves", InStack::Leaves)],
        );
        let cite = cite(table);
        Some(ResultPhrase {
            place: Place::at(id.span().start),
            id: id.into_inner().into(),
            say: say?,
            heard,
            routs: if routs == Some(true) {
                Routs::Yes
            } else {
                Routs::No
            },
            gives,
            sheds,
            leaves: if leaves == Some(true) {
                Leaves::Yes
            } else {
                Leaves::No
            },
            in_stack: in_stack.unwrap_or(InStack::Keeps),
            cite,
        })
    });
    for result in read {
        shelf.add_or_gap(result);
    }
    (shelf, phrases)
}

/// The words, what a unit must be to have them, and where each names the rulings in which it can be said.
pub(super) fn words<'d>(
    lexicon: &Lexicon<'d>,
    file: &mut Reader<'d>,
) -> (Shelf<Word>, Vec<RawNeeds>, Vec<SaidIn>) {
    let mut shelf = Shelf::default();
    let mut all_needs = Vec::new();
    let mut said_in = Vec::new();
    let read = file.keyed_tables("word", |id, table| {
        let say = owned(table.text("say"));
        let also = also(table);
        let listed = table.list("in");
        let rulings = lexicon.all(&listed, Lexicon::ruling);
        said_in.push((
            SmolStr::new(id.get_ref()),
            listed.iter().filter_map(Text::from_toml).collect(),
        ));
        let role = role(table);
        let stands = table.maybe_one_of(
            "stands",
            &[
                ("unit", Stands::Unit),
                ("group", Stands::Group),
                ("side", Stands::Side),
                ("line", Stands::Line),
            ],
        );
        let takes = match table.raw("takes") {
            Some(value) => takes(lexicon, &value),
            None => Some(Takes::Nothing),
        };
        let unsaid = table.maybe_number("unsaid");
        if let Some(unsaid) = &unsaid
            && !matches!(takes, Some(Takes::Number(..)) | None)
        {
            table.fault(
                unsaid.span(),
                "a word without a number has none where it is unsaid",
            );
        }
        let needs = table.field::<Many<RawCondition>>("needs");
        all_needs.extend(needs.map(|needs| (SmolStr::new(id.get_ref()), needs)));
        let bars = table.maybe_list("bars");
        not_itself(id.get_ref(), &bars, "bars");
        // Nobody asks for a word that another only keeps away.
        let (bars, _) = lexicon
            .words
            .referred_while(|| lexicon.all(&bars, Lexicon::word));
        let implies = table.maybe_list("implies");
        not_itself(id.get_ref(), &implies, "implies");
        let implies = lexicon.all(&implies, Lexicon::word);
        let lasts = table.maybe_one_of(
            "lasts",
            &[
                ("phase", Lasts::Phase),
                ("turn", Lasts::Turn),
                ("next-turn", Lasts::NextTurn),
                ("rally", Lasts::Rally),
                ("battle", Lasts::Battle),
                ("referee", Lasts::Referee),
                ("always", Lasts::Always),
            ],
        );
        let then = table.raw("then").and_then(|value| {
            let ends = matches!(
                lasts,
                Some(Lasts::Phase | Lasts::Turn | Lasts::NextTurn) | None
            );
            if !ends {
                value
                    .fault("nothing takes the place of a state that no phase and no turn ends")
                    .hint("`then` goes with `lasts = \"phase\"`, `\"turn\"` or `\"next-turn\"`");
            }
            not_itself(id.get_ref(), std::slice::from_ref(&value), "follows");
            lexicon.word(&value)
        });
        let own = table.raw("own").and_then(|value| lexicon.attribute(&value));
        let seen = table.maybe_switch("seen").map(Spanned::into_inner);
        let recall = table.maybe_switch("recall").map(Spanned::into_inner);
        let shows = Shows::said(table.maybe_switch("sheet").map(Spanned::into_inner));
        let cite = cite(table);
        Some(Word {
            id: id.into_inner().into(),
            say: say?,
            also,
            rulings,
            role,
            stands: stands.unwrap_or(Stands::Unit),
            takes: takes?,
            unsaid: unsaid.map(Spanned::into_inner),
            // They may name numbers of types, which are known when all is read.
            needs: Vec::new(),
            bars,
            implies,
            lasts: lasts.unwrap_or(Lasts::Line),
            then,
            own,
            seen: if seen == Some(true) {
                Seen::Yes
            } else {
                Seen::No
            },
            recall: if recall == Some(true) {
                Recall::Yes
            } else {
                Recall::No
            },
            shows,
            cite,
        })
    });
    for word in read {
        shelf.add_or_gap(word);
    }
    (shelf, all_needs, said_in)
}

/// Notes a word that names itself.
fn not_itself(id: &str, names: &[Value<'_>], does: &str) {
    for name in names.iter().filter(|name| name.get().as_str() == Some(id)) {
        name.fault(format!("`{id}` {does} itself"));
    }
}

/// `"losses"`, `"weapon"`, `{ least = 1, most = 20 }` or `{ steps = ["shaken", "steady"] }`.
fn takes<'d>(lexicon: &Lexicon<'d>, value: &Value<'d>) -> Option<Takes> {
    if value.get().as_table().is_none() {
        return value.one_of(&[("losses", Takes::Losses), ("weapon", Takes::Weapon)]);
    }
    value.table(|table| {
        if table.has("steps") {
            let steps = lexicon.all(&table.list("steps"), Lexicon::word);
            return Some(Takes::Step(steps));
        }
        let least = table.required("least").and_then(|value| number(&value));
        let most = table.required("most").and_then(|value| number(&value));
        let (least, most) = (least?, most?);
        if let Some(message) = crossed(least, most) {
            table.fault(table.at(), message);
        }
        Some(Takes::Number(least, most))
    })
}

pub(super) fn modifiers<'d>(
    lexicon: &Lexicon<'d>,
    count: &str,
    raw: &Map<RawModifier>,
    file: &Reader<'d>,
) -> Shelf<Modifier> {
    let mut shelf = Shelf::default();
    let reading = Reading {
        lexicon,
        count,
        file,
    };
    for (key, raw) in &raw.0 {
        let modifier = raw.as_ref().and_then(|raw| reading.modifier(key, raw));
        shelf.add_or_gap(modifier);
    }
    shelf
}

/// What modifiers are checked against.
struct Reading<'c, 'd> {
    lexicon: &'c Lexicon<'d>,
    count: &'c str,
    file: &'c Reader<'d>,
}

impl<'d> Reading<'_, 'd> {
    fn modifier(&self, key: &Text, raw: &RawModifier) -> Option<Modifier> {
        let sink = self.file.sink();
        let rulings: Vec<Option<Id<Ruling>>> = raw
            .rulings
            .0
            .iter()
            .map(|name| self.lexicon.rulings.named(name, sink))
            .collect();
        if raw.rulings.0.is_empty() && raw.sound == Sound::Yes {
            let message = format!("the modifier `{}` is in no ruling", key.text);
            sink.warning(key.at.clone(), message)
                .hint("`in` lists the rulings in which it counts");
        }
        let when = self.when(raw);
        let effect = match raw.sound {
            Sound::Yes => self.effect(key, raw),
            Sound::No => None,
        };
        let rulings: Option<Vec<Id<Ruling>>> = rulings.into_iter().collect();
        Some(Modifier {
            id: key.text.clone(),
            place: Place::at(key.at.start),
            say: raw.say.0.clone()?,
            rulings: rulings?,
            role: raw.role.unwrap_or(Role::Either),
            when,
            effect: effect?,
            on_paper: raw.on_paper.clone().unwrap_or_default(),
            cite: raw.cite.clone(),
        })
    }

    /// The conditions that need no ruling; a ruling of steps has its own.
    fn when(&self, raw: &RawModifier) -> Vec<Condition> {
        let sink = self.file.sink();
        let conditions = raw.when.0.iter();
        conditions
            .filter_map(|condition| plain_condition(self.lexicon, sink, condition))
            .collect()
    }

    /// What a modifier does: `forbid`, `warn`, or one change of the quantity `on`.
    fn effect(&self, key: &Text, raw: &RawModifier) -> Option<Effect> {
        let changes = raw.changes();
        let effects = [raw.forbid.is_some(), raw.warn.is_some(), raw.on.is_some()];
        if effects.iter().filter(|said| **said).count() != 1
            || (raw.on.is_some() && changes.len() != 1)
        {
            self.file
                .fault(raw.at.clone(), format!("`modifier.{}` does not do one thing", key.text))
                .hint("write `forbid`, `warn`, or `on` with one of `set`, `add`, `times`, `at-most`, `at-least`");
            return None;
        }
        if let Some(text) = &raw.forbid {
            return Some(Effect::Forbid(text.words()));
        }
        if let Some(text) = &raw.warn {
            return Some(Effect::Warn(text.words()));
        }
        let on = raw.on.as_ref()?;
        let (how, amount) = changes.into_iter().next()?;
        let amount = self.amount(amount);
        let each = self.each(raw);
        Some(Effect::Change(Change {
            on: on.text.clone(),
            how,
            amount: amount?,
            each: each?,
        }))
    }

    fn each(&self, raw: &RawModifier) -> Option<Each> {
        match &raw.each {
            None => Some(Each::Unit),
            Some(each) if each.text == "unit" => Some(Each::Unit),
            Some(each) if each.text == self.count => Some(Each::Count),
            Some(each) => {
                let word = quoted(&each.text);
                self.file
                    .fault(each.at.clone(), format!("unknown word {word} for `each`"))
                    .hint(format!("what may stand here is `unit` or `{}`", self.count));
                None
            }
        }
    }

    fn amount(&self, raw: &RawAmount) -> Option<Amount> {
        let sink = self.file.sink();
        match raw {
            RawAmount::Setting(name) if self.lexicon.has_readings(&name.text) => {
                let text = format!("the setting `{}` has readings, and no number", name.text);
                sink.fault(name.at.clone(), text);
                None
            }
            RawAmount::Setting(name) => {
                self.lexicon.settings.named(name, sink).map(Amount::Setting)
            }
            RawAmount::Said(name) => self.lexicon.words.named(name, sink).map(Amount::Said),
            RawAmount::Worked(node) => match node.kind {
                NodeKind::Number(number) => Some(Amount::Fixed(number)),
                _ => Some(Amount::Worked),
            },
        }
    }
}
