//! Several where a table may think of one: units against one, groups and types in a unit, rounds of a fight.

use drumhead::rules::check_file;
use drumhead::rules::library::Library;
use drumhead::session::{Hand, NoAnswer, Session};
use serde_json::{Value, json};

const HEAD: &str = r#"
format = 2
id = "several"
name = "Several"
measure = "inches"
count = ["figure", "figures"]
loss = ["figure", "figures"]
arms = { foot = "foot" }
number = { skill = "skill", quality = "quality", rare = "rare" }
type.rifle = { name = "rifle", arm = "foot", numbers = { skill = 3, quality = 6 } }
type.boss = { name = "boss", plural = "bosses", arm = "foot", numbers = { skill = 5, quality = 8, rare = 2 } }
word.nerve = { say = "its nerve", in = ["fight"], takes = { least = 2, most = 12 } }
word.charge = { say = "charges", in = ["fight"], lasts = "turn", then = "blown" }
word.blown = { say = "is blown", in = ["fight"], lasts = "turn" }
word.uphill = { say = "stands uphill", in = ["fight"] }
word.locked = { say = "is locked in the fight", in = ["fight"], bars = ["uphill"] }
result.holds = { say = "holds" }
result.shakes = { say = "shakes", gives = ["blown"] }
result.routs = { say = "routs", routs = true }
"#;

/// A table with one ruling of two sides, `fight`, of these steps.
fn table(steps: &str) -> String {
    let ruling = "[ruling.fight]\nsay = \"a fight\"\nsides = \"two\"\nexamples = [\"fight rifle vs rifle\"]\n";
    match steps.contains("[ruling.fight.steps]") {
        true => format!("{HEAD}{ruling}{steps}"),
        false => format!("{HEAD}{ruling}[ruling.fight.steps]\n{steps}"),
    }
}

/// The folder in which the table stands, and its file.
fn written(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("several.toml");
    std::fs::write(&file, text).expect("a table");
    (folder, file)
}

fn session(text: &str) -> Session {
    let (folder, _) = written(text);
    let library = Library::new(vec![folder.path().to_owned()]);
    Session::open(library, "several", Some(1)).expect("a sound table")
}

/// What a line comes to.
fn answer(steps: &str, line: &str) -> Value {
    let mut session = session(&table(steps));
    let answer = session.answer(line, Hand::Program).expect("an answer");
    let object = drumhead::report::answer_json("several", line, &answer).expect("an answer");
    serde_json::from_str(&object).expect("JSON")
}

/// One value of each unit of a side, in the order typed.
fn each(answer: &Value, side: &str, of: &str) -> Vec<Value> {
    let units = answer["outcome"][side].as_array().expect("units");
    units.iter().map(|unit| unit[of].clone()).collect()
}

/// Why a line is refused.
fn refused(steps: &str, line: &str) -> String {
    match session(&table(steps)).answer(line, Hand::Program) {
        Err(NoAnswer::Wrong(fault)) => fault.message,
        Err(_) => panic!("`{line}` has another fault"),
        Ok(_) => panic!("`{line}` is ruled"),
    }
}

/// What an author is told: faults, else warnings.
fn told(steps: &str) -> Vec<String> {
    let (_folder, file) = written(&table(steps));
    let said = match check_file(&file, &Library::default()) {
        Ok(warnings) => warnings,
        Err(drumhead::rules::table_file::FileError::Encoding(faults)) => faults,
        Err(_) => panic!("no table"),
    };
    said.iter().map(|fault| fault.message.clone()).collect()
}

/// Five of the attackers' dice hit, two of the defenders': 2 against one is 5 lost in all.
const FIVE_AND_TWO: &str = "rolled 5 6 5 5 6 1 1 1 1 1 1 1 5 6";

