//! What a ruling of steps is read to: the program, step by step.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::number::Number;
use crate::rules::library::{Library, Source};
use crate::rules::modifier::How;
use crate::rules::rule_set;
use crate::rules::set::RuleSet;
use crate::rules::shelf::Id;
use crate::rules::steps::expression::{Expression, Quantity, Whose};
use crate::rules::steps::lookup::{Cells, Matches};
use crate::rules::steps::symbol::Meaning;
use crate::rules::steps::template::{Format, Piece};
use crate::rules::steps::{
    Act, AsksDistance, Cell, Count, CountsSaid, Headline, Key, LoopOf, Program, Reading, Run,
    Scope, Step, StepId, StepSide,
};

const HEAD: &str = r#"
format = 2
id = "x"
name = "X"
measure = "inches"
count = ["base", "bases"]
loss = ["figure", "figures"]
arms = { foot = "on foot", horse = "mounted" }
number = { points = "points", hits-on = "hits on" }

[type.pike]
name = "pike"
arm = "foot"
weapons = ["musket"]
numbers = { points = 2 }

[weapon.musket]
name = "musket"
bands = [{ to = 8, hits-on = 4 }]

[word.close]
say = "in close order"
in = ["melee"]

[word.bonus]
say = "what it has besides"
in = ["melee"]
takes = { least = 0, most = 6 }

[result.holds]
say = "holds"

[result.routs]
say = "routs with {left:loss}"
routs = true
"#;

/// The rule set of a head, a ruling `melee` with these steps, and more.
fn rules(steps: &str, more: &str) -> RuleSet {
    let ruling = "[ruling.melee]\nsay = \"melee\"\nsides = \"two\"\n";
    let text = format!("{HEAD}{ruling}{more}\n[ruling.melee.steps]\n{steps}");
    read("x", &text, &|id| Library::default().find(id))
}

fn source(id: &str, text: &str) -> Source {
    Source {
        text: text.to_owned().into(),
        ..Source::of_text(id, "")
    }
}

fn read(id: &str, text: &str, parents: &crate::rules::reader::Parents<'_>) -> RuleSet {
    match rule_set(&source(id, text), parents) {
        Ok(rules) => rules,
        Err(faults) => unreachable!("{}", faults.render(crate::rules::fault::Style::Plain)),
    }
}

fn program(rules: &RuleSet) -> &Program {
    &rules
        .rulings
        .get(rules.rulings.named("melee").unwrap())
        .program
}

fn step<'p>(program: &'p Program, id: &str) -> &'p Step {
    program.step(program.step_named(id).unwrap()).unwrap()
}

fn ids(program: &Program) -> Vec<&str> {
    program.steps.iter().map(|step| step.id.as_str()).collect()
}

/// The one value that a step works out.
fn worked(step: &Step) -> &Expression {
    let Act::Work(choice) = &step.act else {
        unreachable!("{} works out a value", step.id);
    };
    let crate::rules::steps::expression::Outcome::Value(value) = &choice.0[0].is else {
        unreachable!("{} is one expression", step.id);
    };
    value
}

fn quantity(expression: &Expression) -> (Whose, &Quantity) {
    let Expression::Name(name) = expression else {
        unreachable!("{expression:?} is a name");
    };
    (name.whose, &name.quantity)
}

#[test]
fn a_step_is_of_a_unit_and_shown_under_its_key_unless_it_says_otherwise() {
    let rules = rules(
        r#"
one-value = { is = 1 }
other = { of = "line", is = "attacker.left", field = "elsewhere", headline = true, least = 0, most = "1/2", else = "nothing", when = { said = "close" } }
hidden = { side = "attacker", is = "one-value", field = false }
last = { is = "hidden" }
told = { say = "{name} is told" }
given = { gives = "close" }
"#,
        "",
    );
    let program = program(&rules);
    let one = step(program, "one-value");
    assert_eq!((one.of, one.side), (Scope::Unit, StepSide::Both));
    assert_eq!(one.field.as_deref(), Some("one_value"));
    assert_eq!(one.headline, Headline::No);
    let other = step(program, "other");
    assert_eq!((other.of, other.headline), (Scope::Line, Headline::Yes));
    assert_eq!(other.field.as_deref(), Some("elsewhere"));
    assert_eq!(other.least, Some(Number::ZERO));
    assert_eq!(other.most, Some(Number::HALF));
    assert_eq!(other.otherwise, Some(Cell::Nothing));
    assert_eq!(other.when.len(), 1);
    let hidden = step(program, "hidden");
    assert_eq!(
        (hidden.side, hidden.field.as_deref()),
        (StepSide::Attacker, None)
    );
    // What has no value has no field.
    assert_eq!(step(program, "told").field, None);
    assert_eq!(step(program, "given").field, None);
    let Act::Tell(say, _) = &step(program, "told").act else {
        unreachable!("it tells");
    };
    assert_eq!(
        say.0,
        [Piece::Name(Whose::Own), Piece::Text(" is told".to_owned())]
    );
}

