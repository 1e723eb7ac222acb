//! Tests of reading whole texts: several faults at once, each at its place.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use proptest::prelude::*;

use super::*;
use crate::number::Number;
use crate::rules::fault::Style;
use crate::rules::table_file::decode;

/// A small format that uses every kind of reading.
fn sample(file: &mut Reader<'_>) -> Option<Vec<String>> {
    file.integer("format", 1..=1);
    file.maybe_text("name");
    file.maybe_table("melee", |melee| {
        melee.number("depth");
        melee.maybe_switch("pursue");
        melee.maybe_texts("words");
        Some(())
    });
    file.tables("band", |band| {
        band.integer("to", 1..=40);
        band.maybe_number("factor");
        Some(())
    });
    let troops = file.keyed_tables("type", |id, troop| {
        troop.text("name");
        troop.integer("figures", 1..=100);
        troop.maybe_one_of("arm", &[("infantry", 1), ("cavalry", 2)]);
        Some((*id.get_ref()).to_owned())
    });
    Some(troops.into_iter().flatten().collect())
}

/// The faults of a text: `line:column message (hint)`.
fn faults(text: &str) -> Vec<String> {
    let Err(faults) = read("x.toml", text, sample) else {
        return Vec::new();
    };
    let told = faults.iter().map(|fault| {
        let place = faults.place(fault);
        let hint = fault
            .hint
            .as_ref()
            .map(|hint| format!(" ({hint})"))
            .unwrap_or_default();
        format!("{}:{} {}{hint}", place.line, place.column, fault.message)
    });
    told.collect()
}

#[test]
fn a_sound_file_is_read_in_the_authors_order() {
    let text = "format = 1\r\n[type.pike]\r\nname = 'Pike'\r\nfigures = 0x9\r\n\
                [type.archer]\r\nname = 'Archer'\r\nfigures = 1_0\r\narm = 'infantry'\r\n";
    assert_eq!(read("x.toml", text, sample).unwrap(), ["pike", "archer"]);
}

#[test]
fn all_faults_come_out_at_once() {
    let text = "format = 2\nname = 7\n[type.hussar]\nfigurs = 6\nname = 'H'\n\
                [type.pike]\narm = 'elephant'\n[[band]]\nto = 4.5\n[[band]]\nfactor = true\n";
    assert_eq!(
        faults(text),
        [
            "1:10 `format` must be from 1 to 1, not `2`",
            "2:8 expected text for `name`, found a number",
            "4:1 unknown key `figurs` in `type.hussar` (did you mean `figures`?)",
            "6:1 `type.pike` lacks `name` and `figures`",
            "7:7 unknown word `elephant` for `arm` (what may stand here is `infantry` or `cavalry`)",
            "9:6 expected a whole number for `to`, found `4.5`",
            "10:1 `band` lacks `to`",
            "11:10 expected a number for `factor`, found `true`",
        ]
    );
}

#[test]
fn values_of_the_wrong_kind_are_named() {
    let text = "format = 1\nmelee = { depth = 'deep', pursue = 'no', words = ['a', 1], extra = 1 }\n\
                type = 3\nband = 'x'\n";
    assert_eq!(
        faults(text),
        [
            "2:19 expected a number for `depth`, found text \
             (write it as `2`, `2.5`, `\"1/2\"` or `\"½\"`)",
            "2:36 expected `true` or `false` for `pursue`, found text",
            "2:56 expected text for `words`, found a number",
            "2:60 unknown key `extra` in `melee` \
             (what may stand here is `depth`, `pursue` or `words`)",
            "3:8 expected a table for `type`, found a number",
            "4:8 expected a list for `band`, found text (put it in brackets: `[…]`)",
        ]
    );
}

#[test]
fn a_bare_file_lacks_what_it_must_have() {
    assert_eq!(faults(""), ["1:1 the file lacks `format`"]);
}

#[test]
fn numbers_are_exact_and_finite() {
    let depth = |written: &str| {
        let text = format!("depth = {written}");
        read("x.toml", &text, |file| {
            file.number("depth").map(Spanned::into_inner)
        })
        .map_err(|faults| faults.iter().next().unwrap().message.clone())
    };
    let parsed = |text| Ok(Number::parse(text).unwrap());
    assert_eq!(depth("2"), parsed("2"));
    assert_eq!(depth("+0.1"), parsed("1/10"));
    assert_eq!(depth("-3"), parsed("-3"));
    assert_eq!(depth("1_000"), parsed("1000"));
    assert_eq!(depth("\"1/2\""), parsed("½"));
    assert_eq!(depth("'½'"), parsed("0.5"));
    let refused = |text: &str| Err(text.to_owned());
    assert_eq!(
        depth("nan"),
        refused("`depth` must be a finite number, not `nan`")
    );
    assert_eq!(
        depth("-inf"),
        refused("`depth` must be a finite number, not `-inf`")
    );
    assert_eq!(depth("1e3"), refused("number with an exponent, `1e3`"));
    assert_eq!(
        depth("99999999999999999999"),
        refused("`99999999999999999999` is too long a number")
    );
    assert_eq!(
        depth("'1/0'"),
        refused("expected a number for `depth`, found text")
    );
}

#[test]
fn a_key_given_twice_names_the_first() {
    let text = "format = 1\n[type.a]\nname = 'A'\nfigures = 1\n  name = 'B'\n\
                [melee]\ndepth = 1\n[type.a]\nfigures = 2\n";
    assert_eq!(
        faults(text),
        ["5:3 `name` is given twice", "8:7 `a` is given twice"]
    );
    let report = read("x.toml", text, sample).unwrap_err();
    let firsts = report.iter().filter_map(|fault| fault.also.first());
    let written: Vec<_> = firsts.map(|(first, _)| &text[first.clone()]).collect();
    assert_eq!(written, ["name", "[type.a]"]);
}