#[test]
fn what_falls_from_each_unit_that_strikes_one_all_falls() {
    for steps in [
        "hits = { roll = \"d6\", dice = \"left\", at-least = 5 }\nfalls = { lose = \"hits\", to = \"opposite\" }",
        "hits = { roll = \"d6\", dice = \"left\", at-least = 5 }\nfalls = { lose = \"sum(opposite.hits)\" }",
        "hits = { of = \"group\", roll = \"d6\", dice = \"left\", at-least = 5 }\nfalls = { lose = \"sum(opposite.hits)\" }",
    ] {
        let two = answer(
            steps,
            &format!("fight 2 rifle and 3 boss vs 9 rifle {FIVE_AND_TWO}"),
        );
        assert_eq!(each(&two, "defender", "lost"), [json!(5)], "{steps}");
        // The nine stand opposite the first, and strike it alone.
        assert_eq!(
            each(&two, "attacker", "lost"),
            [json!(2), json!(0)],
            "{steps}"
        );
        let mixed = answer(
            steps,
            &format!("fight 2 rifle + 3 boss vs 9 rifle {FIVE_AND_TWO}"),
        );
        assert_eq!(each(&mixed, "defender", "lost"), [json!(5)], "{steps}");
        assert_eq!(each(&mixed, "attacker", "lost"), [json!(2)], "{steps}");
        // One against two strikes the first of them, and both strike it.
        let one = answer(
            steps,
            "fight 3 rifle vs 4 rifle and 2 boss rolled 5 5 1 6 1 1 1 6 1",
        );
        assert_eq!(
            each(&one, "defender", "lost"),
            [json!(2), json!(0)],
            "{steps}"
        );
        assert_eq!(each(&one, "attacker", "lost"), [json!(2)], "{steps}");
    }
}

/// Skill 5 is the most of 3 and 5; 3 + 5 in all; 3 × 2 + 5 × 3 = 21 against 3 × 9 = 27.
#[test]
fn an_aggregate_over_those_opposite_goes_through_all_their_groups() {
    let steps = "most = { is = \"most(opposite.skill)\" }\nleast = { is = \"least(opposite.skill)\" }\nall = { is = \"sum(opposite.skill)\" }\nworth = { is = \"sum(opposite.each-worth)\" }\nof-side = { of = \"side\", is = \"sum(opposite.each-worth)\" }\n[value.each-worth]\nof = \"group\"\nis = \"skill × left\"\n"
        .replace("most = {", "best = {")
        .replace("least = {", "worst = {");
    let mixed = answer(&steps, "fight 9 rifle vs 2 rifle + 3 boss");
    for (of, own, other) in [
        ("best", 5, 3),
        ("worst", 3, 3),
        ("all", 8, 3),
        ("worth", 21, 27),
    ] {
        assert_eq!(each(&mixed, "attacker", of), [json!(own)], "{of}");
        assert_eq!(each(&mixed, "defender", of), [json!(other)], "{of}");
    }
    assert_eq!(mixed["outcome"]["attacker_of_side"], json!(21));
    // Of two units opposite both count; a unit that nobody stands opposite has the last of them to ask.
    let two = answer(&steps, "fight 2 rifle and 3 boss vs 9 rifle");
    assert_eq!(each(&two, "defender", "best"), [json!(5)]);
    assert_eq!(each(&two, "defender", "worth"), [json!(21)]);
    assert_eq!(each(&two, "attacker", "best"), [json!(3), json!(3)]);
    assert_eq!(each(&two, "attacker", "worth"), [json!(27), json!(0)]);
    assert_eq!(two["outcome"]["attacker_of_side"], json!(27));
}

#[test]
fn an_aggregate_goes_through_one_thing_only() {
    let steps = "hits = { of = \"group\", roll = \"d6\", dice = \"left\", at-least = 5 }\nodd = { is = \"sum(hits × opposite.hits)\" }";
    assert_eq!(
        told(steps),
        ["`opposite.hits` is of each group, and this does not go through those opposite"]
    );
}

