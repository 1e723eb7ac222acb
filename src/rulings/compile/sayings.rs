//! What a ruling says: the lines of its working, its summary, and texts with values in them.

use smol_str::SmolStr;

use super::modifiers::Change;
use super::{Compiler, Keep};
use crate::naming::key_in_words;
use crate::rules::condition::Role;
use crate::rules::kind::TroopType;
use crate::rules::modifier::{Each, How, Modifier};
use crate::rules::ruling::Sides;
use crate::rules::shelf::Id;
use crate::rules::steps::expression::{Expression, Quantity, Whose};
use crate::rules::steps::template::{Format, Piece, Template};
use crate::rules::steps::{
    Act, Loop, Place, Saying, Scope, SharedId, Step, StepId, StepSays, SummaryOf, TableId,
};
use crate::rulings::form::Form;
use crate::rulings::operation::Operation;
use crate::rulings::participant::Participant;
use crate::rulings::plan::Operand;
use crate::rulings::value::Value;

/// A text with values that may wait for dice.
#[derive(Debug, Clone, Default)]
pub struct Rendered(pub Vec<RenderedPiece>);

impl Rendered {
    /// Whether none of its values waits for dice.
    pub fn is_known(&self) -> bool {
        self.0.iter().all(|piece| match piece {
            RenderedPiece::Text(_) | RenderedPiece::Name(..) | RenderedPiece::Mark(_) => true,
            RenderedPiece::Value(operand, _) | RenderedPiece::Results(_, operand) => {
                matches!(operand, Operand::Known(_))
            }
        })
    }
}

/// A piece of such a text.
#[derive(Debug, Clone)]
pub enum RenderedPiece {
    /// Words that stand as they are.
    Text(SmolStr),
    /// Somebody of the battle: by the troops or the side of the line, and as a person calls them.
    Name(SmolStr, SmolStr),
    /// A value.
    Value(Operand, Format),
    /// What a unit comes to.
    Results(Participant, Operand),
    /// The mark of a value that a house file changed, by where it comes from.
    Mark(Vec<From>),
}

/// What an answer may say first.
#[derive(Debug, Clone)]
pub struct First {
    /// Whether it does, unless one before it did.
    pub holds: Operand,
    /// What it says, for the record and for programs.
    pub says: Rendered,
    /// What it says to a person, where that is something else.
    pub answer: Option<Rendered>,
}

/// One line of a working.
#[derive(Debug, Clone)]
pub struct Line {
    /// It is said where this is something other than nothing and no.
    pub holds: Operand,
    /// What it says.
    pub says: Says,
    /// The place in the source that says so.
    pub cite: Option<String>,
    /// Where what it tells of comes from, for the mark of a house rule; empty where nothing is changed.
    pub from: Vec<From>,
}

/// Where something that a line tells of comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum From {
    /// This place.
    Place(Place),
    /// What a troop type is.
    Tags(Id<TroopType>),
    /// A step of the ruling, whatever of it is changed.
    Step(StepId),
    /// The cell of a table: its row, its column, how many columns to the right, and whether ratios
    /// are rounded up.
    Cell(TableId, [Operand; 4]),
}

/// What a line of a working says.
#[derive(Debug, Clone)]
pub enum Says {
    /// The author's words.
    Words(Rendered),
    /// What a step came to: who, which step, how it was worked out, and the value.
    Value {
        /// What a person calls the participant; empty for the line.
        name: SmolStr,
        /// What the step is called.
        step: SmolStr,
        /// How it was worked out, where that says more than the value.
        formula: Option<Rendered>,
        /// The value.
        value: Operand,
    },
    /// What a modifier changed.
    Change {
        /// The modifier.
        modifier: Id<Modifier>,
        /// How it changes the value.
        how: How,
        /// How often.
        each: Each,
        /// By how much.
        amount: Operand,
        /// For how many.
        times: Operand,
        /// The value before it.
        before: Operand,
        /// The value after it.
        after: Operand,
    },
}

/// Whether a text says what a house file changed; only the working does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    Yes,
    No,
}

