//! What the values of a ruling can be, from the least to the most.
//!
//! It errs on the wide side: an end that is not known is open, so that what is said of a value from
//! its bounds is true.

use std::cell::RefCell;

use crate::number::Number;
use crate::rules::amount::{Amount, Given};
use crate::rules::kind::Figures;
use crate::rules::modifier::{Each, How};
use crate::rules::set::RuleSet;
use crate::rules::setting::SettingKind;
use crate::rules::steps::expression::{
    Aggregate, Choice, Expression, Extreme, Function, Operator, Outcome, Quantity,
};
use crate::rules::steps::lookup::{Cells, LookupTable};
use crate::rules::steps::symbol::{Meaning, Symbols};
use crate::rules::steps::{
    Act, Cell, Count, Program, Reading, Roll, SharedAct, SharedId, Step, StepId, StepModifier,
    StepSide, TableId,
};
use crate::rules::word::Takes;

/// The least and the most that a value can be; `None` where that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: Option<Number>,
    pub(super) most: Option<Number>,
}

impl Bounds {
    const UNKNOWN: Bounds = Bounds {
        least: None,
        most: None,
    };

    /// From 0 on.
    const COUNT: Bounds = Bounds {
        least: Some(Number::ZERO),
        most: None,
    };

    fn between(least: Number, most: Number) -> Self {
        Bounds {
            least: Some(least),
            most: Some(most),
        }
    }

    pub(super) fn exactly(number: Number) -> Self {
        Bounds::between(number, number)
    }

    /// What is in one or in the other.
    pub(super) fn or(self, other: Self) -> Self {
        Bounds {
            least: both(self.least, other.least, |one, other| Some(one.min(other))),
            most: both(self.most, other.most, |one, other| Some(one.max(other))),
        }
    }

    /// Whether a number is not outside of them.
    pub(super) fn holds(self, number: Number) -> bool {
        self.least.is_none_or(|least| least <= number)
            && self.most.is_none_or(|most| number <= most)
    }

    fn is_never_negative(self) -> bool {
        self.least.is_some_and(|least| !least.is_negative())
    }

    fn plus(self, other: Self) -> Self {
        Bounds {
            least: both(self.least, other.least, Number::checked_add),
            most: both(self.most, other.most, Number::checked_add),
        }
    }

    fn negative(self) -> Self {
        Bounds {
            least: self.most.map(|most| -most),
            most: self.least.map(|least| -least),
        }
    }

    fn times(self, other: Self) -> Self {
        if let (Some(a), Some(b), Some(c), Some(d)) =
            (self.least, self.most, other.least, other.most)
        {
            let corners = [
                a.checked_mul(c),
                a.checked_mul(d),
                b.checked_mul(c),
                b.checked_mul(d),
            ];
            return of_all(corners.into_iter().map(|corner| match corner {
                Some(corner) => Bounds::exactly(corner),
                None => Bounds::UNKNOWN,
            }));
        }
        if self.is_never_negative() && other.is_never_negative() {
            return Bounds {
                least: both(self.least, other.least, Number::checked_mul),
                most: None,
            };
        }
        Bounds::UNKNOWN
    }

    fn over(self, other: Self) -> Self {
        match (other.least, other.most) {
            (Some(least), Some(most)) if least == most && least > Number::ZERO => Bounds {
                least: self.least.and_then(|part| part.checked_div(least)),
                most: self.most.and_then(|part| part.checked_div(least)),
            },
            _ if self.is_never_negative() && other.is_never_negative() => Bounds::COUNT,
            _ => Bounds::UNKNOWN,
        }
    }

    fn map(self, change: impl Fn(Number) -> Number) -> Self {
        Bounds {
            least: self.least.map(&change),
            most: self.most.map(&change),
        }
    }

    pub(super) fn held(self, least: Option<Number>, most: Option<Number>) -> Self {
        let mut held = self;
        if let Some(floor) = least {
            held.least = Some(held.least.map_or(floor, |least| least.max(floor)));
            held.most = held.most.map(|most| most.max(floor));
        }
        if let Some(roof) = most {
            held.least = held.least.map(|least| least.min(roof));
            held.most = Some(held.most.map_or(roof, |most| most.min(roof)));
        }
        held
    }
}

fn both(
    one: Option<Number>,
    other: Option<Number>,
    join: impl Fn(Number, Number) -> Option<Number>,
) -> Option<Number> {
    join(one?, other?)
}

/// What is in any of them; nothing is known of none.
fn of_all(all: impl Iterator<Item = Bounds>) -> Bounds {
    all.reduce(Bounds::or).unwrap_or(Bounds::UNKNOWN)
}