#[test]
fn an_author_is_told_of_hits_that_only_the_first_unit_makes() {
    let hits = "hits = { side = \"attacker\", roll = \"d6\", dice = \"left\", at-least = 5 }\n";
    let first = "where several units strike one, only what the first of them does counts here";
    let falls = |falls: &str| told(&format!("{hits}falls = {{ {falls} }}"));
    let of_words = |told: Vec<String>| -> Vec<String> {
        told.into_iter().filter(|one| one == first).collect()
    };
    assert_eq!(
        of_words(falls("side = \"defender\", lose = \"opposite.hits\"")),
        [first]
    );
    assert_eq!(
        of_words(falls(
            "side = \"defender\", roll = \"d6\", dice = \"opposite.hits\", at-least = 4"
        )),
        [first]
    );
    let none: [&str; 0] = [];
    assert_eq!(
        of_words(falls(
            "side = \"attacker\", lose = \"hits\", to = \"opposite\""
        )),
        none
    );
    assert_eq!(
        of_words(falls("side = \"defender\", lose = \"sum(opposite.hits)\"")),
        none
    );
}

#[test]
fn a_number_in_which_the_types_of_a_unit_differ_is_never_guessed() {
    let steps = "needed = { is = \"quality\" }\ndie = { roll = \"2d6\" }\ndoes = { result = [{ when = \"die ≤ needed\", is = \"holds\" }, { is = \"routs\" }] }";
    let differ = "rifle and boss differ in quality: 6, 8";
    assert_eq!(
        refused(steps, "fight rifle + boss vs rifle rolled 1 1 1 1"),
        differ
    );
    assert!(told(steps).contains(
        &"`rifle` and `boss` differ in `quality`, and a unit of both is refused".to_owned()
    ));
    // What has no step of its own is no other matter: dice, rows, conditions.
    for steps in [
        "hits = { roll = \"2d6\", at-least = \"quality\" }",
        "hits = { roll = \"d6\", dice = \"quality\", at-least = 4 }",
        "same = { holds = \"quality > 3\" }",
    ] {
        assert_eq!(
            refused(steps, "fight rifle + boss vs rifle"),
            differ,
            "{steps}"
        );
    }
    // One type has one, and what is gone has none; an aggregate says which counts.
    answer(steps, "fight rifle + rifle vs boss rolled 1 1 1 1");
    let least = steps.replace("is = \"quality\"", "is = \"least(quality)\"");
    let ruled = answer(&least, "fight rifle + boss vs rifle rolled 3 4 3 3");
    assert_eq!(each(&ruled, "attacker", "result"), [json!("routs")]);
    assert_eq!(each(&ruled, "defender", "result"), [json!("holds")]);
}

#[test]
fn dice_are_not_held_against_what_nobody_knows() {
    let nerve = "die = { side = \"attacker\", roll = \"2d6\" }\ndoes = { side = \"attacker\", result = [{ when = \"die ≤ nerve\", is = \"holds\" }, { is = \"routs\" }] }";
    assert_eq!(
        refused(nerve, "fight rifle vs rifle rolled 1 1"),
        "`nerve` of rifle is not said"
    );
    let ruled = answer(nerve, "fight rifle nerve 7 vs rifle rolled 3 4");
    assert_eq!(each(&ruled, "attacker", "result"), [json!("holds")]);
    let rare = "hits = { side = \"attacker\", roll = \"3d6\", at-least = \"rare\" }";
    assert_eq!(
        refused(rare, "fight rifle vs rifle rolled 1 1 1"),
        "the rules give rifle no rare"
    );
    let ruled = answer(rare, "fight boss vs rifle rolled 1 2 3");
    assert_eq!(each(&ruled, "attacker", "hits"), [json!(2)]);
    // A step that did not happen leaves out what leans on it.
    let never = "first = { side = \"attacker\", when = { said = \"charge\" }, roll = \"1d6\" }\nhits = { side = \"attacker\", when = \"first ≠ nothing\", roll = \"2d6\", at-least = \"first\" }";
    answer(never, "fight rifle vs rifle");
}

