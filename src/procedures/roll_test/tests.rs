//! The ways that games use a check, each on a small table of its own.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::atomic::AtomicBool;

use super::super::{Case, Declaration, Outcome, Value, Working, declare};
use crate::dice::{Dice, Limit, Told, explore};
use crate::distance::Scale;
use crate::language::Grammar;
use crate::language::command::{Command, Faces};
use crate::language::verbs::Vocabulary;
use crate::number::Number;
use crate::roster::Roster;
use crate::rules::beside::Books;
use crate::rules::library::{Library, Source};
use crate::rules::{RuleSet, rule_set};
use crate::settings::Settings;
use crate::situation::Situation;
use crate::typed_line::LineFault;

const TABLE: &str = r#"
format = 1
id = "test"
name = "Test"
measure = "squares"
count = ["man", "men"]
loss = ["man", "men"]
arms = { foot = "foot", horse = "horse" }
number = { quality = "quality", frail = "frail" }

[type.guard]
name = "guard"
arm = "foot"
numbers = { quality = 8, frail = "blank" }

[type.levy]
name = "levy"
plural = "levies"
arm = "foot"
numbers = { quality = 5 }

[word.lost]
say = "men lost"
in = ["morale", "rally", "losses"]
stands = "group"
takes = "losses"

[word.rating]
say = "what is to be thrown"
in = ["morale", "rally"]
takes = { least = 0, most = 12 }

[word.veteran]
say = "veterans"
in = ["morale"]

[word.rear]
say = "taken in the rear"
in = ["morale"]

[word.dread]
say = "so much to the roll"
in = ["shock"]
takes = { least = 0, most = 9 }

[word.disrupted]
say = "disrupted already"
in = ["shock"]

[word.level]
say = "the level by number"
in = ["morale", "rally"]
takes = { steps = ["low", "middle", "high"] }

[word.low]
say = "the lowest level"
in = ["morale", "rally"]
bars = ["middle", "high"]

[word.middle]
say = "the middle level"
in = ["morale", "rally"]
bars = ["high"]

[word.high]
say = "the highest level"
in = ["morale", "rally"]

[result.holds]
say = "holds"

[result.breaks]
say = "breaks"

[result.routs]
say = "routs"

[ruling.morale]
say = "morale"
sides = "one"
procedure = "roll-test"
dice = "2d6"
passes = "at-most"
target = [{ is = { said = "rating" } }, { when = [{ said = "veteran" }], is = 8 }, { is = 7 }]
passed = "holds"
failed = "breaks"
ladder = { levels = ["low", "middle", "high"], down = 1 }

[ruling.morale.settled.high]
when = [{ said = "high" }]
is = "not-checked"
say = "the highest are not checked"

[ruling.rally]
say = "rally"
sides = "one"
procedure = "roll-test"
dice = "d6"
passes = "at-most"
target = [{ is = 2 }]
ladder = { levels = ["low", "middle", "high"], up = 1, ceiling = 2 }

[ruling.rally.settled.low]
when = [{ said = "low" }]
is = "failed"
say = "the lowest do not rally"

[ruling.losses]
say = "two dice, the score or more stands"
sides = "one"
procedure = "roll-test"
dice = "2d6"
passes = "at-least"
target = [{ number = "quality" }]

[ruling.losses.settled.few]
when = [{ not = { lost = "1/4" } }]
is = "not-checked"
say = "less than a quarter is lost"

[ruling.shock]
say = "a die from 0 to 9 and a number against quality"
sides = "one"
procedure = "roll-test"
dice = "d10"
lowest = 0
passes = "at-most"
target = [{ number = "quality" }]
failed = [{ when = [{ said = "disrupted" }], result = "routs" }, { result = "breaks" }]

[ruling.fright]
say = "a number that the source does not give"
sides = "one"
procedure = "roll-test"
dice = "d6"
passes = "at-most"
target = [{ number = "frail" }]
asks = "name troops that can take fright"

[modifier.dread]
say = "dread"
in = ["shock"]
when = [{ said = "dread" }]
on = "roll"
add = { said = "dread" }

[modifier.rear]
say = "rear"
in = ["morale"]
when = [{ said = "rear" }]
on = "target"
add = -1

[modifier.half]
say = "half lost"
in = ["morale"]
when = [{ lost = "1/2" }]
on = "target"
add = -1
"#;

