#![allow(clippy::unwrap_used)]

use super::*;
use Measure::{Hexes, Inches, Metres, Paces, Squares, Yards};

const UNKNOWN: Scale = Scale {
    square: None,
    hex: None,
    ground: None,
    reach: None,
};

fn number(text: &str) -> Number {
    Number::parse(text).unwrap()
}

fn distance(value: &str, unit: &str) -> Distance {
    Distance {
        value: number(value),
        unit: LengthUnit::from_word(unit).unwrap(),
    }
}

fn converted(value: &str, unit: &str, measure: Measure, scale: &Scale) -> Number {
    distance(value, unit).in_measure(measure, scale).unwrap()
}

fn refused(value: &str, unit: &str, measure: Measure, scale: &Scale) -> DistanceFault {
    distance(value, unit)
        .in_measure(measure, scale)
        .unwrap_err()
}

#[test]
fn lengths_on_the_table_are_exact_inches() {
    for (value, unit, inches) in [
        ("8", "in", "8"),
        ("1", "ft", "12"),
        ("20.32", "cm", "8"),
        ("203.2", "mm", "8"),
        ("2.54", "cm", "1"),
        ("1", "cm", "50/127"),
    ] {
        assert_eq!(converted(value, unit, Inches, &UNKNOWN), number(inches));
    }
}

#[test]
fn lengths_on_the_table_round_up_to_whole_squares_and_hexes() {
    let scale = Scale {
        square: Some(number("2")),
        hex: Some(number("1½")),
        ..UNKNOWN
    };
    for (value, unit, measure, cells) in [
        ("4", "in", Squares, "2"),
        ("4.01", "in", Squares, "3"),
        ("10.16", "cm", Squares, "2"),
        ("0", "in", Squares, "0"),
        ("4½", "in", Hexes, "3"),
        ("5", "in", Hexes, "4"),
    ] {
        assert_eq!(converted(value, unit, measure, &scale), number(cells));
    }
}

#[test]
fn squares_and_hexes_convert_back_to_inches() {
    let scale = Scale {
        square: Some(number("2")),
        hex: Some(number("1½")),
        ..UNKNOWN
    };
    assert_eq!(converted("3", "sq", Inches, &scale), number("6"));
    assert_eq!(converted("3", "hex", Inches, &scale), number("4½"));
    assert_eq!(converted("3", "sq", Squares, &UNKNOWN), number("3"));
    assert_eq!(converted("3", "hexes", Hexes, &UNKNOWN), number("3"));
}

#[test]
fn ground_goes_by_the_scale_of_the_rule_set() {
    let squares_of_25_yards = Scale {
        ground: Some(number("25")),
        ..UNKNOWN
    };
    assert_eq!(
        converted("50", "yd", Squares, &squares_of_25_yards),
        number("2")
    );
    assert_eq!(
        converted("51", "yd", Squares, &squares_of_25_yards),
        number("3")
    );
    // 75 paces of 30 inches are 2250 inches, or 62½ yards.
    assert_eq!(
        converted("75", "paces", Squares, &squares_of_25_yards),
        number("3")
    );
    assert_eq!(
        converted("60", "paces", Squares, &squares_of_25_yards),
        number("2")
    );

    // Hexes of 50 m: 50 / 0.9144 yards each.
    let hexes_of_50_metres = Scale {
        ground: Number::ratio(500_000, 9_144),
        ..UNKNOWN
    };
    assert_eq!(
        converted("150", "m", Hexes, &hexes_of_50_metres),
        number("3")
    );
    assert_eq!(
        converted("151", "m", Hexes, &hexes_of_50_metres),
        number("4")
    );

    let inches_of_20_yards = Scale {
        ground: Some(number("20")),
        ..UNKNOWN
    };
    assert_eq!(
        converted("50", "yd", Inches, &inches_of_20_yards),
        number("2½")
    );
}

#[test]
fn what_is_not_known_is_named_with_the_setting() {
    assert_eq!(
        refused("8", "in", Squares, &UNKNOWN).to_string(),
        "the size of a square is not set, say it with `set square 2in`"
    );
    assert_eq!(
        refused("8", "in", Hexes, &UNKNOWN).to_string(),
        "the size of a hex is not set, say it with `set hex 2in`"
    );
    assert_eq!(
        refused("50", "yd", Inches, &UNKNOWN).to_string(),
        "the ground scale is not set, say it with `set scale 20yd`"
    );
    assert_eq!(
        refused("3", "hex", Inches, &UNKNOWN),
        DistanceFault::Needs("hex")
    );
}

#[test]
fn impossible_distances_are_refused() {
    assert_eq!(
        refused("-3", "in", Inches, &UNKNOWN),
        DistanceFault::Negative
    );
    assert_eq!(
        refused("2½", "sq", Squares, &UNKNOWN),
        DistanceFault::NotWhole
    );
    assert_eq!(
        refused("2.5", "hex", Inches, &UNKNOWN),
        DistanceFault::NotWhole
    );
    assert_eq!(
        refused("2", "sq", Hexes, &UNKNOWN),
        DistanceFault::SquaresAndHexes
    );
    assert_eq!(
        refused("2", "hex", Squares, &UNKNOWN),
        DistanceFault::SquaresAndHexes
    );
    let no_size = Scale {
        square: Some(Number::ZERO),
        ..UNKNOWN
    };
    assert_eq!(
        refused("2", "in", Squares, &no_size),
        DistanceFault::NotExact
    );
}

#[test]
fn distances_as_people_write_them() {
    assert_eq!(Inches.show(number("8")), "8\"");
    assert_eq!(Inches.show(number("12.01")), "12.01\"");
    assert_eq!(Inches.show(number("4.5")), "4½\"");
    assert_eq!(Squares.show(number("3")), "3 squares");
    assert_eq!(Squares.show(number("½")), "½ square");
    assert_eq!(Squares.show(number("0")), "0 squares");
    assert_eq!(Hexes.show(number("1")), "1 hex");
    assert_eq!(distance("20.5", "cm").to_string(), "20½ cm");
    assert_eq!(distance("75", "paces").to_string(), "75 paces");
}

#[test]
fn a_map_shows_ground_by_its_scale() {
    // 100 paces of 30 inches on a centimetre: 254 paces, or 635/3 yards, on an inch.
    let map = Scale {
        ground: Some(number("635/3")),
        ..UNKNOWN
    };
    for (value, unit, measure, far) in [
        ("180", "paces", Paces, "180"),
        ("1.8", "cm", Paces, "180"),
        ("1", "in", Paces, "254"),
        ("150", "yd", Paces, "180"),
        ("180", "paces", Yards, "150"),
        ("1143", "yd", Metres, "1045.1592"),
    ] {
        assert_eq!(
            converted(value, unit, measure, &map),
            number(far),
            "{value} {unit}"
        );
    }
    assert_eq!(converted("180", "paces", Paces, &UNKNOWN), number("180"));
    assert_eq!(
        refused("2", "cm", Paces, &UNKNOWN),
        DistanceFault::Needs("scale")
    );
    assert_eq!(
        refused("2", "hex", Paces, &map),
        DistanceFault::Needs("hex")
    );
}
