//! What a step does, for everybody that it is of.

use super::modifiers::Change;
use super::{Compiler, Effect, EffectOf, Falls, Keep, KnowsBattle, Part};
use crate::rules::amount::Given;
use crate::rules::kind::Kind;
use crate::rules::steps::lookup::Matches;
use crate::rules::steps::symbol::Meaning;
use crate::rules::steps::{Act, Key, Look, Reads, Rounds, Scope, Step, StepId, To};
use crate::rulings::form::Form;
use crate::rulings::operation::Operation;
use crate::rulings::participant::Participant;
use crate::rulings::value::Value;

/// Values that a step came to, by the step and whom they are of.
type Worked = Vec<((StepId, Participant), Form)>;

impl Compiler<'_> {
    /// What a step comes to for everybody that it is of.
    pub(super) fn act(
        &mut self,
        id: StepId,
        step: &Step,
        everybody: Vec<(Participant, Form)>,
    ) -> Worked {
        let mut worked = Vec::with_capacity(everybody.len());
        for (of, guard) in everybody {
            let knows = matches!(step.act, Act::Gives(..) | Act::Sheds(..) | Act::Leaves(..));
            if knows {
                self.knows_battle = KnowsBattle::Yes;
            }
            let own = self.all(&step.when, of);
            self.knows_battle = KnowsBattle::No;
            let happens = self.builder.and(&[guard.clone(), own.clone()]);
            if self.keep == Keep::Everything {
                self.happening = happens.clone();
                self.touches_now(Part::Step(step.place));
            }
            if let Act::Roll(roll) = &step.act {
                let thrown = self.throws(id, roll, of, &happens);
                // What is said of the throw may name its further readings.
                for (reading, form) in &thrown {
                    self.values.insert((*reading, of), form.clone());
                }
                for (place, (reading, form)) in thrown.into_iter().enumerate() {
                    let form = if place == 0 && !form.is_nothing() {
                        self.after_modifiers(id, step, of, form, &happens)
                    } else {
                        form
                    };
                    worked.push(((reading, of), form));
                }
                continue;
            }
            let value = self.act_of(id, step, of, &happens);
            let value = match (&step.otherwise, &step.act) {
                (Some(cell), _) if !own.is_yes() => {
                    let otherwise = Form::Known(Value::from(*cell));
                    let chosen = self.builder.choose(&own, &value, &otherwise);
                    self.builder.gate(&guard, &chosen)
                }
                _ => value,
            };
            worked.push(((id, of), value));
        }
        worked
    }

    /// What a step comes to for one participant; nothing where it does not happen.
    fn act_of(&mut self, id: StepId, step: &Step, of: Participant, happens: &Form) -> Form {
        if happens.is_no() {
            return Form::NOTHING;
        }
        self.begin_sources(step);
        match &step.act {
            Act::Work(choice) => {
                let value = self.choice(choice, of);
                self.after_modifiers(id, step, of, value, happens)
            }
            Act::Holds(conditions) => {
                let value = self.all(conditions, of);
                self.after_modifiers(id, step, of, value, happens)
            }
            Act::Look(look) => {
                let value = self.look(look, of);
                self.after_modifiers(id, step, of, value, happens)
            }
            Act::Lose(choice, to) => {
                let losses = self.choice(choice, of);
                let (losses, changes) = self.modified(&step.modifiers, losses, of);
                let losses = self.held(losses, step.least, step.most);
                let losses = self.builder.gate(happens, &losses);
                let fell = match self.target(of, *to) {
                    Some(on) => self.lose(&losses, on),
                    None => Form::NOTHING,
                };
                let fell = if losses.is_nothing() {
                    fell
                } else {
                    self.builder.gate(happens, &fell)
                };
                // What is said of it tells what fell, which may be less than was to fall.
                self.say_step(id, step, of, &fell, changes);
                fell
            }
            Act::Result(choice, to) => {
                let value = self.choice(choice, of);
                let value = self.builder.gate(happens, &value);
                if let Some(on) = self.target(of, *to) {
                    self.come_to(on, &value);
                }
                self.say_step(id, step, of, &value, Vec::new());
                value
            }
            Act::Gives(words, number, to) => {
                let number = number.as_ref().map(|number| self.arithmetic(number, of));
                let value = match &number {
                    Some(number) => self.builder.gate(happens, number),
                    None => happens.clone(),
                };
                let number = number.map(|number| self.builder.operand(&number));
                self.follows(id, of, *to, happens, Effect::Gives(words.clone(), number));
                self.say_step(id, step, of, &value, Vec::new());
                value
            }
            Act::Sheds(words, to) => {
                self.follows(id, of, *to, happens, Effect::Sheds(words.clone()));
                self.say_step(id, step, of, happens, Vec::new());
                happens.clone()
            }
            Act::Level(choice, levels, to) => {
                let value = self.choice(choice, of);
                let value = self.builder.gate(happens, &value);
                let level = self.builder.operand(&value);
                self.follows(id, of, *to, happens, Effect::Level(level, levels.clone()));
                self.say_step(id, step, of, &value, Vec::new());
                value
            }
            Act::Leaves(template, to) => {
                let why = self.rendered(template, of);
                self.follows(id, of, *to, happens, Effect::Leaves(why));
                self.say_step(id, step, of, happens, Vec::new());
                happens.clone()
            }
            Act::AtOnce(to) => {
                self.follows(id, of, *to, happens, Effect::AtOnce);
                self.say_step(id, step, of, happens, Vec::new());
                happens.clone()
            }
            Act::Tell(template, to) => {
                let told = self.rendered(template, of);
                self.say_told(step, of, happens, &told);
                self.follows(id, of, *to, happens, Effect::Tells(told));
                happens.clone()
            }
            // A further reading comes with its throw.
            Act::Roll(_) | Act::Reading(..) => Form::NOTHING,
        }
    }

    /// A value after its modifiers and bounds, as far as the step happens.
    fn after_modifiers(
        &mut self,
        id: StepId,
        step: &Step,
        of: Participant,
        value: Form,
        happens: &Form,
    ) -> Form {
        let (value, changes): (Form, Vec<Change>) = self.modified(&step.modifiers, value, of);
        let value = self.held(value, step.least, step.most);
        let value = self.builder.gate(happens, &value);
        self.say_step(id, step, of, &value, changes);
        value
    }

    /// What a table holds for a participant.
    fn look(&mut self, look: &Look, of: Participant) -> Form {
        let [row, column, shift, up] = self.keys_of(look, of);
        let needs_row = look.reads != Reads::Column;
        let needs_column = look.column.is_some() && look.reads != Reads::Row;
        if (needs_row && row.is_nothing()) || (needs_column && column.is_nothing()) {
            return Form::NOTHING;
        }
        let keys = [row, column, shift, up];
        // The name of a row or a column is none of the cells that a house file changes.
        if look.reads == Reads::Cell {
            self.source_of_cell(look.table, &keys);
            self.touches_cell(look.table, &keys);
        }
        self.builder
            .apply(Operation::Look(look.table, look.reads), &keys)
    }

    /// The row and the column at which a table is read, how many columns to the right, and whether
    /// ratios are rounded up.
    fn keys_of(&mut self, look: &Look, of: Participant) -> [Form; 4] {
        let row = self.key(&look.row, look, of, KeyOf::Row);
        let column = match &look.column {
            Some(key) => self.key(key, look, of, KeyOf::Column),
            None => Form::NOTHING,
        };
        let shift = match &look.shift {
            Some(shift) => self.arithmetic(shift, of),
            None => Form::ZERO,
        };
        let up = match &look.rounds {
            Rounds::Down => Form::NO,
            Rounds::Up => Form::YES,
            Rounds::UpWhen(conditions) => self.all(conditions, of),
        };
        [row, column, shift, up]
    }

    fn key(&mut self, key: &Key, look: &Look, of: Participant, which: KeyOf) -> Form {
        match key {
            Key::Value(choice) => {
                let value = self.choice(choice, of);
                if value.is_nothing() {
                    self.refuse_choice_that_lacks(choice, of);
                }
                value
            }
            Key::Kind => self.first_key(look, of, which, |compiler, matches, of| match matches {
                Matches::Kind(kind) => compiler.is_of(of, *kind),
                _ => false,
            }),
            Key::Said(unsaid) => {
                let said = self.first_key(look, of, which, |compiler, matches, of| match matches {
                    Matches::Word(word) => compiler.said(of, *word).is_some(),
                    _ => false,
                });
                if !said.is_nothing() {
                    return said;
                }
                let symbols = &self.context.rules.symbols;
                let unsaid = unsaid.as_ref().and_then(|unsaid| symbols.named(unsaid));
                unsaid.map_or(Form::NOTHING, |symbol| Form::Known(Value::Symbol(symbol)))
            }
        }
    }

    /// The name of the first row or column that fits the participant.
    fn first_key(
        &self,
        look: &Look,
        of: Participant,
        which: KeyOf,
        fits: impl Fn(&Self, &Matches, Participant) -> bool,
    ) -> Form {
        use crate::rules::steps::lookup::Cells;
        let Some(table) = self.program.tables.get(usize::from(look.table.0)) else {
            return Form::NOTHING;
        };
        let mut rows = table.rows.iter().map(|row| &row.key);
        let mut columns = table.rows.iter().flat_map(|row| match &row.cells {
            Cells::One(_) => &[][..],
            Cells::Columns(columns) => columns.as_slice(),
        });
        let found = match which {
            KeyOf::Row => rows.find(|key| fits(self, &key.matches, of)),
            KeyOf::Column => columns
                .find(|(key, _)| fits(self, &key.matches, of))
                .map(|(key, _)| key),
        };
        found.map_or(Form::NOTHING, |key| Form::Known(Value::Symbol(key.name)))
    }

    /// Whether a participant is of a kind; a unit of several kinds by its class too.
    fn is_of(&self, of: Participant, kind: Kind) -> bool {
        let by_class = || {
            let unit = self.people.unit(of)?;
            match (kind, self.context.class(unit)?) {
                (Kind::Class(class), Given::Known(known)) => Some(class == known),
                _ => None,
            }
        };
        let groups = self.standing_groups_of(of);
        let all = !groups.is_empty()
            && groups.iter().all(|group| {
                self.people
                    .group(*group)
                    .is_some_and(|group| self.context.is(group, kind))
            });
        all || by_class().unwrap_or(false)
            || matches!(kind, Kind::Mix(mix) if self.people.unit(of).and_then(|unit| self.context.mix(unit)) == Some(mix))
    }

    /// A unit, or everybody of a side, comes to a result.
    fn come_to(&mut self, on: Participant, value: &Form) {
        let everybody = if on.scope < Scope::Unit {
            self.people.within(Scope::Unit, on)
        } else if on.scope == Scope::Group {
            vec![on.up(Scope::Unit)]
        } else {
            vec![on]
        };
        for of in everybody {
            self.render_phrases(of, value);
            match self.results.iter_mut().find(|(known, _)| *known == of) {
                Some((_, forms)) => forms.push(value.clone()),
                None => self.results.push((of, vec![value.clone()])),
            }
        }
    }

    /// Words of a result that have values in them, as they stand now.
    fn render_phrases(&mut self, of: Participant, value: &Form) {
        let program = self.program;
        for (id, template) in &program.phrases {
            let other = matches!(
                value.known().and_then(|value| self.meaning(value)),
                Some(Meaning::Result(known)) if known != id
            );
            if other
                || self
                    .phrases
                    .iter()
                    .any(|(on, known, _)| on == &of && known == id)
            {
                continue;
            }
            let rendered = self.rendered(template, of);
            self.phrases.push((of, *id, rendered));
        }
    }

    fn follows(&mut self, step: StepId, of: Participant, to: To, happens: &Form, effect: Effect) {
        let Some(on) = self.target(of, to) else {
            return;
        };
        let holds = self.builder.operand(happens);
        let everybody = if on.scope < Scope::Unit && on.scope != Scope::Line {
            self.people.within(Scope::Unit, on)
        } else {
            vec![on]
        };
        for on in everybody {
            self.effects.push(EffectOf {
                step,
                on,
                falls: match to {
                    To::Own | To::Opposite => Falls::OnItself,
                    To::Fought => Falls::OnThoseItFought,
                },
                holds,
                effect: effect.clone(),
            });
        }
    }
}

/// Whether a key finds a row or a column.
#[derive(Clone, Copy)]
enum KeyOf {
    Row,
    Column,
}
