//! What expressions, comparisons and templates are read as, and where a slip is shown.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use super::template::{RawPiece, RawTemplate};
use super::{Node, NodeKind, RawComparison, RawFormat, Slip, parser};
use crate::rules::reader::Origin;
use crate::rules::steps::expression::{Operator, Ordered, Whose};

fn read(text: &str) -> Result<Node, Slip> {
    Node::parse(text, &Origin::alone(text.len()))
}

fn compared(text: &str) -> Result<RawComparison, Slip> {
    parser::comparison(text, &Origin::alone(text.len()))
}

fn template(text: &str) -> Result<RawTemplate, Slip> {
    RawTemplate::parse(text, &Origin::alone(text.len()))
}

/// An expression with brackets around every part.
fn shown(node: &Node) -> String {
    match &node.kind {
        NodeKind::Faulty => "?".to_owned(),
        NodeKind::Number(number) => number.to_string(),
        NodeKind::Name(name) => name.to_string(),
        NodeKind::Binary(operator, left, right) => {
            let sign = match operator {
                Operator::Add => '+',
                Operator::Subtract => '-',
                Operator::Multiply => '*',
                Operator::Divide => '/',
            };
            format!("({} {sign} {})", shown(left), shown(right))
        }
        NodeKind::Call(called, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(shown).collect();
            format!("{}({})", called.name, arguments.join(", "))
        }
    }
}

/// The part of a text that a slip marks, with what it says.
fn slipped<T: std::fmt::Debug>(text: &str, read: Result<T, Slip>) -> String {
    let slip = read.unwrap_err();
    format!("[{}] {}", text.get(slip.at).unwrap(), slip.message)
}

#[test]
fn products_bind_closer_than_sums_and_the_left_comes_first() {
    for (text, as_read) in [
        (
            "points + 2 × min(1, entry)",
            "(points + (2 * min(1, entry)))",
        ),
        ("a - b - c", "((a - b) - c)"),
        ("a ÷ b × c", "((a / b) * c)"),
        ("(a + b) * c", "((a + b) * c)"),
        ("-3 + a", "(-3 + a)"),
        ("−a", "(0 - a)"),
        ("2 − -1", "(2 - -1)"),
        (
            "down(sum(foe.pips) ÷ 2) ÷ 2",
            "(down((sum(foe.pips) / 2)) / 2)",
        ),
        (
            "rates(class, opposite.class)",
            "rates(class, opposite.class)",
        ),
    ] {
        assert_eq!(shown(&read(text).unwrap()), as_read, "{text}");
    }
}

#[test]
fn a_fraction_without_spaces_is_one_number() {
    for (text, as_read) in [
        ("x ÷ 1/2", "(x / ½)"),
        ("x ÷ 1 / 2", "((x / 1) / 2)"),
        ("½ × x", "(½ * x)"),
        ("2.5 + x", "(2½ + x)"),
        ("2 1/2", "[1/2] did not expect `1/2` here"),
    ] {
        let read = read(text);
        let said = match &read {
            Ok(node) => shown(node),
            Err(_) => slipped(text, read),
        };
        assert_eq!(said, as_read, "{text}");
    }
}

#[test]
fn names_may_have_hyphens_and_dots_and_begin_with_a_digit() {
    for (text, as_read) in [
        ("level-now − 1", "(level-now - 1)"),
        ("level-now - 1", "(level-now - 1)"),
        ("weapon.hits-on", "weapon.hits-on"),
        ("foe.effect.hits", "foe.effect.hits"),
        ("2CM", "2CM"),
        ("E1", "E1"),
        // A hyphen between letters and digits belongs to the name.
        ("left-1", "left-1"),
    ] {
        assert_eq!(shown(&read(text).unwrap()), as_read, "{text}");
    }
}

#[test]
fn a_slip_is_shown_at_its_very_place() {
    for (text, said) in [
        ("", "[] an expression is missing"),
        ("a + ", "[] the expression breaks off here"),
        ("a + × b", "[×] did not expect `×` here"),
        ("a b", "[b] did not expect `b` here"),
        ("(a + b", "[(] this bracket is not closed"),
        ("a + b)", "[)] did not expect `)` here"),
        ("min(a, )", "[)] did not expect `)` here"),
        ("min(a b)", "[b] did not expect `b` here"),
        ("a $ b", "[$] `$` means nothing in an expression"),
        ("a ≥ b", "[≥] did not expect `≥` here"),
        ("1/0", "[1/0] `1/0` divides by 0"),
    ] {
        assert_eq!(slipped(text, read(text)), said, "{text}");
    }
}