#[test]
fn a_name_is_a_step_a_number_or_what_is_built_in_of_whom_it_says() {
    let rules = rules(
        r#"
points = { is = "points" }
own = { is = "points" }
across = { is = "opposite.points" }
foes = { of = "side", is = "foe.left" }
winner = { of = "line", is = [{ when = "attacker.left > 0", is = "attacker" }, { is = "drawn" }], answers = ["drawn"] }
theirs = { of = "line", is = "winner.left" }
said = { is = "bonus" }
fired = { is = "weapon.hits-on" }
"#,
        "",
    );
    let program = program(&rules);
    let number = Quantity::Attribute(rules.attributes.named("points").unwrap());
    // Inside the step of the same name it is the number, elsewhere the step.
    assert_eq!(
        quantity(worked(step(program, "points"))),
        (Whose::Own, &number)
    );
    let of_step = Quantity::Step(StepId(0));
    assert_eq!(
        quantity(worked(step(program, "own"))),
        (Whose::Own, &of_step)
    );
    assert_eq!(
        quantity(worked(step(program, "across"))),
        (Whose::Opposite, &of_step)
    );
    assert_eq!(
        quantity(worked(step(program, "foes"))),
        (Whose::Foe, &Quantity::Left)
    );
    let winner = program.step_named("winner").unwrap();
    assert_eq!(
        quantity(worked(step(program, "theirs"))),
        (Whose::Named(winner), &Quantity::Left)
    );
    let bonus = Quantity::Said(rules.words.named("bonus").unwrap());
    assert_eq!(
        quantity(worked(step(program, "said"))),
        (Whose::Own, &bonus)
    );
    let weapon = Quantity::Weapon(rules.attributes.named("hits-on").unwrap());
    assert_eq!(
        quantity(worked(step(program, "fired"))),
        (Whose::Own, &weapon)
    );
    // Whoever fires has to say how far.
    assert_eq!(program.asks_distance, AsksDistance::Yes);
}

#[test]
fn a_further_reading_is_a_step_behind_its_throw() {
    let rules = rules(
        r#"
hits = { roll = "d10", lowest = 0, dice = "left", at-least = 8, also = { nines = { at-least = 9, field = "best" } }, for = "blows" }
worth = { roll = "2d6", each = { "1-2" = 0, "3-5" = "1/2", "6" = 1 } }
faces = { roll = "die.fate", dice = 3, count = ["hit"] }
face = { roll = "die.fate" }
spread = { roll = "2d6", read = "spread" }
"#,
        "[die.fate]\nfaces = [\"hit\", \"flag\", \"hit\"]\n[ruling.unused]\nsay = \"x\"\nsides = \"one\"\n[ruling.unused.steps]\nnone = { is = 1 }\n",
    );
    let program = program(&rules);
    assert_eq!(
        ids(program),
        ["hits", "nines", "worth", "faces", "face", "spread"]
    );
    let Act::Roll(hits) = &step(program, "hits").act else {
        unreachable!("a throw");
    };
    assert_eq!((hits.sides, hits.lowest), (10, 0));
    assert!(matches!(hits.dice, Count::Worked(_)));
    assert_eq!(hits.purpose.as_deref(), Some("blows"));
    let Act::Reading(of, Reading::AtLeast(nine)) = &step(program, "nines").act else {
        unreachable!("a reading");
    };
    assert_eq!((*of, nine), (StepId(0), &Expression::whole(9)));
    assert_eq!(step(program, "nines").field.as_deref(), Some("best"));
    let throw = |id| match &step(program, id).act {
        Act::Roll(roll) => roll,
        _ => unreachable!("a throw"),
    };
    let Reading::Worth(worth) = &throw("worth").reading else {
        unreachable!("worth of faces");
    };
    let half = Number::HALF;
    assert_eq!(
        worth.as_slice(),
        [Number::ZERO, Number::ZERO, half, half, half, Number::ONE]
    );
    let faces = throw("faces");
    assert!(matches!(&faces.reading, Reading::Faces(faces) if *faces == [1, 3]));
    let names: Vec<&str> = faces
        .faces
        .iter()
        .map(|face| rules.symbols.name(*face))
        .collect();
    assert_eq!(
        (faces.sides, names.as_slice()),
        (3, ["hit", "flag", "hit"].as_slice())
    );
    assert!(matches!(throw("face").reading, Reading::Named));
    assert!(matches!(throw("face").dice, Count::Fixed(1)));
    assert!(matches!(throw("spread").reading, Reading::Spread));
}