/// Each round one die: on a 4 or more with the charge, else on a 6, the one rifle opposite is gone.
const CHARGE: &str = "hits = { side = \"attacker\", roll = \"1d6\", at-least = \"needed\" }\nfalls = { side = \"attacker\", lose = \"hits\", to = \"opposite\" }\n[value.needed]\nis = [{ when = { said = \"charge\" }, is = 4 }, { is = 6 }]\n";

fn chance(answer: &Value, of: &str) -> f64 {
    let rows = answer["odds"]["end"].as_array().expect("odds");
    let row = rows.iter().find(|row| row["value"] == of);
    row.and_then(|row| row["p"].as_f64()).unwrap_or(0.0)
}

fn assert_chance(answer: &Value, of: &str, chance_is: f64) {
    let found = chance(answer, of);
    assert!(
        (found - chance_is).abs() < 1e-12,
        "{of}: {found}, not {chance_is}"
    );
}

/// 1/2, then 1/6: 1 − 1/2 × 5/6 = 7/12 in two rounds.
#[test]
fn a_word_of_one_turn_is_not_said_in_later_rounds() {
    let line = "odds fight rifle charge vs 1 rifle until 2 rounds";
    assert_chance(&answer(CHARGE, line), "defender breaks", 7.0 / 12.0);
    // What was said of the line alone is said again, unless the table ends it: 1 − 1/2 × 1/2, then as above.
    let uphill = CHARGE.replace("said = \"charge\"", "said = \"uphill\"");
    let line = "odds fight rifle uphill vs 1 rifle until 2 rounds";
    let goes_on = |keys: &str| {
        let steps = format!("goes-on = {{ {keys} }}\n[ruling.fight.steps]\n{uphill}");
        answer(&steps, line)
    };
    assert_chance(&answer(&uphill, line), "defender breaks", 3.0 / 4.0);
    assert_chance(
        &goes_on("without = [\"uphill\"]"),
        "defender breaks",
        7.0 / 12.0,
    );
    // What is said from then on bars it.
    assert_chance(
        &goes_on("words = [\"locked\"]"),
        "defender breaks",
        7.0 / 12.0,
    );
    // What takes its place is said in its stead: 1/6 of the first round, then 1/2.
    let blown = CHARGE.replace("said = \"charge\"", "said = \"blown\"");
    let line = "odds fight rifle charge vs 1 rifle until 2 rounds";
    assert_chance(&answer(&blown, line), "defender breaks", 7.0 / 12.0);
}

/// A 6 routs, a 5 shakes, less holds: of two rounds, who holds in the first has a second.
#[test]
fn who_holds_stays_in_the_fight_though_the_table_does_not_say_so() {
    let steps = "die = { side = \"attacker\", roll = \"1d6\" }\ndoes = { side = \"attacker\", result = [{ when = \"die = 6\", is = \"routs\" }, { when = \"die = 5\", is = \"shakes\" }, { is = \"holds\" }] }";
    let line = "odds fight 4 rifle vs 4 rifle until 2 rounds";
    let held = answer(steps, line);
    assert_chance(&held, "still fighting", 4.0 / 9.0);
    assert_chance(&held, "attacker breaks", 5.0 / 9.0);
    // What it says counts instead: only a 6 ends it.
    let said =
        format!("goes-on = {{ after = [\"holds\", \"shakes\"] }}\n[ruling.fight.steps]\n{steps}");
    assert_chance(&answer(&said, line), "attacker breaks", 11.0 / 36.0);
    let nobody = format!("goes-on = {{ after = [] }}\n[ruling.fight.steps]\n{steps}");
    assert_chance(&answer(&nobody, line), "attacker breaks", 1.0);
}