/// What is known of a value while the values of a program are asked.
#[derive(Debug, Clone, Copy)]
enum Known {
    /// It is being worked out: it leans on itself.
    Asked,
    /// These are its bounds.
    Bounds(Bounds),
}

/// The bounds of the values of a program.
pub(super) struct Reckoner<'p> {
    pub(super) rules: &'p RuleSet,
    pub(super) symbols: &'p Symbols,
    pub(super) program: &'p Program,
    steps: RefCell<Vec<Option<Known>>>,
    shared: RefCell<Vec<Option<Known>>>,
}

impl<'p> Reckoner<'p> {
    pub(super) fn new(rules: &'p RuleSet, symbols: &'p Symbols, program: &'p Program) -> Self {
        Reckoner {
            rules,
            symbols,
            program,
            steps: RefCell::new(vec![None; program.steps.len()]),
            shared: RefCell::new(vec![None; program.shared.len()]),
        }
    }

    /// The bounds of a choice.
    pub(super) fn choice(&self, choice: &Choice) -> Bounds {
        of_all(choice.0.iter().map(|branch| match &branch.is {
            Outcome::Value(value) => self.alone(value),
            Outcome::Choice(choice) => self.choice(choice),
        }))
    }

    /// The bounds of an expression that is a value by itself: a throw that did not happen is nothing.
    fn alone(&self, expression: &Expression) -> Bounds {
        let step = match expression {
            Expression::Name(name) => match name.quantity {
                Quantity::Step(id) => self.program.step(id),
                _ => None,
            },
            _ => None,
        };
        match step {
            Some(step) if step.counts_zero() && step.otherwise.is_none() => self.happened(step),
            _ => self.expression(expression),
        }
    }

    /// The bounds of a step where it happens.
    fn happened(&self, step: &Step) -> Bounds {
        self.modified(self.act(step), &step.modifiers)
            .held(step.least, step.most)
    }

