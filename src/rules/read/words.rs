//! Reading words, modifiers, settings, results and rules.

use super::lexicon::Lexicon;
use super::parts::{
    above_zero, also, amount, cite, conditions, number, owned, role, setting_kind, when,
};
use crate::naming::nearest;
use crate::number::Number;
use crate::rules::amount::Amount;
use crate::rules::modifier::{Change, Each, Effect, How, Modifier};
use crate::rules::procedure::Procedure;
use crate::rules::reader::{Reader, Spanned, Value};
use crate::rules::result::{Leaves, ResultPhrase, Routs};
use crate::rules::ruling::Ruling;
use crate::rules::setting::Setting;
use crate::rules::shelf::{Id, Shelf};
use crate::rules::word::{Lasts, Recall, Stands, Takes, Word};

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
        shelf.add(setting);
    }
    shelf
}

pub(super) fn results<'d>(lexicon: &Lexicon<'d>, file: &mut Reader<'d>) -> Shelf<ResultPhrase> {
    let mut shelf = Shelf::default();
    let read = file.keyed_tables("result", |id, table| {
        let say = owned(table.text("say"));
        let heard = owned(table.maybe_text("heard"));
        let routs = table.maybe_switch("routs").map(Spanned::into_inner);
        let loses = table.maybe_integer("loses", 0..=1000);
        let moves = table.raw("moves").and_then(|value| above_zero(&value));
        let guards = table.raw("prisoners-a-guard");
        let prisoners_a_guard = guards.and_then(|value| above_zero(&value));
        let gives = lexicon.all(&table.maybe_list("gives"), Lexicon::word);
        let sheds = lexicon.all(&table.maybe_list("sheds"), Lexicon::word);
        let leaves = table.maybe_switch("leaves").map(Spanned::into_inner);
        let cite = cite(table);
        Some(ResultPhrase {
            id: id.into_inner().into(),
            say: say?,
            heard,
            routs: if routs == Some(true) {
                Routs::Yes
            } else {
                Routs::No
            },
            loses: Number::whole(loses.map_or(0, Spanned::into_inner)),
            moves,
            prisoners_a_guard,
            gives,
            sheds,
            leaves: if leaves == Some(true) {
                Leaves::Yes
            } else {
                Leaves::No
            },
            cite,
        })
    });
    for result in read {
        shelf.add(result);
    }
    shelf
}

pub(super) fn words<'d>(lexicon: &Lexicon<'d>, file: &mut Reader<'d>) -> Shelf<Word> {
    let mut shelf = Shelf::default();
    let read = file.keyed_tables("word", |id, table| {
        let say = owned(table.text("say"));
        let also = also(table);
        let rulings = lexicon.all(&table.list("in"), Lexicon::ruling);
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
        let needs = conditions(lexicon, &table.maybe_list("needs"));
        let bars = lexicon.all(&table.maybe_list("bars"), Lexicon::word);
        let implies = lexicon.all(&table.maybe_list("implies"), Lexicon::word);
        let lasts = table.maybe_one_of(
            "lasts",
            &[
                ("phase", Lasts::Phase),
                ("turn", Lasts::Turn),
                ("next-turn", Lasts::NextTurn),
                ("rally", Lasts::Rally),
                ("battle", Lasts::Battle),
            ],
        );
        let then = table.raw("then").and_then(|value| lexicon.word(&value));
        let recall = table.maybe_switch("recall").map(Spanned::into_inner);
        let cite = cite(table);
        Some(Word {
            id: id.into_inner().into(),
            say: say?,
            also,
            rulings,
            role,
            stands: stands.unwrap_or(Stands::Unit),
            takes: takes?,
            needs,
            bars,
            implies,
            lasts: lasts.unwrap_or(Lasts::Line),
            then,
            recall: if recall == Some(true) {
                Recall::Yes
            } else {
                Recall::No
            },
            cite,
        })
    });
    for word in read {
        shelf.add(word);
    }
    shelf
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
        if least > most {
            let message = format!("`least`, {least}, is more than `most`, {most}");
            table.fault(table.at(), message);
        }
        Some(Takes::Number(least, most))
    })
}

pub(super) fn modifiers<'d>(
    lexicon: &Lexicon<'d>,
    rulings: &Shelf<Ruling>,
    count: &str,
    file: &mut Reader<'d>,
) -> Shelf<Modifier> {
    let mut shelf = Shelf::default();
    let read = file.keyed_tables("modifier", |id, table| {
        let say = owned(table.text("say"));
        let of_rulings = table.list("in");
        let in_rulings: Vec<Id<Ruling>> = lexicon.all(&of_rulings, Lexicon::ruling);
        let role = role(table);
        let when = when(lexicon, table);
        let procedures: Vec<&Procedure> = rulings
            .iter()
            .filter(|(id, _)| in_rulings.contains(id))
            .map(|(_, ruling)| &ruling.procedure)
            .collect();
        let effect = effect(lexicon, &procedures, count, table);
        let cite = cite(table);
        Some(Modifier {
            id: id.into_inner().into(),
            say: say?,
            rulings: in_rulings,
            role,
            when,
            effect: effect?,
            cite,
        })
    });
    for modifier in read {
        shelf.add(modifier);
    }
    shelf
}

/// What a modifier does: `forbid`, `warn`, or one change of the quantity `on`.
fn effect<'d>(
    lexicon: &Lexicon<'d>,
    procedures: &[&Procedure],
    count: &str,
    table: &mut Reader<'d>,
) -> Option<Effect> {
    let forbid = owned(table.maybe_text("forbid"));
    let warn = owned(table.maybe_text("warn"));
    let on = table.raw("on");
    let changes: Vec<(How, Option<Amount>)> = How::ALL
        .into_iter()
        .filter_map(|how| {
            let value = table.raw(how.key())?;
            Some((how, amount(lexicon, &value)))
        })
        .collect();
    let each = table.maybe_one_of("each", &[("unit", Each::Unit), (count, Each::Count)]);
    let effects = [forbid.is_some(), warn.is_some(), on.is_some()];
    if effects.iter().filter(|said| **said).count() != 1 || (on.is_some() && changes.len() != 1) {
        table
            .fault(table.at(), format!("{} does not do one thing", table.named()))
            .hint("write `forbid`, `warn`, or `on` with one of `set`, `add`, `times`, `at-most`, `at-least`");
        return None;
    }
    if let Some(text) = forbid {
        return Some(Effect::Forbid(text));
    }
    if let Some(text) = warn {
        return Some(Effect::Warn(text));
    }
    let on = quantity(procedures, &on?)?;
    let (how, amount) = changes.into_iter().next()?;
    Some(Effect::Change(Change {
        on,
        how,
        amount: amount?,
        each: each.unwrap_or(Each::Unit),
    }))
}

/// A quantity that every procedure of the rulings has.
fn quantity(procedures: &[&Procedure], on: &Value<'_>) -> Option<&'static str> {
    let text = on.text()?;
    let name = *text.get_ref();
    let mut found = None;
    for procedure in procedures {
        let has = procedure.quantities();
        match has.iter().find(|quantity| **quantity == name) {
            Some(quantity) => found = Some(*quantity),
            None => {
                let noted = on.fault(format!("there is no `{name}` to change"));
                match nearest(name, has.iter().copied()) {
                    Some(near) => noted.hint(format!("did you mean `{near}`?")),
                    None if has.is_empty() => noted.hint("this procedure has nothing to change"),
                    None => noted.hint(format!("there are `{}`", has.join("`, `"))),
                };
                return None;
            }
        }
    }
    found
}