#[test]
fn a_table_is_found_by_ranges_ratios_kinds_and_names() {
    let rules = rules(
        r#"
ratio = { of = "line", table = "odds", row = 2, column = "attacker.left ÷ defender.left", shift = 1, rounds = "up" }
kind = { table = "kinds", row = "kind", column = "said", unsaid = "open" }
called = { is = "odds(1, 2)" }
"#,
        r#"
[ruling.melee.odds]
title = "The odds"
cite = "3"
columns = ["1:2", "1:1", "2:1"]
"-2-0" = ["nothing", "blank", 1]
"1+" = ["holds", "routs", "1/2"]
[ruling.melee.kinds]
headings = { open = "in the open" }
foot = { close = 1, open = 2 }
horse = { close = 3, open = 4 }
"#,
    );
    let program = program(&rules);
    let names: Vec<&str> = program
        .tables
        .iter()
        .map(|table| table.id.as_str())
        .collect();
    assert_eq!(names, ["odds", "kinds"]);
    let odds = &program.tables[0];
    assert_eq!(
        (odds.title.as_deref(), odds.cite.as_deref()),
        (Some("The odds"), Some("3"))
    );
    let row = &odds.rows[0];
    assert_eq!(rules.symbols.name(row.key.name), "-2-0");
    assert!(matches!(row.key.matches, Matches::Range(span) if (span.from, span.to) == (-2, 0)));
    let Cells::Columns(cells) = &row.cells else {
        unreachable!("three columns");
    };
    // A ratio is written 1:2, and 1-2 in JSON.
    assert_eq!(rules.symbols.name(cells[0].0.name), "1-2");
    assert_eq!(cells[2].0.matches, Matches::Ratio(Number::whole(2)));
    assert_eq!(cells[0].1.holds, Cell::Nothing);
    assert!(matches!(cells[1].1.holds, Cell::Blank(_)));
    assert_eq!(cells[2].1.holds, Cell::Number(Number::ONE));
    let Cells::Columns(cells) = &odds.rows[1].cells else {
        unreachable!("three columns");
    };
    let Cell::Symbol(holds) = cells[0].1.holds else {
        unreachable!("a result");
    };
    assert!(matches!(
        rules.symbols.get(holds).unwrap().means,
        Meaning::Result(_)
    ));
    assert_eq!(cells[2].1.holds, Cell::Number(Number::HALF));
    let kinds = &program.tables[1];
    assert!(matches!(kinds.rows[0].key.matches, Matches::Kind(_)));
    assert_eq!(kinds.rows[0].key.heading, "on foot");
    let Cells::Columns(cells) = &kinds.rows[0].cells else {
        unreachable!("two columns");
    };
    assert!(matches!(cells[0].0.matches, Matches::Word(_)));
    assert_eq!(cells[1].0.heading, "in the open");
    let Act::Look(look) = &step(program, "kind").act else {
        unreachable!("a look-up");
    };
    assert!(matches!(look.row, Key::Kind));
    assert!(matches!(&look.column, Some(Key::Said(Some(word))) if word == "open"));
    assert!(matches!(worked(step(program, "called")), Expression::Look(_, of) if of.len() == 2));
}

