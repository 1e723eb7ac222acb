//! What is refused before anything is worked out: losses that cannot be, words that do not fit, what the rules forbid.

use super::compile::{Compiler, Keep, Part};
use super::context::RulingContext;
use super::participant::Participant;
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::shelf::Id;
use crate::rules::steps::{CountsSaid, OrderKind, Scope};
use crate::rules::word::{Stands, Word};
use crate::situation::Counted;
use crate::typed_line::LineFault;

/// Refuses groups that have lost more than they had, and units of which nothing is left.
///
/// # Errors
/// The first of them.
pub fn check_losses(context: RulingContext<'_>) -> Result<(), LineFault> {
    let compiler = Compiler::new(context, Keep::Outcome);
    for role in [Role::Attacker, Role::Defender] {
        let units = compiler
            .people()
            .within(Scope::Unit, Participant::side(role));
        for unit in units {
            compiler.check_losses(unit)?;
        }
    }
    Ok(())
}

/// The modifiers by which a line is forbidden or warned of, up to the first that forbids it.
pub fn orders_that_hold(context: RulingContext<'_>) -> Vec<Part> {
    let mut compiler = Compiler::new(context, Keep::Outcome);
    let mut held = Vec::new();
    for role in [Role::Attacker, Role::Defender] {
        let units = compiler
            .people()
            .within(Scope::Unit, Participant::side(role));
        for unit in units {
            for order in &context.program().orders {
                let here = order.role == Role::Either || order.role == role;
                if !here || !compiler.holds_surely(&order.when, unit) {
                    continue;
                }
                held.push(Part::Modifier(order.id));
                if order.kind == OrderKind::Forbid {
                    return held;
                }
            }
        }
    }
    held
}

impl Compiler<'_> {
    /// Refuses what cannot be or is forbidden; what the rules warn of comes back.
    ///
    /// # Errors
    /// The first such thing.
    pub(super) fn check(&mut self) -> Result<Vec<String>, LineFault> {
        let mut everybody = Vec::new();
        for role in [Role::Attacker, Role::Defender] {
            everybody.extend(self.people().within(Scope::Unit, Participant::side(role)));
        }
        for unit in &everybody {
            self.check_losses(*unit)?;
        }
        for unit in &everybody {
            self.check_words(*unit)?;
        }
        for unit in &everybody {
            self.check_counts(*unit)?;
        }
        let mut warnings = Vec::new();
        for unit in everybody {
            self.check_orders(unit, &mut warnings)?;
        }
        Ok(warnings)
    }

    /// Refuses groups that have lost more than they had, and units of which nothing is left.
    fn check_losses(&self, of: Participant) -> Result<(), LineFault> {
        let context = self.context();
        let Some(unit) = self.people().unit(of) else {
            return Ok(());
        };
        let mut left = Number::ZERO;
        for group in &unit.groups {
            let begun = context.begun(group);
            let lost = context.lost(group);
            if lost > begun {
                let has = context.rules.loss.of(begun);
                return Err(LineFault::refused(format!(
                    "{} {} cannot have lost {lost}: that is {has} in all",
                    group.count,
                    context.group_name(group),
                ))
                .at(group.at));
            }
            left += context.left(group);
        }
        // Of a place without troops nothing can be left.
        if left.is_zero() && !unit.groups.is_empty() {
            let name = context.unit_name(unit);
            return Err(LineFault::refused(format!("nothing is left of {name}")).at(unit.at));
        }
        Ok(())
    }

    /// Refuses units whose counts were left out, where the rules reckon with them.
    fn check_counts(&self, of: Participant) -> Result<(), LineFault> {
        let context = self.context();
        if context.program().counts == CountsSaid::May {
            return Ok(());
        }
        let groups = self.people().unit(of).map(|unit| unit.groups.as_slice());
        let mut unsaid = groups
            .unwrap_or_default()
            .iter()
            .filter(|group| group.counted == Counted::Unsaid);
        let Some(group) = unsaid.next() else {
            return Ok(());
        };
        let name = &context.rules.types.get(group.troop).plural;
        Err(
            LineFault::refused(format!("how many {name} there were is not said"))
                .hinted(format!(
                    "write how many began and how many are lost, as in `20-8 {name}`"
                ))
                .at(group.at),
        )
    }

    /// Refuses words that their unit cannot have, and words that bar one another.
    fn check_words(&mut self, of: Participant) -> Result<(), LineFault> {
        let context = self.context();
        let Some(unit) = self.people().unit(of) else {
            return Ok(());
        };
        // What one group of a unit has must fit that group.
        for group in self.people().within(Scope::Group, of) {
            let words = self.people().group(group).map(|group| &group.words);
            for (id, _) in words.into_iter().flat_map(|said| said.iter()) {
                self.check_word(id, group)?;
            }
        }
        let of_mix = context
            .mix(unit)
            .map_or(&[][..], |mix| context.rules.mixes.get(mix).words.as_slice());
        let said = [
            &unit.words,
            &context.side(of.role()).words,
            &context.situation.words,
        ];
        let said = said.into_iter().flat_map(|said| said.iter());
        let words = said.map(|(id, _)| id).chain(of_mix.iter().copied());
        for id in words.collect::<Vec<_>>() {
            if context.rules.words.get(id).stands != Stands::Group {
                self.check_word(id, of)?;
            }
        }
        Ok(())
    }

    fn check_word(&mut self, id: Id<Word>, of: Participant) -> Result<(), LineFault> {
        let word = self.context().rules.words.get(id);
        let at = self.people().unit(of).map(|unit| unit.at);
        let refused = |refusal: LineFault| match at {
            Some(at) => refusal.at(at),
            None => refusal,
        };
        if !self.holds_surely(&word.needs, of) {
            let name = self.name_of(of);
            return Err(refused(
                LineFault::refused(format!("`{}` does not fit {name}", word.id))
                    .hinted(format!("`{}`: {}", word.id, word.say)),
            ));
        }
        let barred = word.bars.iter().find(|barred| self.was_said(of, **barred));
        match barred {
            Some(barred) => {
                let other = &self.context().rules.words.get(*barred).id;
                Err(refused(
                    LineFault::refused(format!("`{}` and `{other}` cannot both be", word.id))
                        .cite(&word.cite),
                ))
            }
            None => Ok(()),
        }
    }

    /// Refuses what the table forbids, and notes what it warns of.
    fn check_orders(
        &mut self,
        of: Participant,
        warnings: &mut Vec<String>,
    ) -> Result<(), LineFault> {
        let context = self.context();
        for order in &context.program().orders {
            let here = order.role == Role::Either || order.role == of.role();
            if !here || !self.holds_surely(&order.when, of) {
                continue;
            }
            let modifier = context.rules.modifiers.get(order.id);
            // What cannot be is told before what is forbidden because of it.
            if let Some(refusal) = self.refused() {
                return Err(refusal);
            }
            let text = self.text_before_dice(&order.say, of);
            match order.kind {
                OrderKind::Warn => warnings.push(text),
                OrderKind::Forbid => {
                    let at = self.people().unit(of).map(|unit| unit.at);
                    let refusal = LineFault::refused(text).cite(&modifier.cite);
                    return Err(match at {
                        Some(at) => refusal.at(at),
                        None => refusal,
                    });
                }
            }
        }
        Ok(())
    }
}