/// The table, and a line read by it.
struct Table {
    rules: RuleSet,
    settings: Settings,
}

impl Table {
    fn new() -> Table {
        Table {
            rules: rule_set(&Source::of_text("test", TABLE), &|id| {
                Library::default().find(id)
            })
            .unwrap_or_else(|faults| panic!("{faults:?}")),
            settings: Settings::default(),
        }
    }

    fn read(&self, line: &str) -> (Situation, Option<Faces>) {
        let grammar = Grammar {
            rules: &self.rules,
            vocabulary: &Vocabulary::new(&self.rules),
            scale: &Scale::default(),
            roster: &Roster::default(),
            books: &Books::default(),
        };
        match grammar.parse(line).unwrap() {
            Command::Ruling(situation, faces) => ((*situation).clone(), faces),
            other => panic!("no ruling: {other:?}"),
        }
    }

    fn declared<'a>(&'a self, situation: &'a Situation) -> Result<Declaration<'a>, LineFault> {
        let case = Case {
            rules: &self.rules,
            settings: &self.settings,
            situation,
        };
        declare(case, Working::kept())
    }

    /// The outcome of a line with its dice.
    fn ruled(&self, line: &str) -> Outcome {
        let (situation, faces) = self.read(line);
        let mut dice = Told::new(faces.map_or(Vec::new(), |faces| faces.words));
        let Declaration {
            mut working,
            declared,
            ..
        } = self.declared(&situation).unwrap();
        let outcome = declared.throw(&mut dice as &mut dyn Dice, &mut working);
        dice.finish().unwrap();
        outcome.unwrap()
    }

    fn refused(&self, line: &str) -> LineFault {
        let (situation, _) = self.read(line);
        match self.declared(&situation) {
            Err(refusal) => refusal,
            Ok(_) => panic!("`{line}` is not refused"),
        }
    }
}

fn field<'o>(outcome: &'o Outcome, name: &str) -> &'o Value {
    let mut fields = outcome.fields.iter();
    &fields.find(|field| field.name == name).unwrap().value
}

fn number(value: i64) -> Value {
    Value::Number(Number::whole(value))
}

/// The target, the roll and whether it passes.
fn checked(line: &str) -> (Value, Value, Value) {
    let outcome = Table::new().ruled(line);
    let part = |name| field(&outcome, name).clone();
    (part("target"), part("roll"), part("passed"))
}

fn level(line: &str) -> Value {
    field(&Table::new().ruled(line), "level").clone()
}

#[test]
fn the_first_target_that_applies_counts_and_modifiers_change_it() {
    let both = |target, roll, passes| (number(target), number(roll), Value::Truth(passes));
    assert_eq!(checked("morale 8 guard rolled 3 4"), both(7, 7, true));
    assert_eq!(checked("morale 8 guard rolled 4 4"), both(7, 8, false));
    assert_eq!(
        checked("morale 8 guard veteran rolled 4 4"),
        both(8, 8, true)
    );
    assert_eq!(
        checked("morale 8 guard veteran rating 9 rolled 5 5"),
        both(9, 10, false)
    );
    assert_eq!(
        checked("morale 8-4 guard rear rolled 3 3"),
        both(5, 6, false)
    );
}

#[test]
fn the_score_or_more_may_pass_instead() {
    let both = |target, roll, passes| (number(target), number(roll), Value::Truth(passes));
    assert_eq!(checked("losses 8-2 guard rolled 4 4"), both(8, 8, true));
    assert_eq!(checked("losses 8-2 guard rolled 4 3"), both(8, 7, false));
    // Of several types the hardest target counts: for "or more" the highest.
    assert_eq!(
        checked("losses 8-2 levy + 8-4 guard rolled 4 3"),
        both(8, 7, false)
    );
}

#[test]
fn a_die_read_from_nought_with_a_number_added() {
    let both = |target, roll, passes| (number(target), number(roll), Value::Truth(passes));
    assert_eq!(checked("shock 1 levy rolled 0"), both(5, 0, true));
    assert_eq!(checked("shock 1 levy dread 2 rolled 3"), both(5, 5, true));
    assert_eq!(checked("shock 1 levy dread 2 rolled 4"), both(5, 6, false));
    let result = |line| Table::new().ruled(line).attacker[0].result.clone();
    assert_eq!(result("shock 1 levy rolled 6").as_deref(), Some("breaks"));
    assert_eq!(
        result("shock 1 levy disrupted rolled 6").as_deref(),
        Some("routs")
    );
    assert_eq!(result("shock 1 levy rolled 5"), None);
}

