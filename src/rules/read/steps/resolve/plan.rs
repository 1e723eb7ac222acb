//! Every step of a ruling with its number, and what runs in order.

use smol_str::SmolStr;

use super::{
    Body, Entry, InTurn, PartOf, Planned, Ran, Resolver, Section, Stand, Turn, names, place,
};
use crate::rules::condition::Role;
use crate::rules::read::steps::raw::{RawChoice, RawEach, RawKey, RawSays, RawStep};
use crate::rules::read::steps::syntax::NodeKind;
use crate::rules::reader::{Map, Text};
use crate::rules::steps::{Loop, LoopOf, Run, Scope, StepId};

impl<'r> Resolver<'r, '_> {
    /// Numbers every step, and says what runs.
    pub(super) fn plan(&mut self) -> Vec<Planned<'r>> {
        let ruling = self.ruling;
        let mut planned = Vec::new();
        for (key, raw) in self.ordered(&ruling.steps) {
            match raw {
                Some(raw)
                    if let Some(RawEach::Turn(of)) = raw.each
                        && raw.table.is_none() =>
                {
                    let place = planned.len();
                    let steps = self.row_steps(raw, key, InTurn { place, of });
                    planned.push(Planned::Turn(Turn {
                        raw,
                        key,
                        of,
                        steps,
                    }));
                }
                raw => {
                    let steps = self.number(key, raw, None);
                    planned.extend(steps.into_iter().map(Planned::Step));
                }
            }
        }
        planned
    }

    /// The steps of the row that runs in turn.
    pub(super) fn row_steps(
        &mut self,
        raw: &'r RawStep,
        key: &'r Text,
        turn: InTurn,
    ) -> Vec<StepId> {
        let read = self.read;
        let name = match &raw.row {
            Some(RawKey::Value(RawChoice::Value(node))) => match &node.kind {
                NodeKind::Name(name) => Some((name, &node.at)),
                _ => None,
            },
            _ => None,
        };
        let Some((name, at)) = name else {
            self.fault(&key.at, format!("`{}` names no row of steps", key.text))
                .hint("write `row = \"NAME\"`, and the steps under `[row.NAME]`");
            return Vec::new();
        };
        let Some((_, row)) = read.shared.rows.0.iter().find(|(key, _)| key.text == *name) else {
            let known = read.shared.rows.0.iter().map(|(key, _)| key.text.as_str());
            let noted = self.fault(at, format!("there is no row of steps `{name}`"));
            names::hint_nearest(noted, name, known);
            return Vec::new();
        };
        self.uses(Section::Row, name);
        let Some(row) = row else {
            return Vec::new();
        };
        // A row that runs for one side, and later for the other, has the same steps.
        let side = raw.side.as_ref().map(|side| side.text.as_str());
        let known = self.rows.iter();
        let mut known = known.filter(|ran| ran.name == *name && side.is_some());
        if let Some(ran) = known.find(|ran| ran.side.is_some() && ran.side != side) {
            return ran.steps.clone();
        }
        let mut steps = Vec::new();
        for (key, raw) in self.ordered(row) {
            steps.extend(self.number(key, raw, Some(turn)));
        }
        self.rows.push(Ran {
            name: name.clone(),
            side,
            steps: steps.clone(),
        });
        steps
    }

    /// The steps of a table in their order, with those moved that say what they stand before.
    pub(super) fn ordered(&self, steps: &'r Map<RawStep>) -> Vec<(&'r Text, Option<&'r RawStep>)> {
        let mut ordered: Vec<(&'r Text, Option<&'r RawStep>)> = steps
            .0
            .iter()
            .map(|(key, raw)| (key, raw.as_ref()))
            .collect();
        for (key, raw) in &steps.0 {
            let Some(before) = raw.as_ref().and_then(|raw| raw.before.as_ref()) else {
                continue;
            };
            let place = |name: &SmolStr| ordered.iter().position(|(key, _)| key.text == *name);
            match (place(&key.text), place(&before.text)) {
                (Some(from), Some(to)) if from != to => {
                    let moved = ordered.remove(from);
                    let to = if from < to { to.saturating_sub(1) } else { to };
                    ordered.insert(to.min(ordered.len()), moved);
                }
                _ => {
                    let known = steps.0.iter().map(|(key, _)| key.text.as_str());
                    let message = format!("there is no step `{}` to stand before", before.text);
                    let noted = self.fault(&before.at, message);
                    names::hint_nearest(noted, &before.text, known);
                }
            }
        }
        ordered
    }

    /// Numbers a step and the further readings of its dice.
    pub(super) fn number(
        &mut self,
        key: &'r Text,
        raw: Option<&'r RawStep>,
        turn: Option<InTurn>,
    ) -> Vec<StepId> {
        let body = raw.map_or(Body::Faulty, Body::Step);
        let Some(id) = self.add(key, body, turn) else {
            return Vec::new();
        };
        let mut ids = vec![id];
        if let Some(raw) = raw {
            for (key, reading) in &raw.also.0 {
                let body = match reading {
                    Some(reading) => Body::Reading(id, raw, reading),
                    None => Body::Faulty,
                };
                ids.extend(self.add(key, body, turn));
            }
        }
        ids
    }

    pub(super) fn add(
        &mut self,
        key: &'r Text,
        body: Body<'r>,
        turn: Option<InTurn>,
    ) -> Option<StepId> {
        if let Some(first) = self.entries.iter().find(|entry| entry.key.text == key.text) {
            let first = first.key.at.clone();
            if first != key.at {
                self.fault(&key.at, format!("there are two steps `{}`", key.text))
                    .also(first, "first here")
                    .hint("give one of them another name");
            } else {
                self.fault(
                    &key.at,
                    format!("the step `{}` runs twice in `{}`", key.text, self.ruling.id),
                )
                .hint("a row of steps can run once in a ruling");
            }
            return None;
        }
        let id = u16::try_from(self.entries.len()).ok().map(StepId)?;
        self.entries.push(Entry { key, body, turn });
        Some(id)
    }

    pub(super) fn run(&mut self, number: usize, planned: Planned<'r>) -> Run {
        let turn = match planned {
            Planned::Step(id) => return Run::Step(id),
            Planned::Turn(turn) => turn,
        };
        let scope = match turn.of {
            LoopOf::Unit => Scope::Unit,
            LoopOf::Side => Scope::Side,
        };
        self.turns.push((number, turn.key));
        self.check_turn_keys(turn.raw, turn.key);
        let by = turn.raw.by.as_ref();
        let order = Stand {
            part_of: PartOf::Order(number),
            ..Stand::of(scope)
        };
        let by = by.and_then(|by| self.expression(by, order));
        let keep_on = self.conditions(&turn.raw.keep_on.0, Stand::of(Scope::Line));
        let when = self.conditions(&turn.raw.when.0, Stand::of(scope));
        let side = match turn.raw.side.as_ref().map(|side| side.text.as_str()) {
            Some("attacker") => Role::Attacker,
            Some("defender") => Role::Defender,
            _ => Role::Either,
        };
        let say = match &turn.raw.say {
            Some(RawSays::Text(say)) => self.template(say, Stand::of(Scope::Line)),
            _ => None,
        };
        Run::Each(Loop {
            of: turn.of,
            by,
            keep_on: keep_on.unwrap_or_default(),
            side,
            when: when.unwrap_or_default(),
            say,
            cite: turn.raw.cite.clone(),
            steps: turn.steps,
            place: place(&turn.key.at),
        })
    }
}
