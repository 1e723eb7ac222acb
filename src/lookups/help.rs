//! Help: the rulings, the verbs of a topic, one verb with its words, one word.

use crate::language::topics::Topic;
use crate::language::verbs::{Verb, Vocabulary, form};
use crate::naming::{Found, begins};
use crate::rules::RuleSet;
use crate::rules::condition::Role;
use crate::rules::ruling::Ruling;
use crate::rules::shelf::{Id, Named};
use crate::rules::word::{Takes, Word};
use crate::sheet::Sheet;

/// Help on everything, or on what was typed; `None` where nothing is called so.
pub fn help(rules: &RuleSet, vocabulary: &Vocabulary, on: Option<&str>) -> Option<Sheet> {
    let Some(on) = on else {
        return Some(everything(rules));
    };
    if let Some(topic) = Topic::ALL.into_iter().find(|topic| topic.name() == on) {
        return Some(about_topic(topic));
    }
    let verb = vocabulary.find(on);
    let word = rules.index.words.find(on);
    match (verb, word) {
        // A word said in full stands before a verb that it happens to begin.
        (_, Found::One(word)) if rules.words.get(word).id() == on => Some(one_word(rules, word)),
        (Found::One(Verb::Ruling(ruling)), _) => Some(one_ruling(rules, ruling)),
        (Found::One(Verb::Own(own)), _) => {
            let verb = own.about()?;
            Some(one_verb(verb.name, verb.form, verb.say, verb.notes))
        }
        (Found::One(Verb::Field(field)), _) => {
            let verb = field.about()?;
            Some(one_verb(verb.name, verb.form, verb.say, &[]))
        }
        (_, Found::One(word)) => Some(one_word(rules, word)),
        _ => {
            let mut topics = Topic::ALL.into_iter();
            let topic = topics.find(|topic| begins(topic.name(), on))?;
            Some(about_topic(topic))
        }
    }
}

fn everything(rules: &RuleSet) -> Sheet {
    let mut sheet = Sheet::new(
        format!("{}: what can be asked", rules.name),
        &["verb", "with", "gives"],
    );
    for (_, ruling) in rules.rulings.iter() {
        sheet.row([
            ruling.id.to_string(),
            form(ruling).to_owned(),
            ruling.say.clone(),
        ]);
    }
    sheet.note(format!(
        "SIDE: troops with their count, as `4 {}`; `+` joins kinds in a unit, `and` units; \
         `rolled 6 5 4 1` at the end gives dice thrown on the table",
        rules.example_type()
    ));
    let topics = Topic::ALL.into_iter().map(|topic| {
        let names = topic.names();
        format!("{}: {}", topic.name(), names.join(", "))
    });
    // One after another, so that all of it fits a screen.
    sheet.note(topics.collect::<Vec<String>>().join(" · "));
    sheet.note("`help VERB`, `help WORD`, `help look-ups` and the like say more");
    sheet
}

fn about_topic(topic: Topic) -> Sheet {
    let title = format!("{}: {}", topic.name(), topic.say());
    let mut sheet = Sheet::new(title, &["verb", "with", "gives"]);
    for verb in topic.verbs() {
        sheet.row(verb.map(str::to_owned));
    }
    sheet
}

fn one_verb(name: &str, form: &str, say: &str, notes: &[&str]) -> Sheet {
    Sheet {
        title: format!("{name} {form}").trim_end().to_owned(),
        notes: std::iter::once(&say)
            .chain(notes)
            .map(|&note| note.to_owned())
            .collect(),
        ..Sheet::default()
    }
}

fn one_ruling(rules: &RuleSet, id: Id<Ruling>) -> Sheet {
    let ruling = rules.rulings.get(id);
    let title = format!("{} {}", ruling.id, form(ruling));
    let mut sheet = Sheet {
        cite: ruling.cite.clone(),
        ..Sheet::new(
            format!("{}: {}", title.trim_end(), ruling.say),
            &["word", "of", "means"],
        )
    };
    for (_, word) in rules.words.iter() {
        if word.rulings.contains(&id) {
            sheet.row([typed(word), of(word).to_owned(), word.say.clone()]);
        }
    }
    for example in &ruling.examples {
        sheet.note(format!("as in `{example}`"));
    }
    sheet
}

fn one_word(rules: &RuleSet, id: Id<Word>) -> Sheet {
    let word = rules.words.get(id);
    let rulings: Vec<&str> = word
        .rulings
        .iter()
        .map(|ruling| rules.rulings.get(*ruling).id.as_str())
        .collect();
    let mut sheet = Sheet {
        title: format!("{}: {}", typed(word), word.say),
        columns: vec!["changes".to_owned(), "in".to_owned()],
        cite: word.cite.clone(),
        ..Sheet::default()
    };
    for (_, modifier) in rules.modifiers.iter() {
        if modifier.when.iter().any(|condition| condition.asks(id)) {
            let of: Vec<&str> = modifier
                .rulings
                .iter()
                .map(|ruling| rules.rulings.get(*ruling).id.as_str())
                .collect();
            sheet.row([
                format!("{}: {}", modifier.say, modifier.effect),
                of.join(", "),
            ]);
        }
    }
    if sheet.rows.is_empty() {
        sheet.columns.clear();
    }
    sheet.note(format!("in {}, of {}", rulings.join(", "), of(word)));
    if !word.also.is_empty() {
        sheet.note(format!("also `{}`", word.also.join("`, `")));
    }
    sheet
}

fn typed(word: &Word) -> String {
    match &word.takes {
        Takes::Nothing => word.id.to_string(),
        Takes::Number(..) | Takes::Step(_) | Takes::Losses => format!("{} N", word.id),
        Takes::Weapon => format!("{} WEAPON", word.id),
    }
}

fn of(word: &Word) -> &'static str {
    match word.role {
        Role::Attacker => "the side that acts",
        Role::Defender => "the side acted upon",
        Role::Either => "either side",
    }
}
