//! The cheat sheet: all that can be typed, on one page.

use crate::language::topics::Topic;
use crate::language::verbs::{Vocabulary, form};
use crate::paper::{Document, Layout, Section};
use crate::rules::RuleSet;
use crate::sheet::Sheet;

/// What is done most often, besides ruling.
const OFTEN: [[&str; 2]; 7] = [
    ["the next turn, the next phase", "`turn`, `phase`"],
    ["what are the odds", "`odds` before any ruling"],
    [
        "something was forgotten",
        "`amend +WORD`: the last ruling again, with the same dice",
    ],
    ["a mistake", "`undo`; `redo`"],
    ["how many are left", "`units`; `unit NAME`"],
    ["why", "`why`: every step, with its place in the rules"],
    [
        "the end",
        "`reveal`, then `drumhead audit FILE` and `drumhead story FILE`",
    ],
];

/// All that can be typed, on one page, with the verbs and examples of a rule set.
pub fn cheat_sheet(rules: &RuleSet) -> Document {
    let mut sections = vec![verbs(rules), a_line(rules), often(rules)];
    let vocabulary = Vocabulary::new(rules);
    for topic in Topic::ALL {
        let mut sheet = Sheet::new("", &["verb", "with", "gives"]);
        for [verb, with, gives] in topic.verbs(&vocabulary) {
            sheet.row([format!("`{verb}`"), typed(with), gives.to_owned()]);
        }
        let mut section = Section::new(topic.say());
        section.table(sheet);
        sections.push(section);
    }
    Document {
        title: format!("{}: what can be typed", rules.name),
        layout: Layout::Reference,
        lead: vec![
            "`help VERB` says which words a verb takes, `help WORD` what a word changes."
                .to_owned(),
        ],
        sections,
        rest: Vec::new(),
        foot: Vec::new(),
    }
}

/// What rules, each with an example.
fn verbs(rules: &RuleSet) -> Section {
    let mut sheet = Sheet::new("", &["verb", "with", "gives", "as in"]);
    for (_, ruling) in rules.rulings.iter() {
        let example = ruling.examples.first().map_or("", String::as_str);
        sheet.row([
            format!("`{}`", ruling.id),
            typed(form(ruling)),
            ruling.say.clone(),
            typed(example),
        ]);
    }
    let mut section = Section::new("What rules");
    section.table(sheet);
    section
}

/// How a line is made, with an example of each part.
fn a_line(rules: &RuleSet) -> Section {
    let troop = rules.example_type();
    let other = rules.types.iter().nth(1);
    let other = other.map_or(troop, |(_, troop)| troop.id.as_str());
    let far = rules.measure.show(crate::number::Number::whole(2));
    let mut sheet = Sheet::new("", &[]);
    for [what, how] in [
        [
            "troops: count, type, words",
            &format!("`4 {troop}`; `4-1 {troop}`: of four one is lost"),
        ],
        [
            "a unit of several kinds",
            &format!("`1 {troop} + 2 {other}`"),
        ],
        [
            "several units of a side",
            &format!("`2 {troop} and 1 {other}`"),
        ],
        ["a unit of the battle", "its handle or name"],
        [
            "how far",
            &format!(
                "`{far}`, or `8in` `20cm` `4 1/2in` `3sq` `2hex` `50yd`; a bare number is in the rules' own measure"
            ),
        ],
        [
            "dice from the table",
            "`rolled 6 5 4 1` or `rolled 6541`; `=11` where only the sum counts",
        ],
        [
            "names",
            "no capitals needed; plurals and beginnings are understood",
        ],
        ["a remark", "`# like this`"],
    ] {
        sheet.row([what.to_owned(), how.to_owned()]);
    }
    let mut section = Section::new("A line");
    section.table(sheet);
    section
}

fn often(rules: &RuleSet) -> Section {
    let mut sheet = Sheet::new("", &[]);
    let troop = rules.example_type();
    sheet.row([
        "a battle begins".to_owned(),
        format!("`muster SIDE NAME = 4 {troop}`"),
    ]);
    for row in OFTEN {
        sheet.row(row.map(str::to_owned));
    }
    let mut section = Section::new("A battle");
    section.table(sheet);
    section
}

/// Something to type; nothing for nothing.
fn typed(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("`{text}`"),
    }
}