#[test]
fn every_part_knows_its_place() {
    let text = "points + 2 × min(1, entry)";
    let NodeKind::Binary(_, _, right) = read(text).unwrap().kind else {
        unreachable!("a sum");
    };
    assert_eq!(text.get(right.at.clone()), Some("2 × min(1, entry)"));
    let NodeKind::Binary(_, _, call) = right.kind else {
        unreachable!("a product");
    };
    let NodeKind::Call(called, arguments) = call.kind else {
        unreachable!("a call");
    };
    assert_eq!(text.get(called.at), Some("min"));
    assert_eq!(
        text.get(arguments.last().unwrap().at.clone()),
        Some("entry")
    );
}

#[test]
fn a_condition_is_a_fact_or_a_comparison() {
    assert!(matches!(compared("first-blow"), Ok(RawComparison::Fact(_))));
    for (text, ordered) in [
        ("fewer < thrown", Ordered::Less),
        ("a > b", Ordered::Greater),
        ("a ≤ b", Ordered::AtMost),
        ("a <= b", Ordered::AtMost),
        ("a ≥ b", Ordered::AtLeast),
        ("a >= b", Ordered::AtLeast),
    ] {
        let Ok(RawComparison::Order(read, ..)) = compared(text) else {
            unreachable!("{text} is a comparison");
        };
        assert_eq!(read, ordered, "{text}");
    }
    let Ok(RawComparison::OneOf(_, of)) = compared("does = back, retreat") else {
        unreachable!("one of two");
    };
    assert_eq!(
        of.iter().map(shown).collect::<Vec<_>>(),
        ["back", "retreat"]
    );
    for none in ["again ≠ nothing", "again != nothing"] {
        assert!(
            matches!(compared(none), Ok(RawComparison::NoneOf(..))),
            "{none}"
        );
    }
    for (text, said) in [
        ("a < b < c", "[<] did not expect `<` here"),
        ("a <", "[] the expression breaks off here"),
        ("a b", "[b] did not expect `b` here"),
        ("does = ", "[] the expression breaks off here"),
    ] {
        assert_eq!(slipped(text, compared(text)), said, "{text}");
    }
}

#[test]
fn a_template_has_words_and_values() {
    let text = "{name}: {hits:hit|hits} of {dice} dice, {a - b:signed}";
    let pieces = template(text).unwrap().0;
    assert_eq!(pieces.first(), Some(&RawPiece::Name(Whose::Own)));
    assert_eq!(pieces.get(1), Some(&RawPiece::Text(": ".to_owned())));
    let formats: Vec<&RawFormat> = pieces
        .iter()
        .filter_map(|piece| match piece {
            RawPiece::Value(_, format) => Some(format),
            _ => None,
        })
        .collect();
    let hits = RawFormat::Counted("hit".into(), Some("hits".into()));
    assert_eq!(formats, [&hits, &RawFormat::Plain, &RawFormat::Signed]);
    let Some(RawPiece::Value(node, _)) = pieces.last() else {
        unreachable!("a value");
    };
    assert_eq!(text.get(node.at.clone()), Some("a - b"));
}

#[test]
fn a_slip_in_a_template_is_shown_at_its_very_place() {
    for (text, said) in [
        ("{hits", "[{] this brace is not closed"),
        ("hits}", "[}] no `{` stands before this brace"),
        ("of {}", "[] an expression is missing"),
        ("of {hits +} dice", "[] the expression breaks off here"),
        ("of {hits hits} dice", "[hits] did not expect `hits` here"),
    ] {
        assert_eq!(slipped(text, template(text)), said, "{text}");
    }
}

proptest! {
    /// Whatever is typed, it is read or refused, and a slip marks a part of it.
    #[test]
    fn no_text_panics(text in "[a-z0-9 +×÷(),.{}<≥=½\u{e9}/-]{0,40}") {
        for slip in [read(&text).err(), compared(&text).err(), template(&text).err()].into_iter().flatten() {
            prop_assert!(text.get(slip.at.clone()).is_some(), "{:?}", slip);
        }
    }
}
