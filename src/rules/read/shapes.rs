//! What a table file may hold: the keys of the tables that are read one by one, with what each says.
//!
//! What is read by type has its keys where it is read, in `steps::raw`. The keys here stand beside
//! the readings of `kinds`, `words`, `charts`, `battle` and the head of the file; a test holds both together.

use crate::rules::reader::{KeyShape, Needed, Others, RecordShape, Shape};

use super::steps;

/// A table with fixed keys and no others.
fn record(name: &'static str, about: &'static str, keys: fn() -> Vec<KeyShape>) -> Shape {
    Shape::Record(RecordShape {
        name,
        about,
        keys,
        others: None,
    })
}

/// A key that may be left out.
fn key(key: &'static str, shape: Shape, about: &'static str) -> KeyShape {
    KeyShape {
        key,
        about,
        shape,
        needed: Needed::Sometimes,
    }
}

/// A key that must be there.
fn needed(name: &'static str, shape: Shape, about: &'static str) -> KeyShape {
    KeyShape {
        needed: Needed::Always,
        ..key(name, shape, about)
    }
}

fn text() -> Shape {
    Shape::Text("text")
}

fn named(what: &'static str) -> Shape {
    Shape::Text(what)
}

fn list(of: Shape) -> Shape {
    Shape::List(Box::new(of))
}

fn by_name(of: Shape) -> Shape {
    Shape::Map("a name", Box::new(of))
}

