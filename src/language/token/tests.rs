//! Every notation of a line, as the guide gives it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::*;
use crate::distance::LengthUnit::*;
use crate::typed_line::LineFault;
use proptest::prelude::*;

fn read(typed: &str) -> Vec<Token> {
    tokens(&Line::read(typed).unwrap()).unwrap()
}

fn kinds(typed: &str) -> Vec<Kind> {
    read(typed).into_iter().map(|token| token.kind).collect()
}

fn fault(typed: &str) -> LineFault {
    tokens(&Line::read(typed).unwrap()).unwrap_err()
}

fn num(text: &str) -> Number {
    Number::parse(text).unwrap()
}

fn word(text: &str) -> Kind {
    Kind::Word(text.into())
}

fn number(text: &str) -> Kind {
    Kind::Number(num(text))
}

fn count(of: &str, lost: &str) -> Kind {
    Kind::Count {
        of: num(of),
        lost: num(lost),
    }
}

fn distance(value: &str, unit: LengthUnit) -> Kind {
    Kind::Distance(Distance {
        value: num(value),
        unit,
    })
}

fn dice(text: &str) -> Kind {
    Kind::Dice(text.to_owned())
}

fn faces(text: &str) -> Kind {
    Kind::Faces(text.to_owned())
}

#[test]
fn every_notation_of_a_distance() {
    let table = [
        ("8\"", "8", Inches),
        ("8”", "8", Inches),
        ("8″", "8", Inches),
        ("8''", "8", Inches),
        ("8’’", "8", Inches),
        ("8′′", "8", Inches),
        ("8 \"", "8", Inches),
        ("8in", "8", Inches),
        ("8 in", "8", Inches),
        ("8IN", "8", Inches),
        ("1 inch", "1", Inches),
        ("8 inches", "8", Inches),
        ("8.5in", "8.5", Inches),
        (".5in", "0.5", Inches),
        ("12.01\"", "12.01", Inches),
        ("4 1/2\"", "4.5", Inches),
        ("8 1/4\"", "8.25", Inches),
        ("1/2in", "0.5", Inches),
        ("4½\"", "4.5", Inches),
        ("8¼″", "8.25", Inches),
        ("½in", "0.5", Inches),
        ("4 1⁄2”", "4.5", Inches),
        ("1'6\"", "18", Inches),
        ("1' 6\"", "18", Inches),
        ("1’6”", "18", Inches),
        ("1′ 6½″", "18.5", Inches),
        ("1'6''", "18", Inches),
        ("1ft 6in", "18", Inches),
        ("1'", "1", Feet),
        ("1ft", "1", Feet),
        ("2 feet", "2", Feet),
        ("20cm", "20", Centimetres),
        ("20.32cm", "20.32", Centimetres),
        ("200mm", "200", Millimetres),
        ("3sq", "3", Squares),
        ("1 square", "1", Squares),
        ("3 squares", "3", Squares),
        ("3hex", "3", Hexes),
        ("3 hexes", "3", Hexes),
        ("50yd", "50", Yards),
        ("50 yards", "50", Yards),
        ("75 paces", "75", Paces),
        ("50m", "50", Metres),
        ("50 m", "50", Metres),
        ("50 metres", "50", Metres),
        ("-3in", "-3", Inches),
        ("−3″", "-3", Inches),
        ("-1'6\"", "-18", Inches),
    ];
    for (typed, value, unit) in table {
        assert_eq!(kinds(typed), [distance(value, unit)], "{typed}");
    }
}

#[test]
fn every_notation_of_a_number_and_a_count() {
    let table = [
        ("4", number("4")),
        ("2.5", number("2.5")),
        ("2½", number("2.5")),
        ("2 1/2", number("2.5")),
        ("8.27", number("8.27")),
        ("-3", number("-3")),
        ("12-4", count("12", "4")),
        ("12–4", count("12", "4")),
        ("12 - 4", count("12", "4")),
        ("2.5-1", count("2.5", "1")),
        ("2½-½", count("2.5", "0.5")),
        ("2 1/2-1 1/2", count("2.5", "1.5")),
    ];
    for (typed, kind) in table {
        assert_eq!(kinds(typed), [kind], "{typed}");
    }
}