impl Compiler<'_> {
    /// What the answer says first: each saying that may hold, in order.
    pub(super) fn summary(&mut self) -> Vec<First> {
        let program = self.program;
        let mut sayings = Vec::new();
        for saying in &program.summary {
            let of = match saying.of {
                SummaryOf::Line => Participant::LINE,
                SummaryOf::FirstUnit => {
                    let units = self.people.within(Scope::Unit, Participant::LINE);
                    match units.first() {
                        Some(unit) => *unit,
                        None => continue,
                    }
                }
            };
            let held = self.all(&saying.when, of);
            if held.is_no() {
                continue;
            }
            let says = self.rendered(&saying.say, of);
            let answer = saying.answer.as_ref();
            let answer = answer.map(|answer| self.rendered(answer, of));
            let certain = held.is_yes();
            sayings.push(First {
                holds: self.builder.operand(&held),
                says,
                answer,
            });
            if certain {
                break;
            }
        }
        sayings
    }

    /// A text of the outcome with its values, as they stand now.
    pub(super) fn rendered(&mut self, template: &Template, of: Participant) -> Rendered {
        self.text(template, of, Marks::No)
    }

    /// A line of the working with its values, as they stand now, and the marks of house rules.
    pub(super) fn line(&mut self, template: &Template, of: Participant) -> Rendered {
        self.text(template, of, Marks::Yes)
    }

    fn text(&mut self, template: &Template, of: Participant, marks: Marks) -> Rendered {
        let mut pieces = Vec::with_capacity(template.0.len());
        for piece in &template.0 {
            pieces.push(match piece {
                Piece::Text(text) => RenderedPiece::Text(SmolStr::new(text)),
                Piece::Name(whose) => {
                    let whose = match whose {
                        Whose::Opposite => self.people.opposite(of).unwrap_or(of),
                        Whose::Foe => Participant::side(of.other_role()),
                        Whose::Friend => Participant::side(of.role()),
                        Whose::Attacker => Participant::side(Role::Attacker),
                        Whose::Defender => Participant::side(Role::Defender),
                        Whose::Own | Whose::Named(_) => of,
                    };
                    self.named(whose)
                }
                Piece::Results => {
                    let of = of.up(Scope::Unit);
                    let results = self.results.iter().find(|(who, _)| *who == of);
                    let forms = results.map_or(Vec::new(), |(_, forms)| forms.clone());
                    let joined = self.builder.apply(Operation::Join, &forms);
                    RenderedPiece::Results(of, self.builder.operand(&joined))
                }
                Piece::Value(expression, format) => {
                    let form = self.expression(expression, of);
                    if let Some(on) = self.comes_to(expression, of) {
                        let operand = self.builder.operand(&form);
                        pieces.push(RenderedPiece::Results(on, operand));
                        continue;
                    }
                    let value = RenderedPiece::Value(self.builder.operand(&form), format.clone());
                    pieces.push(value);
                    if marks == Marks::Yes {
                        pieces.extend(self.mark_of(expression, of));
                    }
                    continue;
                }
            });
        }
        Rendered(pieces)
    }

    /// Who comes to the result that a step names, whose words may have values in them.
    fn comes_to(&self, expression: &Expression, of: Participant) -> Option<Participant> {
        let Expression::Name(name) = expression else {
            return None;
        };
        let Quantity::Step(id) = name.quantity else {
            return None;
        };
        match (&self.program.step(id)?.act, name.whose) {
            (Act::Result(_, to), Whose::Own) => Some(self.target(of, *to)?.up(Scope::Unit)),
            _ => None,
        }
    }

    /// The mark of a value that a house file changed.
    pub(super) fn mark_of(
        &mut self,
        expression: &Expression,
        of: Participant,
    ) -> Option<RenderedPiece> {
        let rules = self.context.rules;
        if rules.house.is_empty() {
            return None;
        }
        let Expression::Name(name) = expression else {
            return None;
        };
        let place = match &name.quantity {
            Quantity::Attribute(id) => {
                let groups = self.people.groups(of);
                let group = self.people.group(*groups.first()?)?;
                rules.types.get(group.troop).place_of(*id)
            }
            Quantity::Shared(id) => {
                let shared = self.program.shared.get(usize::from(id.0))?;
                let mark = rules.house.mark(&["value", &shared.id, "is"]);
                return (!mark.is_empty()).then(|| RenderedPiece::Text(mark.into()));
            }
            Quantity::Step(id) => {
                let scope = self.program.step(*id)?.of;
                if name.whose != Whose::Own || of.scope < scope {
                    return None;
                }
                let from = self.numbers_without_line(*id, of.up(scope));
                return (!from.is_empty()).then_some(RenderedPiece::Mark(from));
            }
            Quantity::Reach => {
                let weapon = self.weapon(of)?;
                rules.weapons.get(weapon).bands.last()?.place
            }
            Quantity::BandTo => {
                let weapon = self.weapon(of)?;
                let range = self.expression(expression, of).known()?.number()?;
                rules.weapons.get(weapon).band(range)?.1.place
            }
            Quantity::BandFrom => {
                let weapon = self.weapon(of)?;
                let begins = self.expression(expression, of).known()?.number()?;
                let bands = rules.weapons.get(weapon).bands.iter();
                bands.rev().find(|band| band.to == begins)?.place
            }
            _ => return None,
        };
        let mark = rules.house.mark_of(place);
        (!mark.is_empty()).then(|| RenderedPiece::Text(mark.into()))
    }

    /// A participant by its troops or as a side of the line; empty for the line.
    fn troops_name(&self, of: Participant) -> SmolStr {
        if let Some(group) = self.people.group(of) {
            return self.context.group_name(group).clone();
        }
        if let Some(unit) = self.people.unit(of) {
            return self.context.unit_name(unit);
        }
        match (of.scope, of.role()) {
            (Scope::Line, _) => SmolStr::default(),
            (_, role) if self.context.ruling().sides == Sides::None => match role {
                Role::Defender => SmolStr::new_static("second side"),
                _ => SmolStr::new_static("first side"),
            },
            (_, role) => match self.side_symbol(role) {
                Value::Symbol(symbol) => self.context.rules.symbols.name(symbol).into(),
                _ => SmolStr::default(),
            },
        }
    }

    /// What a person calls a participant, one of the battle by its name; empty for the line.
    pub(super) fn person_name(&self, of: Participant) -> SmolStr {
        let context = self.context;
        match (of.scope, self.people.unit(of)) {
            (Scope::Line, _) => SmolStr::default(),
            (Scope::Side, _) => context
                .side_called(of.role())
                .unwrap_or_else(|| self.troops_name(of)),
            (Scope::Unit, Some(unit)) => context.unit_called(unit),
            (_, Some(unit)) => context.group_called(unit, of.group_place()),
            (_, None) => self.troops_name(of),
        }
    }

    /// A unit or a part of it as a person writes it beside dice: of the battle by its handle.
    pub(super) fn name_in_short(&self, of: Participant) -> SmolStr {
        match (of.scope, self.people.unit(of)) {
            (Scope::Unit, Some(unit)) => self.context.unit_in_short(unit),
            (_, Some(unit)) => self.context.group_in_short(unit, of.group_place()),
            (_, None) => self.person_name(of),
        }
    }

    /// A participant in a text.
    fn named(&self, of: Participant) -> RenderedPiece {
        let (troops, person) = (self.troops_name(of), self.person_name(of));
        if troops == person {
            RenderedPiece::Text(troops)
        } else {
            RenderedPiece::Name(troops, person)
        }
    }

    /// What a step came to, with what modified it.
    pub(super) fn say_step(
        &mut self,
        id: StepId,
        step: &Step,
        of: Participant,
        value: &Form,
        changes: Vec<Change>,
    ) {
        if self.keep == Keep::Outcome || value.is_nothing() {
            return;
        }
        let first = changes
            .first()
            .map_or_else(|| value.clone(), |change| change.before.clone());
        self.say_changes_after(step, id, of, &first, value, changes);
    }

    fn say_changes_after(
        &mut self,
        step: &Step,
        id: StepId,
        of: Participant,
        first: &Form,
        value: &Form,
        changes: Vec<Change>,
    ) {
        let from = self.sources_of(id, of);
        match &step.say {
            StepSays::Nothing => {
                self.say_changes(of, changes);
                return;
            }
            StepSays::Words(sayings) => {
                // An author's line tells of the value before its modifiers, whose lines come under it.
                self.values.insert((id, of), first.clone());
                self.say_first(sayings, step, of, first, &from);
                self.say_changes(of, changes);
                return;
            }
            StepSays::Engine => {}
        }
        let told = step.field.is_some() || !changes.is_empty();
        let silent = matches!(
            step.act,
            Act::Holds(_)
                | Act::Gives(..)
                | Act::Sheds(..)
                | Act::Level(..)
                | Act::Leaves(..)
                | Act::AtOnce(..)
        );
        if told && !silent {
            let formula = self.formula_of(step, of);
            let line = Line {
                holds: self.builder.operand(value),
                says: Says::Value {
                    name: self.person_name(of),
                    step: key_in_words(&step.id),
                    formula,
                    value: self.builder.operand(first),
                },
                cite: step.cite.clone(),
                from,
            };
            self.lines.push(line);
        }
        self.say_changes(of, changes);
    }

    /// The first of some sayings that holds, as far as dice let one know: each under its condition.
    fn say_first(
        &mut self,
        sayings: &[Saying],
        step: &Step,
        of: Participant,
        value: &Form,
        from: &[From],
    ) {
        let happens = match value.known() {
            Some(_) => Form::YES,
            None => {
                let nothing = Form::NOTHING;
                let is = self
                    .builder
                    .apply(Operation::Equal, &[value.clone(), nothing]);
                let is_not = self.builder.not(&is);
                // A blank is something to tell of.
                let blank = self
                    .builder
                    .apply(Operation::IsBlank, std::slice::from_ref(value));
                self.builder.or(&[blank, is_not])
            }
        };
        let mut open = happens;
        for saying in sayings {
            let held = self.all(&saying.when, of);
            let says = self.builder.and(&[open.clone(), held.clone()]);
            // Under a condition that is blank nobody knows what to say.
            let says = self.builder.not_blank(&says);
            if says.is_no() {
                continue;
            }
            self.begin_words();
            let words = self.line(&saying.say, of);
            let from = [from, self.read_for_words().as_slice()].concat();
            let holds = self.builder.operand(&says);
            let cite = saying.cite.clone().or_else(|| step.cite.clone());
            self.lines.push(Line {
                holds,
                says: Says::Words(words),
                cite,
                from,
            });
            let not = self.builder.not(&held);
            open = self.builder.and(&[open, not]);
            if open.is_no() {
                break;
            }
        }
    }

    /// What modifiers changed, each in a line of its own.
    pub(super) fn say_changes(&mut self, _of: Participant, changes: Vec<Change>) {
        if self.keep == Keep::Outcome {
            return;
        }
        for change in changes {
            let cite = self
                .context
                .rules
                .modifiers
                .get(change.modifier)
                .cite
                .clone();
            let line = Line {
                holds: self.builder.operand(&change.holds),
                says: Says::Change {
                    modifier: change.modifier,
                    how: change.how,
                    each: change.each,
                    amount: self.builder.operand(&change.amount),
                    times: self.builder.operand(&change.times),
                    before: self.builder.operand(&change.before),
                    after: self.builder.operand(&change.after),
                },
                cite,
                from: vec![From::Place(change.place)],
            };
            self.lines.push(line);
        }
    }

    /// What a shared value came to, where its author has words for it or it was modified.
    pub(super) fn say_shared(
        &mut self,
        id: SharedId,
        of: Participant,
        value: &Form,
        changes: Vec<Change>,
    ) {
        if self.keep == Keep::Outcome || value.is_nothing() {
            return;
        }
        self.say_changes(of, changes);
        let program = self.program;
        let Some(shared) = program.shared.get(usize::from(id.0)) else {
            return;
        };
        let Some(template) = &shared.say else {
            return;
        };
        let telling = self.telling.replace((id, of, value.clone()));
        let words = self.line(template, of);
        self.telling = telling;
        let line = Line {
            holds: self.builder.operand(value),
            says: Says::Words(words),
            cite: shared.cite.clone(),
            from: Vec::new(),
        };
        // A value that several steps name is told of once.
        self.lines.push(line);
    }

    /// What the referee is told is part of the working too.
    pub(super) fn say_told(
        &mut self,
        step: &Step,
        _of: Participant,
        happens: &Form,
        told: &Rendered,
    ) {
        if self.keep == Keep::Outcome {
            return;
        }
        let line = Line {
            holds: self.builder.operand(happens),
            says: Says::Words(told.clone()),
            cite: step.cite.clone(),
            from: Vec::new(),
        };
        self.lines.push(line);
    }

    /// Says that a row of steps ends before everybody has had a turn.
    pub(super) fn say_loop_ends(&mut self, each: &Loop, guard: &Form) {
        let (Keep::Working | Keep::Everything, Some(template)) = (self.keep, &each.say) else {
            return;
        };
        if guard.is_yes() {
            return;
        }
        let ended = self.builder.not(guard);
        let words = self.line(template, Participant::LINE);
        let line = Line {
            holds: self.builder.operand(&ended),
            says: Says::Words(words),
            cite: each.cite.clone(),
            from: Vec::new(),
        };
        self.lines.push(line);
    }
}