fn words(words: &[&'static str]) -> Shape {
    Shape::Words(words.to_vec())
}

/// A number, or that the source does not give it.
fn number_or_blank() -> Shape {
    Shape::Any(vec![Shape::Number, words(&["blank"])])
}

/// A number, the number of a setting, or the number said with a word.
fn amount() -> Shape {
    Shape::Any(vec![
        Shape::Number,
        record(
            "number of a type",
            "A number that is a setting or was said.",
            || {
                vec![
                    key("setting", named("a setting"), "The number of this setting."),
                    key("said", named("a word"), "The number said with this word."),
                ]
            },
        ),
    ])
}

fn when(about: &'static str) -> KeyShape {
    when_of("when", about)
}

fn when_of(name: &'static str, about: &'static str) -> KeyShape {
    key(name, list(steps::condition_shape()), about)
}

fn cite() -> KeyShape {
    key("cite", text(), "Where the source says so.")
}

fn also() -> KeyShape {
    key(
        "also",
        list(text()),
        "Other names by which it can be typed.",
    )
}

fn of_side() -> KeyShape {
    key(
        "of",
        words(&["attacker", "defender", "either"]),
        "The side whose units it is for; either where it is left out.",
    )
}

/// A table file.
pub(in crate::rules) fn file_shape() -> RecordShape {
    RecordShape {
        name: "file",
        about: "A rule set.",
        keys: file_keys,
        others: None,
    }
}

fn file_keys() -> Vec<KeyShape> {
    let mut keys = head_keys();
    keys.extend([
        key(
            "arms",
            by_name(text()),
            "The arms of troops, each with what it is called.",
        ),
        key(
            "classes",
            by_name(text()),
            "The classes of troops, each with what it is called.",
        ),
        key(
            "tags",
            by_name(text()),
            "Further sorts of troops, each with what it is called.",
        ),
        key(
            "number",
            by_name(text()),
            "The numbers that types and bands have, each with what it is called.",
        ),
        key(
            "limit",
            by_name(limit()),
            "What the numbers of types and bands can be, by the keys of `[number]`.",
        ),
        key("type", by_name(troop_type()), "The troop types."),
        key(
            "mix",
            by_name(mix()),
            "Units of several kinds that count as something of their own.",
        ),
        key("weapon", by_name(weapon()), "The weapons."),
        key(
            "word",
            by_name(word()),
            "The words that can be said of units.",
        ),
        key("result", by_name(result()), "What units come to."),
        key(
            "setting",
            by_name(setting()),
            "What the referee can set for the table at hand.",
        ),
        key("chart", by_name(chart()), "Charts to look up."),
        key("phase", by_name(phase()), "The phases of a turn, in order."),
    ]);
    keys.extend(steps::section_keys());
    keys
}

fn head_keys() -> Vec<KeyShape> {
    let counted = || list(text());
    vec![
        needed("format", Shape::Whole(2, 2), "The form of the file: 2."),
        needed(
            "id",
            text(),
            "What the rule set is called on the command line: the name of the file without `.toml`.",
        ),
        needed("name", text(), "What a person calls it."),
        key("source", text(), "What it was made from."),
        needed(
            "measure",
            words(&["inches", "squares", "hexes", "yards", "metres", "paces"]),
            "What a bare distance is in.",
        ),
        key(
            "ground",
            Shape::Number,
            "Yards of ground to one of the measure; for a measure of the ground, to one inch of the map.",
        ),
        needed(
            "count",
            counted(),
            "What a number before troops counts, one and several.",
        ),
        key(
            "smallest-count",
            Shape::Number,
            "The smallest part of a count that can stand, more than 0 and at most 1.",
        ),
        needed("loss", counted(), "What losses count, one and several."),
        key(
            "smallest-loss",
            Shape::Number,
            "The smallest part of a loss, more than 0 and at most 1.",
        ),
        key(
            "withdraws",
            withdraws(),
            "The share of its losses at which a unit leaves the field.",
        ),
        key(
            "begins",
            list(follows()),
            "The states in which a unit of a battle begins: those of the first that holds.",
        ),
        key("moves", named("a chart"), "The chart that `move` looks up."),
        key("powers", powers(), "What `power` looks up."),
        key(
            "rules",
            text(),
            "What the rules say is in the file of this name and `.rules.toml`.",
        ),
        key(
            "scenarios",
            text(),
            "Its scenarios are in the file of this name and `.scenarios.toml`.",
        ),
        key(
            "aliases",
            list(text()),
            "Other names that the rule set is asked for by, such as its initials.",
        ),
        key("extends", text(), "The rule set that this one changes."),
        key(
            "without",
            list(text()),
            "What is not inherited, by the keys that lead to it.",
        ),
        key(
            "mark",
            text(),
            "What the working calls a changed value; `house rule` where it is left out.",
        ),
    ]
}

fn withdraws() -> Shape {
    record("withdrawal", "When a whole unit leaves the field.", || {
        vec![
            needed(
                "at",
                Shape::Number,
                "The share of what it began with that it has lost.",
            ),
            needed("say", text(), "What it then does."),
            cite(),
        ]
    })
}

/// States that units of a battle come into by themselves.
fn follows() -> Shape {
    record(
        "change of state",
        "What units of a battle become by themselves.",
        || {
            vec![
                when("All of these must hold."),
                key(
                    "gives",
                    list(named("a word")),
                    "The states that they come into.",
                ),
                key(
                    "sheds",
                    list(named("a word")),
                    "The states that they are no longer in.",
                ),
            ]
        },
    )
}

fn powers() -> Shape {
    record("powers", "What `power` looks up.", || {
        vec![
            key(
                "chart",
                named("a chart"),
                "The chart of all troop types; the tables of the ruling where it is left out.",
            ),
            needed(
                "ruling",
                named("a ruling"),
                "The ruling whose working shows a described situation.",
            ),
        ]
    })
}

fn troop_type() -> Shape {
    record("type", "A troop type.", type_keys)
}

fn type_keys() -> Vec<KeyShape> {
    let unlimited = words(&["unlimited", "blank"]);
    vec![
        needed("name", text(), "What one is called."),
        key(
            "plural",
            text(),
            "What several are called; the name and `s` where it is left out.",
        ),
        also(),
        needed("arm", named("an arm"), "Its arm, one of `arms`."),
        key("class", named("a class"), "Its class, one of `classes`."),
        key(
            "tags",
            list(named("a tag")),
            "Further sorts that it is of, from `tags`.",
        ),
        key(
            "figures",
            Shape::Any(vec![amount(), unlimited]),
            "How many losses one count takes, 1 where it is left out; `unlimited` where losses never take one off.",
        ),
        key(
            "together",
            Shape::Whole(1, 100),
            "How many counts are written as one, such as two guns that stand together.",
        ),
        key(
            "weapons",
            list(named("a weapon")),
            "What it fires, the usual first.",
        ),
        key(
            "numbers",
            Shape::Map("a number", Box::new(number_or_blank())),
            "Its numbers, by the keys of `[number]`.",
        ),
        key("note", text(), "What a look-up of the type tells besides."),
        cite(),
    ]
}

fn mix() -> Shape {
    record(
        "mix",
        "A unit of several kinds that counts as something of its own.",
        || {
            vec![
                needed("name", text(), "What it is called."),
                needed(
                    "of",
                    list(named("a kind")),
                    "The kinds that are all in it, and no others.",
                ),
                key(
                    "made-of",
                    by_name(Shape::Number),
                    "How many of which troop types one of it is, so that it can be typed by its name.",
                ),
                key("class", named("a class"), "The class that the whole has."),
                key(
                    "words",
                    list(named("a word")),
                    "Words that make it a mix only when they are said.",
                ),
                cite(),
            ]
        },
    )
}

fn weapon() -> Shape {
    record("weapon", "What is fired.", || {
        vec![
            needed("name", text(), "What it is called."),
            also(),
            key(
                "only",
                list(named("a kind")),
                "The kinds of troops that can fire it.",
            ),
            needed(
                "bands",
                list(band()),
                "Its ranges, from the nearest to the farthest.",
            ),
            key(
                "becomes",
                list(other_weapon()),
                "Weapons that it counts as under conditions.",
            ),
            cite(),
        ]
    })
}

fn band() -> Shape {
    Shape::Record(RecordShape {
        name: "band",
        about: "A range of a weapon, with its numbers.",
        keys: || {
            vec![needed(
                "to",
                Shape::Number,
                "How far it goes, that distance included.",
            )]
        },
        others: Some(|| Others {
            key: "a number",
            shape: number_or_blank(),
        }),
    })
}

fn other_weapon() -> Shape {
    record("other weapon", "What a weapon counts as.", || {
        vec![
            when("All of these must hold."),
            needed("weapon", named("a weapon"), "The weapon that it then is."),
        ]
    })
}

fn word() -> Shape {
    record("word", "A word that can be said of a unit.", word_keys)
}

fn word_keys() -> Vec<KeyShape> {
    vec![
        needed("say", text(), "What it says of a unit."),
        also(),
        needed(
            "in",
            list(named("a ruling")),
            "The rulings in which it can be said; none for a state that only battles know.",
        ),
        of_side(),
        key(
            "stands",
            words(&["unit", "group", "side", "line"]),
            "What it is said of; the unit where it is left out.",
        ),
        key("takes", takes(), "What must follow it."),
        key("unsaid", Shape::Number, "Its number where nobody said it."),
        key(
            "needs",
            Shape::Any(vec![
                steps::condition_shape(),
                list(steps::condition_shape()),
            ]),
            "What a unit must be to have it.",
        ),
        key(
            "bars",
            list(named("a word")),
            "Words that cannot be said beside it.",
        ),
        key(
            "implies",
            list(named("a word")),
            "Words that are said with it.",
        ),
        key(
            "lasts",
            words(&[
                "phase",
                "turn",
                "next-turn",
                "rally",
                "battle",
                "referee",
                "always",
            ]),
            "How long a unit of a battle keeps it: `battle` until something ends it, `referee` until the referee does, `always` for what it is for good; for the line alone where it is left out.",
        ),
        key(
            "then",
            named("a word"),
            "The word that follows when it ends.",
        ),
        key(
            "own",
            named("a number"),
            "The number of troop types that each unit has for itself, as this word says it.",
        ),
        key(
            "seen",
            Shape::Switch,
            "Whether the other side's players see the state: a formation, a rout.",
        ),
        key(
            "recall",
            Shape::Switch,
            "Whether an answer recalls that it was not said.",
        ),
        key(
            "sheet",
            Shape::Switch,
            "Whether a reference sheet shows it, with what it alone brings about; `false` for what scenarios alone say.",
        ),
        cite(),
    ]
}

fn takes() -> Shape {
    Shape::Any(vec![
        words(&["losses", "weapon"]),
        record(
            "number said",
            "A number from the least to the most, or a step of a ladder of states.",
            || {
                vec![
                    key("least", Shape::Number, "The least number that can be said."),
                    key("most", Shape::Number, "The most."),
                    key(
                        "steps",
                        list(named("a word")),
                        "The states of the ladder, from the lowest.",
                    ),
                ]
            },
        ),
    ])
}

fn result() -> Shape {
    record("result", "What a unit comes to.", result_keys)
}

fn result_keys() -> Vec<KeyShape> {
    vec![
        needed("say", text(), "What the unit does, with values in braces."),
        key(
            "heard",
            text(),
            "What the players hear of it, where that is less than `say` tells.",
        ),
        key("routs", Shape::Switch, "Whether the unit is routed by it."),
        key(
            "gives",
            list(named("a word")),
            "The states that the unit comes into.",
        ),
        key(
            "sheds",
            list(named("a word")),
            "The states that it is no longer in.",
        ),
        key(
            "leaves",
            Shape::Switch,
            "Whether the unit leaves the table.",
        ),
        key(
            "in-stack",
            words(&["bottom", "leaves"]),
            "Where the unit is in a stack of a battle from now on; where it was, where it is left out.",
        ),
        cite(),
    ]
}

fn setting() -> Shape {
    record(
        "setting",
        "What the referee can set: a switch, a number, or how the source is read.",
        || {
            vec![
                needed("say", text(), "What it is for."),
                key(
                    "switch",
                    Shape::Switch,
                    "A switch, and whether it is on where nothing is set.",
                ),
                key("number", number_setting(), "A number."),
                key(
                    "readings",
                    by_name(text()),
                    "The ways in which the source can be read, two or more, each in brief.",
                ),
                key(
                    "unsaid",
                    named("a reading"),
                    "Needed with `readings`: the one that counts where nothing is set.",
                ),
                cite(),
            ]
        },
    )
}

fn number_setting() -> Shape {
    record("number setting", "A number that can be set.", || {
        vec![
            needed("unsaid", Shape::Number, "What it is where nothing is set."),
            needed("least", Shape::Number, "The least that it can be."),
            needed("most", Shape::Number, "The most that it can be."),
        ]
    })
}

fn chart() -> Shape {
    record(
        "chart",
        "A chart to look up: numbers of all types, or rows of its own.",
        || {
            vec![
                needed("title", text(), "What it is called."),
                also(),
                needed("first", text(), "The heading over the names of its rows."),
                key(
                    "of-types",
                    list(named("a number")),
                    "The numbers that are shown for every troop type.",
                ),
                key("columns", list(text()), "The headings of its columns."),
                key("rows", by_name(chart_row()), "Its rows."),
                key("notes", list(text()), "What is said below it."),
                key(
                    "sheet",
                    Shape::Switch,
                    "Whether a reference sheet shows it; `false` where another part of the sheet does.",
                ),
                cite(),
            ]
        },
    )
}

fn chart_row() -> Shape {
    record("chart row", "A row of a chart.", || {
        let cell = Shape::Any(vec![Shape::Number, text(), same_as()]);
        vec![
            key(
                "of",
                list(named("a kind")),
                "The kinds of troops that it stands for.",
            ),
            needed(
                "cells",
                list(cell),
                "A number, words, `blank` or `-` for each column, or where the value stands.",
            ),
        ]
    })
}

fn limit() -> Shape {
    record("limit", "What a number of types and bands can be.", || {
        vec![
            key("least", Shape::Number, "The least that it can be."),
            key("most", Shape::Number, "The most."),
            key("whole", Shape::Switch, "Whether it is a whole number."),
            key(
                "brackets",
                named("a tag"),
                "The tag that a type has whose number is printed in brackets, as in `\"(1)\"`.",
            ),
        ]
    })
}

fn same_as() -> Shape {
    record(
        "value elsewhere",
        "A value that stands elsewhere in the file, so that it stands there alone.",
        || {
            vec![needed(
                "same-as",
                text(),
                "The keys that lead to it, joined by dots; items of lists are counted from 1.",
            )]
        },
    )
}

fn phase() -> Shape {
    record("phase", "A phase of a turn.", || {
        vec![
            needed("name", text(), "What it is called."),
            key(
                "of",
                words(&["first-side", "second-side"]),
                "Whose it is, in the order in which the sides joined; everybody's where it is left out.",
            ),
            key(
                "follows",
                list(follows()),
                "What units become by themselves as it begins.",
            ),
            key("due", list(due()), "What is due of units as it begins."),
            key(
                "rulings",
                list(Shape::Any(vec![named("a ruling"), belongs()])),
                "The rulings that belong to it: one that belongs to other phases is answered with a note.",
            ),
            key(
                "losses",
                words(&["at-once", "at-the-end"]),
                "When what is lost in it comes off; at once where it is left out.",
            ),
            when_of(
                "losses-when",
                "When `losses` holds, such as a setting; always where it is left out.",
            ),
            cite(),
        ]
    })
}

fn belongs() -> Shape {
    record(
        "ruling of a phase",
        "A ruling that belongs to a phase for some.",
        || {
            vec![
                needed("ruling", named("a ruling"), "The ruling."),
                when("The units that act of which all of these hold."),
            ]
        },
    )
}

fn due() -> Shape {
    record("due", "What is due of some units.", || {
        vec![
            when("The units of which all of these hold."),
            needed("say", text(), "What is due of them."),
            key(
                "by",
                list(named("a ruling")),
                "The rulings that do it: a unit that leaves the phase without any of them has left it undone, and the answer says so.",
            ),
        ]
    })
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::library::{Library, Source};
    use crate::rules::rule_set;

    const HEAD: &str = r#"
format = 2
id = "x"
name = "X"
measure = "inches"
count = ["base", "bases"]
loss = ["figure", "figures"]
"#;

    /// The keys that the reader says may stand where the text has the key `qqqqqqqq`.
    fn keys_read(text: &str) -> BTreeSet<String> {
        let text: &'static str = text.to_owned().leak();
        let read = rule_set(&Source::of_text("x", text), &|id| {
            Library::default().find(id)
        });
        let faults = read.err();
        let hint = faults.iter().flatten().find_map(|fault| {
            let unknown = fault.message.contains("unknown key `qqqqqqqq`");
            fault.hint.clone().filter(|_| unknown)
        });
        let hint = hint.unwrap_or_else(|| panic!("no hint for {text}: {faults:?}"));
        let keys = hint.split('`').skip(1).step_by(2);
        keys.map(str::to_owned).collect()
    }

    fn keys_of(shape: Shape) -> BTreeSet<String> {
        let Shape::Record(record) = shape else {
            panic!("{shape:?} is no table with fixed keys");
        };
        let keys = (record.keys)().into_iter();
        keys.map(|key| key.key.to_owned()).collect()
    }

    #[test]
    fn the_keys_described_are_those_that_are_read() {
        let section = |header: &str| keys_read(&format!("{HEAD}{header}\nqqqqqqqq = 1\n"));
        let inline = |before: &str| keys_read(&format!("{HEAD}{before}{{ qqqqqqqq = 1 }}\n"));
        let all = [
            (withdraws(), inline("withdraws = ")),
            (powers(), inline("powers = ")),
            (troop_type(), section("[type.a]")),
            (mix(), section("[mix.a]")),
            (weapon(), section("[weapon.a]")),
            (word(), section("[word.a]")),
            (result(), section("[result.a]")),
            (setting(), section("[setting.a]")),
            (number_setting(), section("[setting.a.number]")),
            (phase(), section("[phase.a]")),
            (due(), section("[[phase.a.due]]")),
            (belongs(), section("[[phase.a.rulings]]")),
            (chart_row(), section("[chart.a.rows.b]")),
            (other_weapon(), section("[[weapon.a.becomes]]")),
        ];
        for (described, read) in all {
            assert_eq!(keys_of(described), read);
        }
        let file = keys_of(Shape::Record(file_shape()));
        assert_eq!(file, keys_read(&format!("qqqqqqqq = 1{HEAD}")));
    }

    #[test]
    fn a_chart_has_one_of_two_bodies() {
        // Each is asked for only where it stands.
        let read = |body: &str| keys_read(&format!("{HEAD}[chart.a]\n{body}\nqqqqqqqq = 1\n"));
        let mut both = read("of-types = []");
        both.extend(read("columns = []"));
        assert_eq!(keys_of(chart()), both);
    }
}