#[test]
fn failing_lowers_and_passing_raises_up_to_the_ceiling() {
    assert_eq!(level("morale 8 guard middle rolled 6 6"), number(1));
    assert_eq!(level("morale 8 guard level 2 rolled 6 6"), number(1));
    assert_eq!(level("morale 8 guard low rolled 6 6"), number(1));
    assert_eq!(level("morale 8 guard middle rolled 1 1"), number(2));
    assert_eq!(level("morale 8 guard rolled 6 6"), Value::Null);
    assert_eq!(level("rally 8 guard middle rolled 1"), number(2));
    // A unit above the ceiling is not brought down to it.
    assert_eq!(level("rally 8 guard high rolled 1"), number(3));
    assert_eq!(level("rally 8 guard high rolled 6"), number(3));
}

#[test]
fn some_levels_are_settled_without_dice() {
    let outcome = Table::new().ruled("morale 8 guard high");
    assert_eq!(field(&outcome, "passed"), &Value::Null);
    assert_eq!(field(&outcome, "roll"), &Value::Null);
    assert_eq!(field(&outcome, "level"), &number(3));
    assert_eq!(outcome.summary, "the highest are not checked");
    let outcome = Table::new().ruled("rally 8 guard low");
    assert_eq!(field(&outcome, "passed"), &Value::Truth(false));
    assert_eq!(field(&outcome, "level"), &number(1));
    let outcome = Table::new().ruled("losses 8-1 guard");
    assert_eq!(field(&outcome, "passed"), &Value::Null);
}

#[test]
fn every_unit_throws_in_the_order_typed() {
    let outcome = Table::new().ruled("losses 8-2 levy and 8-2 guard and 8 guard rolled 1 3 6 2");
    assert!(outcome.fields.is_empty());
    let passed: Vec<&Value> = outcome
        .attacker
        .iter()
        .flat_map(|unit| &unit.fields)
        .filter(|field| field.name == "passed")
        .map(|field| &field.value)
        .collect();
    assert_eq!(
        passed,
        [&Value::Truth(false), &Value::Truth(true), &Value::Null]
    );
    assert_eq!(outcome.summary, "1 of 3 passes");
}

#[test]
fn a_blank_target_is_thrown_against_and_decides_nothing() {
    let outcome = Table::new().ruled("fright 1 guard rolled 3");
    assert_eq!(field(&outcome, "roll"), &number(3));
    assert_eq!(field(&outcome, "passed"), &Value::Null);
    let blank = outcome.blank.unwrap();
    assert_eq!(blank.what, "guard, frail");
    assert_eq!(blank.key, "type.guard.numbers.frail");
}

#[test]
fn a_check_without_a_target_asks_for_it() {
    let refusal = Table::new().refused("fright 1 levy");
    assert_eq!(refusal.message, "`fright` has no target for levy");
    assert_eq!(
        refusal.hint.as_deref(),
        Some("name troops that can take fright")
    );
    let refusal = Table::new().refused("morale 1 guard low level 2");
    assert_eq!(refusal.message, "`low` and `middle` cannot both be");
}

#[test]
fn odds_follow_two_branches_and_count_every_throw() {
    let table = Table::new();
    let (situation, _) = table.read("morale 8 guard");
    let declaration = table.declared(&situation).unwrap();
    let mut runs = 0;
    let odds = explore(Limit::default(), &AtomicBool::new(false), |dice| {
        runs += 1;
        let outcome = declaration.declared.throw(dice, &mut Working::silent())?;
        Ok::<_, crate::dice::Halt>(field(&outcome, "passed").clone())
    })
    .unwrap();
    // 21 of the 36 throws of two dice are 7 or less: 7 in 12.
    let passes = odds.chance(&Value::Truth(true));
    assert_eq!((passes.ways(), passes.of()), ("7".into(), "12".into()));
    assert_eq!(odds.len(), 2);
    assert!(runs <= 3, "{runs} runs");
}