#[test]
fn a_row_of_steps_runs_in_its_place() {
    let rules = rules(
        r#"
first = { is = 1 }
blows = { each = "side", row = "blow", while = "attacker.left > 0", say = "all is over", cite = "4" }
last = { is = "struck" }
"#,
        "[row.blow]\nstruck = { roll = \"1d6\" }\ndead = { side = \"foe\", lose = \"opposite.struck\" }\n",
    );
    let program = program(&rules);
    assert_eq!(ids(program), ["first", "struck", "dead", "last"]);
    let [Run::Step(StepId(0)), Run::Each(row), Run::Step(StepId(3))] = program.sequence.as_slice()
    else {
        unreachable!("{:?}", program.sequence);
    };
    assert_eq!(
        (row.of, row.steps.as_slice()),
        (LoopOf::Side, [StepId(1), StepId(2)].as_slice())
    );
    assert_eq!((row.keep_on.len(), row.cite.as_deref()), (1, Some("4")));
    assert!(row.say.is_some());
    assert_eq!(step(program, "dead").side, StepSide::Foe);
}

#[test]
fn modifiers_stack_in_one_order_on_what_they_name() {
    let rules = rules(
        "strength = { is = \"points + worked\" }\n",
        r#"
[value.worked]
is = 1
[modifier.held]
say = "held"
in = ["melee"]
on = "strength"
at-most = 6
[modifier.doubled]
say = "doubled"
in = ["melee"]
on = "strength"
times = 2
[modifier.told]
say = "told"
in = ["melee"]
when = "strength > 2"
on = "strength"
add = { said = "bonus" }
[modifier.value]
say = "of the value"
in = ["melee"]
on = "worked"
add = "left − 1"
each = "base"
[modifier.number]
say = "of the number"
in = ["melee"]
of = "attacker"
on = "points"
set = 3
[modifier.never]
say = "never"
in = ["melee"]
when = "points > 9"
forbid = "too strong"
"#,
    );
    let program = program(&rules);
    let hows: Vec<How> = step(program, "strength")
        .modifiers
        .iter()
        .map(|one| one.how)
        .collect();
    assert_eq!(hows, [How::Add, How::Times, How::AtMost]);
    assert_eq!(program.shared[0].modifiers.len(), 1);
    let points = rules.attributes.named("points").unwrap();
    assert_eq!(program.modifiers_of(&Quantity::Attribute(points)).len(), 1);
    assert_eq!(program.orders.len(), 1);
    // A modifier knows its place among those of the rule set.
    let told = step(program, "strength").modifiers[0].id;
    assert_eq!(rules.modifiers.get(told).say, "told");
    assert_eq!(program.orders[0].id, Id::at(5));
}

#[test]
fn a_phrase_with_values_is_read_for_the_rulings_that_come_to_it() {
    let more = "needs-counts = true\nsummary = \"{hits:hit} in all\"\n";
    let one = rules(
        "hits = { of = \"line\", is = 1 }\nfate = { result = \"routs\" }\n",
        more,
    );
    let phrases = &program(&one).phrases;
    assert_eq!(phrases.len(), 1);
    assert!(matches!(phrases[0].1.0[1], Piece::Value(_, Format::Losses)));
    let summary = &program(&one).summary;
    let Piece::Value(_, format) = &summary[0].say.0[0] else {
        unreachable!("a value");
    };
    assert_eq!(
        *format,
        Format::Counted("hit".to_owned(), "hits".to_owned())
    );
    assert_eq!(program(&one).counts, CountsSaid::Must);
    let other = rules("fate = { result = \"holds\" }\n", "");
    assert!(program(&other).phrases.is_empty());
    assert_eq!(program(&other).counts, CountsSaid::May);
}

#[test]
fn a_file_that_extends_another_puts_a_step_in() {
    let ruling = "[ruling.melee]\nsay = \"melee\"\nsides = \"two\"\n[ruling.melee.steps]\n";
    let printed = format!("{HEAD}{ruling}first = {{ is = 1 }}\nsecond = {{ is = 2 }}\n");
    let own = r#"
format = 2
id = "own"
name = "Own"
extends = "x"
[ruling.melee.steps]
between = { is = "first", before = "second" }
third = { is = "second" }
first = { is = 4 }
"#;
    let rules = read("own", own, &|_| Ok(source("x", &printed)));
    let program = program(&rules);
    assert_eq!(ids(program), ["first", "between", "second", "third"]);
    assert_eq!(worked(step(program, "first")), &Expression::whole(4));
}

#[test]
fn what_a_word_needs_may_compare_numbers() {
    let more = "[word.proud]\nsay = \"proud\"\nin = [\"melee\"]\nneeds = [\"points > 1\", { is = \"foot\" }]\n";
    let rules = rules("one = { is = 1 }\n", more);
    let proud = rules.words.get(rules.words.named("proud").unwrap());
    assert_eq!(proud.needs.len(), 2);
}