#[test]
fn a_number_is_no_distance_before_a_word_that_is_no_unit() {
    assert_eq!(kinds("2 musketeer"), [number("2"), word("musketeer")]);
    assert_eq!(kinds("2 infantry"), [number("2"), word("infantry")]);
    assert_eq!(kinds("3 hexed"), [number("3"), word("hexed")]);
    assert_eq!(kinds("3 in-square"), [number("3"), word("in-square")]);
    assert_eq!(
        kinds("4 heavy foot"),
        [number("4"), word("heavy"), word("foot")]
    );
    assert_eq!(kinds("in 1"), [word("in"), number("1")]);
    assert_eq!(kinds("12 -4"), [number("12"), number("-4")]);
    assert_eq!(kinds("12-4 in"), [count("12", "4"), word("in")]);
    assert_eq!(
        kinds("1' 6 pike"),
        [distance("1", Feet), number("6"), word("pike")]
    );
}

#[test]
fn words_keep_their_hyphens_and_lose_their_capitals() {
    let table = [
        ("Heavy-Gun", "heavy-gun"),
        ("heavy–gun", "heavy-gun"),
        ("pike’s", "pike's"),
        ("attacker.1.lost", "attacker.1.lost"),
        ("road_mode", "road_mode"),
        ("ÉLITE", "élite"),
        ("12pdr", "12pdr"),
        ("12-pdr", "12-pdr"),
        ("8.27a", "8.27a"),
        ("10.33.2", "10.33.2"),
        ("inf", "inf"),
        ("NaN", "nan"),
        ("1e9", "1e9"),
        ("d", "d"),
        ("3d", "3d"),
        ("3d6x", "3d6x"),
        ("d6-pike", "d6-pike"),
    ];
    for (typed, expected) in table {
        assert_eq!(kinds(typed), [word(expected)], "{typed}");
    }
}

#[test]
fn every_notation_of_dice() {
    let table = [
        ("3d6", "3d6"),
        ("2D6", "2d6"),
        ("d10", "d10"),
        ("0d6", "0d6"),
        ("3d6+2", "3d6+2"),
        ("3d6−1", "3d6-1"),
        ("3d6 + 2", "3d6+2"),
        ("3d6 - 1", "3d6-1"),
        ("d6 +1", "d6+1"),
        ("3d6 + 2d10", "3d6+2d10"),
        ("40d6-40d6 + 1", "40d6-40d6+1"),
    ];
    for (typed, expected) in table {
        assert_eq!(kinds(typed), [dice(expected)], "{typed}");
    }
}

#[test]
fn plus_joins_groups_with_or_without_blanks() {
    for typed in [
        "1 pike + 2 musketeer",
        "1 pike+2 musketeer",
        "1 pike +2 musketeer",
    ] {
        let expected = [
            number("1"),
            word("pike"),
            Kind::Plus,
            number("2"),
            word("musketeer"),
        ];
        assert_eq!(kinds(typed), expected, "{typed}");
    }
    assert_eq!(kinds("pike, gun"), [word("pike"), Kind::Comma, word("gun")]);
}

#[test]
fn faces_are_kept_as_typed() {
    let table: [(&str, &[&str]); 5] = [
        ("rolled 6 5 4 1", &["6", "5", "4", "1"]),
        ("Rolled 6541", &["6541"]),
        ("rolled 6, 5,4", &["6", "5", "4"]),
        ("rolled =11 -3 ½ pike", &["=11", "-3", "½", "pike"]),
        ("rolled", &[]),
    ];
    for (typed, items) in table {
        let expected = items.iter().map(|item| faces(item));
        assert_eq!(kinds(typed)[1..], expected.collect::<Vec<_>>(), "{typed}");
    }
    assert_eq!(kinds("=11"), [faces("=11")]);
}

#[test]
fn a_whole_line() {
    let expected = [
        word("fire"),
        number("4"),
        word("musketeer"),
        word("lost"),
        number("9"),
        word("at"),
        word("pike"),
        distance("6", Inches),
        word("rolled"),
        faces("5"),
        faces("1"),
    ];
    assert_eq!(
        kinds("fire 4 musketeer lost 9 at pike 6in rolled 5 1 # why"),
        expected
    );
    assert_eq!(kinds("# nothing"), []);
}

