//! A ruling written out as a line reads back as the same ruling, in every rule set.

#![allow(clippy::unwrap_used, clippy::panic)]

use drumhead::language::command::Command;
use drumhead::language::written;
use drumhead::rules::library::{BUILT_IN, Library};
use drumhead::rules::word::Takes;
use drumhead::session::{Hand, Session};
use drumhead::situation::{Said, Side, Situation, Unit};

/// What a set of words says, in one order.
fn words(said: &Said) -> Vec<String> {
    let mut words: Vec<String> = said.iter().map(|word| format!("{word:?}")).collect();
    words.sort();
    words
}

fn unit(unit: &Unit) -> String {
    let groups = unit.groups.iter().map(|group| {
        format!(
            "{:?} {} {:?} {} {} {:?} {:?} {:?}",
            group.troop,
            group.count,
            group.counted,
            group.lost,
            group.lost_counts,
            group.weapon,
            group.distance,
            words(&group.words)
        )
    });
    let groups: Vec<String> = groups.collect();
    let parts = unit.mustered.iter().map(|part| part.handle.as_str());
    let parts: Vec<&str> = parts.collect();
    format!("{parts:?} {groups:?} {:?}", words(&unit.words))
}

fn side(side: &Side) -> Vec<String> {
    let units = side.units.iter().map(unit);
    units.chain([format!("{:?}", words(&side.words))]).collect()
}

/// All that a situation says, without its places in the line.
fn meaning(situation: &Situation) -> String {
    format!(
        "{:?} {:#?} {:#?} {:?} {:?}",
        situation.ruling,
        side(&situation.attacker),
        side(&situation.defender),
        words(&situation.words),
        situation.distance
    )
}

/// Checks a line, if it is a ruling at all.
fn check(session: &Session, line: &str) -> bool {
    let Ok(Command::Ruling(read, _)) = session.grammar().parse(line) else {
        return false;
    };
    let written = written::line(session.rules(), &read);
    let id = &session.rules().id;
    match session.grammar().parse(&written) {
        Ok(Command::Ruling(again, None)) => {
            assert_eq!(
                meaning(&read),
                meaning(&again),
                "{id}: `{line}`: `{written}`"
            );
            assert_eq!(
                written::line(session.rules(), &again),
                written,
                "{id}: `{line}`"
            );
        }
        other => panic!("{id}: `{line}`: `{written}`: {other:?}"),
    }
    true
}

#[test]
fn every_example_with_every_word_reads_back() {
    for (id, ..) in BUILT_IN {
        let mut session = Session::open(Library::default(), id, Some(1)).unwrap();
        let troop = session.rules().example_type().to_owned();
        let units = [
            format!("muster red zz1 = 4-1 {troop} + 2 {troop}"),
            format!("muster red zz2 = 3 {troop}"),
            format!("muster blue yy1 = 2 {troop}"),
        ];
        for line in &units {
            session.answer(line, Hand::Program).unwrap();
        }
        let mut lines = Vec::new();
        for (_, ruling) in session.rules().rulings.iter() {
            lines.extend(ruling.examples.iter().cloned());
            let verb = &ruling.id;
            for end in [
                "",
                " at yy1",
                " vs yy1",
                " vs yy1 1",
                " 2 at 1 yy1",
                " vs 12-4 TROOP lost 1",
            ] {
                let end = end.replace("TROOP", &troop);
                lines.push(format!("{verb} zz1{end}"));
                lines.push(format!("{verb} zz1 + zz2{end}"));
                lines.push(format!("{verb} zz1 and zz2, 3 {troop}{end}"));
            }
        }
        let words: Vec<String> = session
            .rules()
            .words
            .iter()
            .map(|(_, word)| match &word.takes {
                Takes::Number(least, _) => format!("{} {least}", word.id),
                Takes::Step(_) | Takes::Losses => format!("{} 1", word.id),
                Takes::Nothing | Takes::Weapon => word.id.to_string(),
            })
            .collect();
        let mut read = 0;
        for line in &lines {
            read += usize::from(check(&session, line));
            for word in &words {
                if !check(&session, &format!("{line} {word}")) {
                    continue;
                }
                read += 1;
                for other in words.iter().take(2) {
                    let _ = check(&session, &format!("{line} {word} {other}"));
                }
            }
        }
        assert!(
            read * 2 > lines.len(),
            "{id}: {read} of {} lines",
            lines.len()
        );
    }
}
