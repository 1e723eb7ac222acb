#![allow(clippy::unwrap_used)]

use smol_str::SmolStr;

use super::*;
use crate::battle::{GroupId, MusteredGroup, MusteredUnit, Notes};
use crate::number::Number;
use proptest::prelude::*;

/// A record without entries yet.
fn opened() -> Record {
    Record::opened(&Opening {
        battle: 2,
        opened: SmolStr::default(),
        name: None,
        table: TableIdentity {
            rules: "printed".into(),
            extends: Vec::new(),
            hash: SmolStr::default(),
            parts: std::collections::BTreeMap::new(),
        },
        settings: Vec::new(),
        seal: SmolStr::default(),
    })
}

fn muster(handle: &str) -> Effect {
    Effect::Muster {
        unit: Box::new(MusteredUnit {
            side: "red".into(),
            handle: handle.into(),
            name: None,
            groups: vec![MusteredGroup {
                id: GroupId::of_place(0),
                troop: "pike".into(),
                count: Number::whole(4),
                lost: Number::ZERO,
                earlier: Number::ZERO,
                weapon: None,
            }],
            states: Vec::new(),
            notes: Notes::default(),
            left: None,
            acted: Vec::new(),
        }),
    }
}

fn lose(handle: &str, lost: i64) -> Effect {
    Effect::Lose {
        unit: handle.into(),
        group: GroupId::of_place(0),
        lost: Number::whole(lost),
    }
}

fn add(record: &mut Record, what: What) -> Result<(), Unfit> {
    record.add(Entry {
        n: record.next_number(),
        at: SmolStr::default(),
        line: String::new(),
        what,
    })
}

fn order(effects: Vec<Effect>) -> What {
    What::Order {
        effects,
        reason: None,
        written_out: Vec::new(),
    }
}

fn ruling(effects: Vec<Effect>, amends: Option<u64>) -> What {
    What::Ruling {
        verb: "fire".into(),
        understood: SmolStr::default(),
        fills_in: None,
        summary: SmolStr::default(),
        heard: SmolStr::default(),
        throws: Vec::new(),
        drawn: Vec::new(),
        effects,
        amends,
        revises: Vec::new(),
        dice_of: amends,
    }
}

fn lost(record: &Record, handle: &str) -> Option<i64> {
    let unit = record.state().unit(handle)?;
    unit.groups.first()?.lost.to_i64()
}

#[test]
fn undo_takes_back_and_redo_does_again() {
    let mut record = opened();
    add(&mut record, order(vec![muster("grey")])).unwrap();
    add(&mut record, ruling(vec![lose("grey", 2)], None)).unwrap();
    add(&mut record, ruling(vec![lose("grey", 1)], None)).unwrap();
    assert_eq!(lost(&record, "grey"), Some(3));
    add(&mut record, What::Undo { of: vec![3, 2] }).unwrap();
    assert_eq!(lost(&record, "grey"), Some(0));
    assert_eq!(record.redoable(9), [2, 3]);
    add(&mut record, What::Redo { of: vec![2] }).unwrap();
    assert_eq!(lost(&record, "grey"), Some(2));
    assert_eq!(record.entries().len(), 5);
    assert!(record.counts(2) && !record.counts(3));
}

#[test]
fn an_amendment_counts_in_the_place_of_the_old_ruling() {
    let mut record = opened();
    add(&mut record, order(vec![muster("grey")])).unwrap();
    add(&mut record, ruling(vec![lose("grey", 1)], None)).unwrap();
    add(&mut record, order(vec![lose("grey", 5)])).unwrap();
    add(&mut record, ruling(vec![lose("grey", 2)], Some(2))).unwrap();
    assert_eq!(lost(&record, "grey"), Some(7));
    add(&mut record, What::Undo { of: vec![4] }).unwrap();
    assert_eq!(lost(&record, "grey"), Some(6));
    add(&mut record, What::Redo { of: vec![4] }).unwrap();
    assert_eq!(lost(&record, "grey"), Some(7));
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let mut record = opened();
    add(&mut record, order(vec![muster("grey")])).unwrap();
    let before = record.state().clone();
    let wrong = [
        order(vec![lose("grey", 1), lose("blue", 1)]),
        order(vec![muster("grey")]),
        ruling(vec![lose("grey", 1)], Some(7)),
        What::Undo { of: vec![9] },
        What::Undo { of: vec![1, 1] },
        What::Redo { of: vec![1] },
    ];
    for what in wrong {
        assert!(add(&mut record, what).is_err());
        assert_eq!(record.state(), &before);
    }
    assert_eq!(record.entries().len(), 1);
}

proptest! {
    #[test]
    fn undo_then_redo_is_as_if_neither_had_been(
        losses in proptest::collection::vec(1i64..4, 1..600), back in 1usize..600,
    ) {
        let mut record = opened();
        add(&mut record, order(vec![muster("grey")])).unwrap();
        for lost in &losses {
            add(&mut record, ruling(vec![lose("grey", *lost)], None)).unwrap();
        }
        let before = record.state().clone();
        let of = record.undoable(back.min(losses.len()));
        let left: i64 = losses.iter().take(losses.len() - of.len()).sum();
        add(&mut record, What::Undo { of: of.clone() }).unwrap();
        prop_assert_eq!(lost(&record, "grey"), Some(left));
        let again: Vec<u64> = of.into_iter().rev().collect();
        prop_assert_eq!(&record.redoable(again.len()), &again);
        add(&mut record, What::Redo { of: again }).unwrap();
        prop_assert_eq!(record.state(), &before);
    }
}