#[test]
fn places_are_those_of_the_line_as_typed() {
    let typed = "\u{feff}fire “heavy gun";
    assert_eq!(
        fault(typed).at.and_then(|at| at.in_line(typed)),
        Some(8..11)
    );

    let typed = "Fire 12–4 heavy–gun at é 8½″ rolled 6";
    let parts: Vec<&str> = read(typed)
        .into_iter()
        .map(|token| &typed[token.at.bytes()])
        .collect();
    assert_eq!(
        parts,
        ["Fire", "12–4", "heavy–gun", "at", "é", "8½″", "rolled", "6"]
    );
}

#[test]
fn a_unit_that_is_a_word_can_be_taken_off_again() {
    let typed = "lost 5½  In woods";
    let line = Line::read(typed).unwrap();
    let tokens = tokens(&line).unwrap();
    let (five, within) = tokens[1].apart(&line).unwrap();
    assert_eq!((five.kind, &typed[five.at.bytes()]), (number("5½"), "5½"));
    assert_eq!((within.kind, &typed[within.at.bytes()]), (word("in"), "In"));

    for typed in ["5in", "5 \"", "1ft 6 in", "5", "pike"] {
        let line = Line::read(typed).unwrap();
        assert_eq!(
            super::tokens(&line).unwrap()[0].apart(&line),
            None,
            "{typed}"
        );
    }
}

#[test]
fn signs_without_a_meaning_are_shown_with_their_place() {
    let fault_at = |typed: &str, message: &str, at| {
        let fault = fault(typed);
        assert_eq!(
            (
                fault.message.as_str(),
                fault.at.and_then(|at| at.in_line(typed))
            ),
            (message, Some(at)),
            "{typed}"
        );
    };
    fault_at("fire 4 pike ; gun", "`;` has no meaning here", 12..13);
    fault_at("fire \"pike\"", "`\"` has no meaning here", 5..6);
    fault_at("fire pike - gun", "`-` has no meaning here", 10..11);
    fault_at("fire pike – gun", "`–` has no meaning here", 10..13);
    fault_at("pike .in", "`.` has no meaning here", 5..6);
    fault_at("range ∞", "`∞` has no meaning here", 6..9);
    fault_at("12-4in", "`12-4in` is neither a count nor a distance", 0..6);
    fault_at("at 1/0in", "`1/0` divides by 0", 3..6);
    fault_at(
        "9999999999 pike",
        "`9999999999` is too large, the limit is 1000000000",
        0..10,
    );
    fault_at(
        "12-9999999999",
        "`9999999999` is too large, the limit is 1000000000",
        3..13,
    );
    fault_at(
        "0.1234567in",
        "`0.1234567` is too fine, the limit is 6 decimal places",
        0..9,
    );
}

#[test]
fn a_hash_begins_a_comment_only_where_a_word_could() {
    assert_eq!(kinds("fire # pike"), kinds("fire"));
    assert_eq!(kinds("rolled 6 #5"), kinds("rolled 6"));
    let wrong = fault("pike 10in#note");
    assert_eq!(wrong.message, "`#` has no meaning here");
    assert_eq!(
        wrong.hint.as_deref(),
        Some("a comment has a blank before its `#`")
    );
}

proptest! {
    #[test]
    fn any_line_is_read_or_refused_within_itself(typed: String) {
        check(&typed)?;
    }

    #[test]
    fn any_line_of_likely_signs_is_read_or_refused(typed in "([0-9]|[-+=.,'\"’”–½/# ]|in|ft|m|d6|é|rolled|pike){0,24}") {
        check(&typed)?;
    }
}

/// Tokens and faults lie inside the line, in order, on whole characters.
fn check(typed: &str) -> Result<(), TestCaseError> {
    let Ok(line) = Line::read(typed) else {
        return Ok(());
    };
    match tokens(&line) {
        Ok(tokens) => {
            let mut end = 0;
            for token in tokens {
                let at = token.at.in_line(typed);
                let at = at.ok_or_else(|| TestCaseError::fail("a place of another line"))?;
                prop_assert!(end <= at.start && at.start < at.end);
                end = at.end;
                if let Some((number, word)) = token.apart(&line) {
                    prop_assert_eq!(number.at.start(), at.start);
                    prop_assert_eq!(word.at.bytes().end, end);
                    prop_assert!(number.at.in_line(typed).is_some());
                    prop_assert!(word.at.in_line(typed).is_some());
                }
            }
        }
        Err(fault) => {
            let at = fault.at.unwrap_or_default();
            prop_assert!(!at.is_empty() && at.in_line(typed).is_some());
        }
    }
    Ok(())
}
