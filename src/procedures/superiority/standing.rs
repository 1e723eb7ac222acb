//! Who stands better: by the kinds of the units, and by position.

use super::super::case::{Case, Subject};
use super::super::grid::{Path, joined};
use super::super::outcome::Blank;
use super::super::working::Working;
use super::Degree;
use crate::rules::amount::Given;
use crate::rules::grid::Head;
use crate::rules::procedure::Superiority;
use crate::typed_line::LineFault;

/// The degree that position gives the attacker; `None` where no attacking unit has it.
pub(super) fn by_position(
    case: Case<'_>,
    numbers: &Superiority,
    path: &Path<'_>,
    attackers: &[Subject<'_>],
    working: &mut Working,
) -> Option<Degree> {
    let position = numbers.position.as_ref()?;
    let mut has = false;
    let placed = attackers
        .iter()
        .filter(|unit| case.all_hold(**unit, &position.when));
    for unit in placed {
        let mut bars = position.bars.iter();
        match bars.find(|bar| case.all_hold(*unit, &bar.when)) {
            Some(bar) => working.note(&bar.cite, || {
                format!(
                    "{}: no superiority by position: {}",
                    case.name(unit.unit),
                    bar.say
                )
            }),
            None => has = true,
        }
    }
    if !has {
        return None;
    }
    working.note(&position.cite, || match position.gives {
        Given::Known(degree) => {
            format!("superiority by position: {}", numbers.signs.show(degree))
        }
        Given::Blank => "superiority by position, its degree is blank".to_owned(),
    });
    Some(match position.gives {
        Given::Known(degree) => Degree::Known(degree),
        Given::Blank => Degree::Blank(Blank {
            what: "the degree of superiority by position".to_owned(),
            key: joined(path, &["position", "gives"]),
        }),
    })
}

/// The degree by kind: each side takes its single most advantageous unit.
///
/// # Errors
/// A unit that no row or no column is for.
pub(super) fn by_kind(
    case: Case<'_>,
    numbers: &Superiority,
    path: &Path<'_>,
    attackers: &[Subject<'_>],
    defenders: &[Subject<'_>],
    working: &mut Working,
) -> Result<Degree, LineFault> {
    let kinds = &numbers.kinds;
    let mut best: Option<i64> = None;
    let mut blank = None;
    for attacker in attackers {
        let (row, row_head) = head_of(case, *attacker, &kinds.attackers, "attack")?;
        let mut worst: Option<i64> = None;
        for defender in defenders {
            let (column, column_head) = head_of(case, *defender, &kinds.defenders, "defend")?;
            let cell = kinds.cells.get(row).and_then(|cells| cells.get(column));
            let known = cell.and_then(|cell| cell.known());
            let cell_keys = ["kinds", "cells", &row_head.id, &column_head.id];
            working.note(&kinds.cite, || {
                let shown = known.map_or("blank".to_owned(), |degree| numbers.signs.show(degree));
                let mark = case.rules.house.mark(&[path, &cell_keys].concat());
                format!(
                    "{} against {}: {shown}{mark}",
                    row_head.name, column_head.name
                )
            });
            match known {
                Some(degree) => worst = Some(worst.map_or(degree, |worst| worst.min(degree))),
                None => {
                    blank.get_or_insert_with(|| Blank {
                        what: format!(
                            "the superiority of {} against {}",
                            row_head.name, column_head.name
                        ),
                        key: joined(path, &cell_keys),
                    });
                }
            }
        }
        best = best.max(worst);
    }
    Ok(match (blank, best) {
        (Some(blank), _) => Degree::Blank(blank),
        (None, Some(degree)) => Degree::Known(degree),
        (None, None) => Degree::Known(0),
    })
}

/// The first head that fits a unit, with its place.
fn head_of<'h>(
    case: Case<'_>,
    unit: Subject<'_>,
    heads: &'h [Head],
    does: &str,
) -> Result<(usize, &'h Head), LineFault> {
    let mut fitting = heads.iter().enumerate();
    fitting
        .find(|(_, head)| case.all_hold(unit, &head.when))
        .ok_or_else(|| {
            let names: Vec<&str> = heads.iter().map(|head| head.name.as_str()).collect();
            LineFault::refused(format!("{} does not {does} here", case.name(unit.unit)))
                .hinted(format!("the table has {}", names.join(", ")))
                .at(unit.unit.at)
        })
}

/// How many columns to the right a degree is worth.
///
/// # Errors
/// The blank that leaves it unknown.
pub(super) fn columns_worth(
    numbers: &Superiority,
    path: &Path<'_>,
    degree: &Degree,
) -> Result<i64, Blank> {
    match (degree, numbers.columns_a_degree) {
        (Degree::Blank(blank), _) => Err(blank.clone()),
        (Degree::Known(0), _) => Ok(0),
        (Degree::Known(degree), Given::Known(columns)) => Ok(degree.saturating_mul(columns)),
        (Degree::Known(_), Given::Blank) => Err(Blank {
            what: "how many columns a degree of superiority is worth".to_owned(),
            key: joined(path, &["columns-a-degree"]),
        }),
    }
}
