use super::*;
use proptest::prelude::*;

const NAMES: [(&str, u8); 14] = [
    ("musket-sword", 1),
    ("musketeer", 1),
    ("musket", 1),
    ("musket-bayonet", 2),
    ("pike", 3),
    ("heavy", 4),
    ("heavy-gun", 5),
    ("heavy-horse", 6),
    ("levies", 7),
    ("peasant", 8),
    ("swiss", 9),
    ("arquebus", 10),
    ("light gun", 11),
    ("base", 12),
];

fn names() -> Names<u8> {
    let mut names = Names::new();
    for (name, value) in NAMES {
        names.add(name, value);
    }
    names
}

#[test]
fn whole_names_plurals_and_prefixes_find_their_value() {
    let names = names();
    for (typed, value) in [
        ("pike", 3),
        ("PIKE", 3),
        ("pikes", 3),
        ("pik", 3),
        ("p", 0),
        ("musket", 1),
        ("musketeers", 1),
        ("muskete", 1),
        ("muskets", 1),
        ("musket-b", 2),
        ("musket bayonets", 2),
        ("heavy", 4),
        ("heavy_gun", 5),
        ("Heavy  Guns", 5),
        ("heavy-h", 6),
        ("levy", 7),
        ("levies", 7),
        ("lev", 7),
        ("peasants", 8),
        ("swiss", 9),
        ("arquebuses", 10),
        ("light-gun", 11),
        ("bases", 12),
    ] {
        if value == 0 {
            assert_eq!(names.find(typed), Found::Several(vec!["peasant", "pike"]));
        } else {
            assert_eq!(names.find(typed), Found::One(value), "{typed}");
        }
    }
}

#[test]
fn names_that_share_a_start_are_listed_once_a_value() {
    let names = names();
    let several = Found::Several(vec!["musket-bayonet", "musket-sword"]);
    assert_eq!(names.find("musk"), several);
    let several = Found::Several(vec!["heavy-gun", "heavy-horse"]);
    assert_eq!(names.find("heavy-"), Found::One(4));
    assert_eq!(names.find_where("heav", |value| value > 4), several);
}

#[test]
fn names_of_one_value_are_not_ambiguous() {
    let mut names = Names::new();
    names.add("musketeer", 1);
    names.add("musket", 1);
    assert_eq!(names.find("mus"), Found::One(1));
}

#[test]
fn a_name_as_given_wins_over_the_plural_of_another() {
    let mut names = Names::new();
    names.add("pike", 1);
    names.add("pikes", 2);
    assert_eq!(names.find("pike"), Found::One(1));
    assert_eq!(names.find("pikes"), Found::One(2));
}

#[test]
fn only_admitted_values_count() {
    let names = names();
    assert_eq!(names.find_where("musk", |value| value == 2), Found::One(2));
    assert_eq!(names.find_where("heavy", |value| value == 5), Found::One(5));
    assert_eq!(
        names.find_where("pike", |value| value == 1),
        Found::None { nearest: None }
    );
}

#[test]
fn one_name_for_two_values_is_ambiguous_until_one_is_excluded() {
    let mut names = Names::new();
    names.add("charge", 1);
    names.add("charge", 2);
    assert_eq!(names.find("charge"), Found::Several(vec!["charge"]));
    assert_eq!(
        names.find_where("charge", |value| value == 2),
        Found::One(2)
    );
}

#[test]
fn the_nearest_name_is_suggested_when_it_is_near() {
    let names = names();
    for (typed, nearest) in [
        ("musketer", Some("musketeer")),
        ("pkie", Some("pike")),
        ("pyke", Some("pike")),
        ("hevy-gun", Some("heavy-gun")),
        ("light-guns'", Some("light gun")),
        ("arqeubus", Some("arquebus")),
        // Cut short and mistyped.
        ("arqube", Some("arquebus")),
        ("elephant", None),
        ("x", None),
        ("", None),
        ("-", None),
    ] {
        assert_eq!(names.find(typed), Found::None { nearest }, "{typed}");
    }
}

#[test]
fn equally_near_names_are_suggested_by_the_alphabet() {
    let mut names = Names::new();
    names.add("house", 1);
    names.add("horse", 2);
    let nearest = Some("horse");
    assert_eq!(names.find("hoose"), Found::None { nearest });
}

proptest! {
    #[test]
    fn any_text_can_be_looked_up(typed: String) {
        names().find(&typed);
    }
}
