//! Help: the rulings, the verbs of a topic, one verb with its words, one word.

use super::help_pages::Page;
use super::rulings::changes_by;
use crate::language::topics::Topic;
use crate::language::verbs::{FIELD, Verb, Vocabulary, form};
use crate::naming::{Found, begins, nearest_of};
use crate::rules::RuleSet;
use crate::rules::condition::Role;
use crate::rules::ruling::{Ruling, Sides};
use crate::rules::shelf::{Id, Named};
use crate::rules::word::{Takes, Word};
use crate::sheet::Sheet;

/// The most rulings of which help shows a line.
const MOST_EXAMPLES: usize = 2;

/// Help on everything, or on what was typed; `None` where nothing is called so.
pub fn help(rules: &RuleSet, vocabulary: &Vocabulary, on: Option<&str>) -> Option<Sheet> {
    let Some(on) = on else {
        return Some(everything(rules));
    };
    if let Some(page) = Page::ALL.into_iter().find(|page| page.name() == on)
        && rules.rulings.named(on).is_none()
    {
        return Some(page.sheet(rules, vocabulary));
    }
    if let Some(topic) = Topic::ALL.into_iter().find(|topic| topic.name() == on) {
        return Some(about_topic(topic, vocabulary));
    }
    let verb = vocabulary.find(on);
    let word = rules.index.words.find(on);
    match (verb, word) {
        // A word said in full stands before a verb that it happens to begin.
        (_, Found::One(word)) if rules.words.get(word).id() == on => Some(one_word(rules, word)),
        (Found::One(Verb::Ruling(ruling)), _) => {
            let mut sheet = one_ruling(rules, ruling);
            sheet.notes.extend(hidden_by(rules, vocabulary, ruling));
            Some(sheet)
        }
        (Found::One(Verb::Own(own)), _) => {
            let verb = own.about()?;
            Some(one_verb(verb.name, verb.form, verb.say, verb.notes))
        }
        (Found::One(Verb::Field(field)), _) => {
            let verb = field.about()?;
            let name = vocabulary.name_of(verb);
            Some(one_verb(name, verb.form, verb.say, &[]))
        }
        (_, Found::One(word)) => Some(one_word(rules, word)),
        _ => {
            let mut topics = Topic::ALL.into_iter();
            let topic = topics.find(|topic| begins(topic.name(), on))?;
            Some(about_topic(topic, vocabulary))
        }
    }
}

/// What help knows that is spelt most like a name that it does not know.
pub fn nearest_topic<'a>(
    rules: &'a RuleSet,
    vocabulary: &'a Vocabulary,
    name: &str,
) -> Option<&'a str> {
    fn near<'n, T>(found: Found<'n, T>) -> Option<&'n str> {
        match found {
            Found::None { nearest } => nearest,
            Found::One(_) | Found::Several(_) => None,
        }
    }
    let pages = Page::ALL.into_iter().map(|page| -> &'a str { page.name() });
    let verb = near(vocabulary.names().find(name));
    let known = verb.into_iter().chain(pages);
    nearest_of(name, known.map(|known| (known, known)))
        .or_else(|| near(rules.index.words.find(name)))
        .or_else(|| near(rules.index.types.find(name)))
}

/// What can be asked: examples first, then the rulings, the troops and where there is more.
fn everything(rules: &RuleSet) -> Sheet {
    let mut sheet = Sheet::new(
        format!("{}: what can be asked", rules.name),
        &["verb", "with", "gives"],
    );
    sheet.examples = examples(rules);
    for (_, ruling) in rules.rulings.iter() {
        sheet.row([
            ruling.id.to_string(),
            form(ruling)
                .trim_end_matches("[WORDS]")
                .trim_end()
                .to_owned(),
            in_brief(&ruling.say).to_owned(),
        ]);
    }
    let types = rules.types.iter().map(|(_, troop)| troop.id.as_str());
    let types: Vec<&str> = types.collect();
    sheet.note(format!("troops: {}", types.join(", ")));
    let topics = Topic::ALL.into_iter().map(|topic| {
        let names = topic.names();
        format!("{}: {}", topic.name(), names.join(", "))
    });
    // One after another, so that all of it fits a screen.
    sheet.note(topics.collect::<Vec<String>>().join(" · "));
    let pages = Page::ALL.map(Page::name);
    sheet.note(format!(
        "more: `help VERB` with its words, `help WORD`, `help TROOPS`, and on {}",
        pages.join(", ")
    ));
    sheet
}

/// What comes before a colon or a comma: what follows explains, and stands in the help on the verb.
fn in_brief(say: &str) -> &str {
    let ends = [": ", ", "].into_iter().filter_map(|end| say.find(end));
    ends.min().and_then(|end| say.get(..end)).unwrap_or(say)
}

/// A line of the first rulings.
fn examples(rules: &RuleSet) -> Vec<String> {
    let rulings = rules.rulings.iter().map(|(_, ruling)| ruling);
    rulings
        .filter_map(|ruling| ruling.examples.first().cloned())
        .take(MOST_EXAMPLES)
        .collect()
}

fn about_topic(topic: Topic, vocabulary: &Vocabulary) -> Sheet {
    let title = format!("{}: {}", topic.name(), topic.say());
    let mut sheet = Sheet::new(title, &["verb", "with", "gives"]);
    for verb in topic.verbs(vocabulary) {
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

/// How the verb of the battle is typed that has the name of a ruling.
fn hidden_by(rules: &RuleSet, vocabulary: &Vocabulary, ruling: Id<Ruling>) -> Option<String> {
    let name = &rules.rulings.get(ruling).id;
    let verb = FIELD.iter().find(|verb| verb.name == *name)?;
    let typed = vocabulary.name_of(verb);
    Some(format!("`{typed} {}`: {}", verb.form, verb.say))
}

/// A ruling: how it is typed, and what each of its words changes.
fn one_ruling(rules: &RuleSet, id: Id<Ruling>) -> Sheet {
    let ruling = rules.rulings.get(id);
    let title = format!("{} {}", ruling.id, form(ruling));
    // Where one side only takes part, every word is of that.
    let two_sides = ruling.sides == Sides::Two;
    let columns: &[&str] = match two_sides {
        true => &["word", "of", "changes", "means"],
        false => &["word", "changes", "means"],
    };
    let mut sheet = Sheet {
        cite: ruling.cite.clone(),
        examples: ruling.examples.clone(),
        ..Sheet::new(format!("{}: {}", title.trim_end(), ruling.say), columns)
    };
    for (word_id, word) in rules.words.iter() {
        if !word.rulings.contains(&id) {
            continue;
        }
        let changes = changes_by(rules, id, word_id).join("; ");
        let of = two_sides.then(|| of(word).to_owned());
        let cells = [Some(typed(word)), of, Some(changes), Some(word.say.clone())];
        sheet.row(cells.into_iter().flatten());
    }
    sheet.drop_empty_columns();
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
        columns: vec!["in".to_owned(), "changes".to_owned()],
        cite: word.cite.clone(),
        ..Sheet::default()
    };
    for ruling in &word.rulings {
        for change in changes_by(rules, *ruling, id) {
            sheet.row([rules.rulings.get(*ruling).id.to_string(), change]);
        }
    }
    if sheet.rows.is_empty() {
        sheet.columns.clear();
    }
    let of = match word.role {
        Role::Either => String::new(),
        _ => format!(", of {}", of(word)),
    };
    sheet.note(format!("said in {}{of}", rulings.join(", ")));
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
        Role::Attacker => "who acts",
        Role::Defender => "whom it falls on",
        Role::Either => "either",
    }
}