#[test]
fn several_faults_of_syntax_come_with_those_of_meaning() {
    let text = "format = 1\nname = Le Jeu\n[melee]\ndepth = 01\npursue = 'no'\n\
                [type.a]\nname = \"A\nfigures = 500\n";
    assert_eq!(
        faults(text),
        [
            "2:8 text without quotes (write `\"Le Jeu\"`)",
            "4:9 a number that begins with 0",
            "5:10 expected `true` or `false` for `pursue`, found text",
            "7:10 text without its closing quote",
            "8:11 `figures` must be from 1 to 100, not `500`",
        ]
    );
}

#[test]
fn a_broken_header_brings_no_echoes() {
    let text = "format = 3\n[type.a\nname = 'A'\n[melee]\ndeep = 1\nkey\n";
    assert_eq!(
        faults(text),
        [
            "1:10 `format` must be from 1 to 1, not `3`",
            "2:8 the name of a table without its `]`",
            "6:4 a key without `=` and a value",
        ]
    );
}

#[test]
fn what_is_never_closed_is_shown_where_it_opens() {
    for (opened, what) in [
        ("[1, 2", "1:10 list is never closed: it lacks its `]`"),
        ("{ a = [1]", "1:10 table is never closed: it lacks its `}`"),
        (
            "\"\"\"one",
            "1:10 text is never closed: it lacks its three quotes",
        ),
        (
            "'''one",
            "1:10 text is never closed: it lacks its three quotes",
        ),
    ] {
        let text = format!("format = {opened}\nname = 3\n[type.a]\nfigures = 5\n");
        assert_eq!(faults(&text), [what], "{text}");
    }
}

#[test]
fn control_characters_do_not_come_in_by_escapes() {
    let text = "format = 1\nname = \"\\u001b[2J\"\n[type.\"\\u0007\"]\nname = 'x'\nfigures = 1\n";
    assert_eq!(
        faults(text),
        [
            "2:8 text with a control character, U+001B",
            "3:7 text with a control character, U+0007"
        ]
    );
}

#[test]
fn deep_nesting_is_a_fault() {
    let text = format!("format = {}", "[".repeat(100_000));
    assert!(!faults(&text).is_empty());
    let text = format!("format = 1\n{} = 1", ["a"; 2000].join("."));
    assert!(!faults(&text).is_empty());
}

#[test]
fn a_report_shows_place_excerpt_and_advice() {
    let text = "format = 1\n[type.a]\nname = 'A'\nfigurs =\t2 # two\n\n[type.a]\narm = 'calvary'\n";
    let report = read("x.toml", text, sample)
        .unwrap_err()
        .render(Style::Plain);
    insta::assert_snapshot!(report, @r"
    error: unknown key `figurs` in `type.a`
     --> x.toml:4:1
      |
    4 | figurs = 2 # two
      | ^^^^^^
      |
      = help: did you mean `figures`?

    error: `a` is given twice
     --> x.toml:6:7
      |
    6 | [type.a]
      |       ^
      |
     ::: x.toml:2:1
      |
    2 | [type.a]
      | -------- first given here

    error: unknown word `calvary` for `arm`
     --> x.toml:7:7
      |
    7 | arm = 'calvary'
      |       ^^^^^^^^^
      |
      = help: did you mean `cavalry`?

    3 faults in x.toml
    ");
}

#[test]
fn a_long_report_is_cut() {
    let text = (0..62).map(|n| format!("k{n} = 1\n")).collect::<String>();
    let report = read("x.toml", &format!("format = 1\n{text}"), sample).unwrap_err();
    let report = report.render(Style::Plain);
    assert_eq!(report.matches("error: ").count(), 50);
    assert!(
        report.ends_with("\nand 12 more\n62 faults in x.toml\n"),
        "{report}"
    );
}

#[test]
fn a_long_line_is_cut_and_keeps_its_column() {
    let text = format!(
        "format = 1\nname = '{}' \u{1b} = {}",
        "ä".repeat(5000),
        "x".repeat(5000)
    );
    let report = read("x.toml", &text, sample)
        .unwrap_err()
        .render(Style::Plain);
    assert!(report.contains("--> x.toml:2:5011\n"), "{report}");
    assert!(
        report.lines().all(|line| line.chars().count() < 400),
        "{report}"
    );
    assert!(!report.contains('\u{1b}'));
}

#[test]
fn colour_is_asked_for() {
    let faults = read("x.toml", "", sample).unwrap_err();
    assert!(!faults.render(Style::Plain).contains('\u{1b}'));
    assert!(faults.render(Style::Colour).contains("\u{1b}["));
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survive(bytes);
    }

    #[test]
    fn no_text_like_toml_panics(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\"", "'", "\"\"\"", "'''", "\n", "\r",
                "\r\n", " ", "\t", "#", "type", "name", "a", "band", "melee", "depth", "1", "0x", "1e9",
                "nan", "-", "½", "é", "\u{1b}", "\\", "\\u", "2026-01-01", "true", "\u{feff}",
            ]),
            0..60,
        ),
    ) {
        survive(parts.concat().into_bytes());
    }
}

/// Reads bytes and renders what is wrong with them.
fn survive(bytes: Vec<u8>) {
    let read = decode("x.toml", bytes).and_then(|text| read("x.toml", &text, sample));
    if let Err(faults) = read {
        assert!(!faults.is_empty());
        let report = faults.render(Style::Plain);
        assert!(
            report
                .chars()
                .all(|character| character == '\n' || !crate::printable::is_unprintable(character))
        );
        faults.render(Style::Colour);
    }
}