    /// The bounds of an expression.
    pub(super) fn expression(&self, expression: &Expression) -> Bounds {
        match expression {
            Expression::Constant(cell) => self.cell(*cell),
            Expression::Name(name) => self.quantity(&name.quantity),
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.expression(left), self.expression(right));
                match operator {
                    Operator::Add => left.plus(right),
                    Operator::Subtract => left.plus(right.negative()),
                    Operator::Multiply => left.times(right),
                    Operator::Divide => left.over(right),
                }
            }
            Expression::Unary(function, inner) => {
                let inner = self.expression(inner);
                match function {
                    Function::Down => inner.map(|number| Number::whole(number.floor())),
                    Function::Up => inner.map(|number| Number::whole(number.ceil())),
                    Function::Abs if inner.is_never_negative() => inner,
                    Function::Abs => Bounds {
                        most: both(inner.least, inner.most, |least, most| {
                            Some(least.abs().max(most.abs()))
                        }),
                        ..Bounds::COUNT
                    },
                }
            }
            Expression::Extreme(extreme, of) => self.extreme(*extreme, of),
            Expression::Aggregate(aggregate, inner) => {
                let inner = self.expression(inner);
                match aggregate {
                    Aggregate::Sum if inner.is_never_negative() => Bounds::COUNT,
                    Aggregate::Sum => Bounds::UNKNOWN,
                    Aggregate::Most | Aggregate::Least | Aggregate::Same => inner,
                    Aggregate::Any => Bounds::between(Number::ZERO, Number::ONE),
                    Aggregate::Count => Bounds::COUNT,
                }
            }
            Expression::Share(inner) => Bounds {
                most: self.expression(inner).most,
                ..Bounds::COUNT
            },
            Expression::Look(table, _) => self.table(*table),
        }
    }

    fn extreme(&self, extreme: Extreme, of: &[Expression]) -> Bounds {
        let all: Vec<Bounds> = of.iter().map(|one| self.expression(one)).collect();
        let leasts = || all.iter().map(|one| one.least);
        let mosts = || all.iter().map(|one| one.most);
        match extreme {
            Extreme::Max => Bounds {
                least: leasts().flatten().max(),
                most: mosts()
                    .collect::<Option<Vec<_>>>()
                    .and_then(|all| all.into_iter().max()),
            },
            Extreme::Min => Bounds {
                least: leasts()
                    .collect::<Option<Vec<_>>>()
                    .and_then(|all| all.into_iter().min()),
                most: mosts().flatten().min(),
            },
        }
    }

    fn cell(&self, cell: Cell) -> Bounds {
        match cell {
            Cell::Number(number) => Bounds::exactly(number),
            Cell::Truth(_) => Bounds::between(Number::ZERO, Number::ONE),
            Cell::Nothing | Cell::Blank(_) | Cell::Symbol(_) => Bounds::UNKNOWN,
        }
    }

    fn table(&self, table: TableId) -> Bounds {
        let table = self.program.tables.get(usize::from(table.0));
        of_all(
            table
                .into_iter()
                .flat_map(cells)
                .map(|cell| self.cell(cell)),
        )
    }

    fn quantity(&self, quantity: &Quantity) -> Bounds {
        match quantity {
            Quantity::Step(step) => self.step(*step),
            Quantity::Member(_, name) => {
                let records = self.symbols.iter().filter_map(|info| match &info.means {
                    Meaning::Record(record) => Some(record),
                    _ => None,
                });
                let numbers = records.filter_map(|record| {
                    let found = record.numbers.iter().find(|(known, _)| known == name);
                    found.map(|(_, number)| Bounds::exactly(*number))
                });
                of_all(numbers).or(Bounds::exactly(Number::ZERO))
            }
            Quantity::Shared(shared) => self.shared(*shared),
            Quantity::Attribute(attribute) => {
                let types = self.rules.types.iter();
                let numbers = types.filter_map(|(_, troop)| troop.number(*attribute));
                let known = numbers.filter_map(Given::known).map(Bounds::exactly);
                self.modified(of_all(known), self.program.modifiers_of(quantity))
            }
            Quantity::Weapon(attribute) => {
                let weapons = self.rules.weapons.iter();
                let bands = weapons.flat_map(|(_, weapon)| &weapon.bands);
                let numbers = bands.filter_map(|band| band.number(*attribute));
                let known = numbers.filter_map(Given::known).map(Bounds::exactly);
                self.modified(of_all(known), self.program.modifiers_of(quantity))
            }
            Quantity::Setting(setting) => {
                match self.rules.settings.sound(*setting).map(|one| &one.of) {
                    Some(SettingKind::Switch { .. }) => Bounds::between(Number::ZERO, Number::ONE),
                    Some(SettingKind::Number { least, most, .. }) => Bounds::between(*least, *most),
                    Some(SettingKind::Readings { .. }) | None => Bounds::UNKNOWN,
                }
            }
            Quantity::Said(word) => self
                .rules
                .words
                .sound(*word)
                .map_or(Bounds::UNKNOWN, |word| {
                    let said = match &word.takes {
                        Takes::Number(least, most) => Bounds::between(*least, *most),
                        Takes::Step(words) => {
                            let last = i64::try_from(words.len()).unwrap_or(i64::MAX);
                            Bounds::between(Number::ONE, Number::whole(last))
                        }
                        Takes::Losses => Bounds::COUNT,
                        Takes::Nothing | Takes::Weapon => Bounds::UNKNOWN,
                    };
                    word.unsaid
                        .map_or(said, |unsaid| said.or(Bounds::exactly(unsaid)))
                }),
            Quantity::Left
            | Quantity::Begun
            | Quantity::Lost
            | Quantity::Standing
            | Quantity::Acting
            | Quantity::LostThisTurn
            | Quantity::Reach
            | Quantity::BandFrom
            | Quantity::BandTo
            | Quantity::Distance => Bounds::COUNT,
            Quantity::Units | Quantity::Position | Quantity::Together => Bounds {
                least: Some(Number::ONE),
                most: None,
            },
            Quantity::Figures => {
                let types = self.rules.types.iter();
                of_all(types.map(|(_, troop)| match troop.figures {
                    Given::Known(Figures::Amount(Amount::Fixed(number))) => Bounds::exactly(number),
                    _ => Bounds::UNKNOWN,
                }))
            }
            Quantity::Range
            | Quantity::Class
            | Quantity::Arm
            | Quantity::Type
            | Quantity::Side
            | Quantity::WeaponFired => Bounds::UNKNOWN,
        }
    }

    /// The bounds of a step.
    pub(super) fn step(&self, id: StepId) -> Bounds {
        let place = usize::from(id.0);
        let Some(step) = self.program.step(id) else {
            return Bounds::UNKNOWN;
        };
        self.known(&self.steps, place, || {
            let held = self.happened(step);
            let sometimes = !step.when.is_empty() || step.side != StepSide::Both;
            match step.otherwise {
                Some(other) => held.or(self.cell(other)),
                // A throw or a loss that did not happen counts 0.
                None if step.counts_zero() && sometimes => held.or(Bounds::exactly(Number::ZERO)),
                None => held,
            }
        })
    }

    fn shared(&self, id: SharedId) -> Bounds {
        let place = usize::from(id.0);
        let Some(shared) = self.program.shared.get(place) else {
            return Bounds::UNKNOWN;
        };
        self.known(&self.shared, place, || {
            let worked = match &shared.act {
                SharedAct::Work(choice) => self.choice(choice),
                SharedAct::Holds(_) => Bounds::between(Number::ZERO, Number::ONE),
            };
            self.modified(worked, &shared.modifiers)
                .held(shared.least, shared.most)
        })
    }

    /// What is known already, or is worked out now.
    fn known(
        &self,
        list: &RefCell<Vec<Option<Known>>>,
        place: usize,
        work: impl FnOnce() -> Bounds,
    ) -> Bounds {
        match list.borrow().get(place) {
            Some(Some(Known::Bounds(bounds))) => return *bounds,
            Some(Some(Known::Asked)) | None => return Bounds::UNKNOWN,
            Some(None) => {}
        }
        let put = |known| {
            if let Some(slot) = list.borrow_mut().get_mut(place) {
                *slot = Some(known);
            }
        };
        put(Known::Asked);
        let bounds = work();
        put(Known::Bounds(bounds));
        bounds
    }

    fn act(&self, step: &Step) -> Bounds {
        match &step.act {
            Act::Work(choice) => self.choice(choice),
            Act::Holds(_) => Bounds::between(Number::ZERO, Number::ONE),
            Act::Roll(roll) if !roll.add_again.is_empty() => Bounds {
                most: None,
                ..self.dice(roll, &roll.reading)
            },
            Act::Roll(_) | Act::Reading(..) => match self.program.dice_read_by(step) {
                Some((roll, reading)) => self.dice(roll, reading),
                None => Bounds::UNKNOWN,
            },
            Act::Look(look) => self.table(look.table),
            Act::Lose(choice, _) => Bounds {
                most: self.choice(choice).most,
                ..Bounds::COUNT
            },
            _ => Bounds::UNKNOWN,
        }
    }

    fn dice(&self, roll: &Roll, reading: &Reading) -> Bounds {
        let lowest = Number::whole(i64::from(roll.lowest));
        let highest = Number::whole(i64::from(highest_face(roll)));
        let face = Bounds::between(lowest, highest);
        let dice = match &roll.dice {
            Count::Fixed(dice) => Bounds::exactly(Number::whole(i64::from(*dice))),
            Count::Worked(dice) => self
                .expression(dice)
                .held(Some(Number::ZERO), None)
                .map(|dice| Number::whole(dice.floor())),
        };
        // A throw without dice is told of by itself.
        if dice.most.is_some_and(|most| most < Number::ONE) {
            return Bounds::UNKNOWN;
        }
        match reading {
            Reading::Sum => dice.times(face),
            Reading::Highest | Reading::Lowest => face,
            Reading::Spread => Bounds::between(Number::ZERO, highest - lowest),
            Reading::AtLeast(_) | Reading::AtMost(_) | Reading::Faces(_) => Bounds {
                most: dice.most,
                ..Bounds::COUNT
            },
            Reading::Worth(worth) => {
                dice.times(of_all(worth.iter().map(|worth| Bounds::exactly(*worth))))
            }
            Reading::Named => Bounds::UNKNOWN,
        }
    }

    /// What modifiers, which may hold or not, make of a value.
    pub(super) fn modified(&self, value: Bounds, modifiers: &[StepModifier]) -> Bounds {
        let mut value = value;
        for modifier in modifiers {
            let amount = self.choice(&modifier.amount);
            let amount = match modifier.each {
                Each::Unit => amount,
                Each::Count => amount.times(Bounds::COUNT),
            };
            value = match modifier.how {
                How::Set => value.or(amount),
                How::Add => value.or(value.plus(amount)),
                How::Times => value.or(value.times(amount)),
                How::AtMost => Bounds {
                    least: both(value.least, amount.least, |one, other| Some(one.min(other))),
                    ..value
                },
                How::AtLeast => Bounds {
                    most: both(value.most, amount.most, |one, other| Some(one.max(other))),
                    ..value
                },
            };
        }
        value
    }
}

/// The highest face of the dice that are thrown.
pub(super) fn highest_face(roll: &Roll) -> u32 {
    roll.lowest.saturating_add(roll.sides.saturating_sub(1))
}

/// Every cell of a table.
pub(super) fn cells(table: &LookupTable) -> impl Iterator<Item = Cell> {
    table.rows.iter().flat_map(|row| match &row.cells {
        Cells::One(cell) => vec![cell.holds],
        Cells::Columns(cells) => cells.iter().map(|(_, cell)| cell.holds).collect(),
    })
}
