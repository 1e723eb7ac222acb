//! What a ruling resolves with, as sheets: its tables, the numbers of troops, its modifiers, its steps.

use super::charts::{attributes_of, given};
use super::parts::{Change, Order, RulingParts, common};
use super::settled::Reader;
use super::tables::lookup_tables;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::condition::{Condition, Role};
use crate::rules::modifier::{Each, Effect, How, Modifier};
use crate::rules::on_paper::OnPaper;
use crate::rules::ruling::{Ruling, Sides};
use crate::rules::shelf::Id;
use crate::rules::steps::expression::{Choice, Expression, Operator, Quantity};
use crate::rules::steps::mentions::Mentions;
use crate::rules::steps::{Act, Cell, Program, SharedAct, StepModifier};
use crate::rules::word::Word;
use crate::rulings::phrasing::Phrasing;
use crate::settings::Settings;
use crate::sheet::Sheet;

/// What a ruling resolves with, part by part.
pub fn ruling_parts(rules: &RuleSet, id: Id<Ruling>) -> RulingParts {
    parts(&Page::of(rules, id))
}

/// The same for a sheet, on which these settings are in force.
pub fn ruling_on_paper(rules: &RuleSet, settings: &Settings, id: Id<Ruling>) -> RulingParts {
    parts(&Page {
        reader: Reader::OnPaper(settings),
        ..Page::of(rules, id)
    })
}

fn parts(page: &Page<'_>) -> RulingParts {
    RulingParts {
        tables: lookup_tables(page.phrasing, page.reader),
        numbers_of_troops: page.numbers_of_troops(),
        numbers_of_weapons: page.numbers_of_weapons(),
        changes: page.changes(),
        steps: page.steps(),
        orders: page.orders(),
        cite: page.ruling.cite.clone(),
    }
}

/// What a word changes in a ruling: each modifier that asks for it, each value that it alone decides.
pub(super) fn changes_by(rules: &RuleSet, id: Id<Ruling>, word: Id<Word>) -> Vec<String> {
    Page::of(rules, id).changes_by(word)
}

pub(super) struct Page<'a> {
    pub(super) rules: &'a RuleSet,
    id: Id<Ruling>,
    pub(super) ruling: &'a Ruling,
    pub(super) phrasing: Phrasing<'a>,
    pub(super) reader: Reader<'a>,
}

impl<'a> Page<'a> {
    fn of(rules: &'a RuleSet, id: Id<Ruling>) -> Self {
        let ruling = rules.rulings.get(id);
        Page {
            rules,
            id,
            ruling,
            reader: Reader::AtTheProgram,
            phrasing: Phrasing {
                rules,
                program: &ruling.program,
            },
        }
    }

    pub(super) fn program(&self) -> &'a Program {
        &self.ruling.program
    }

    fn mentions(&self) -> Mentions<'a> {
        Mentions::of_program(self.program())
    }

    /// The numbers of troop types that the ruling asks for.
    fn numbers_of_troops(&self) -> Option<Sheet> {
        let mentions = self.mentions();
        let asked = |id| {
            mentions.shares.contains(&id)
                || mentions.any(|quantity| *quantity == Quantity::Attribute(id))
        };
        let numbers = attributes_of(self.rules, asked);
        if numbers.is_empty() {
            return None;
        }
        let heads = numbers.iter().map(|(_, name)| (*name).to_owned());
        let mut sheet = Sheet {
            columns: std::iter::once("troops".to_owned()).chain(heads).collect(),
            ..Sheet::new(format!("Numbers of troops in {}", self.ruling.id), &[])
        };
        let mut cites = Vec::new();
        for (_, troop) in self.rules.types.iter() {
            let cells: Vec<_> = numbers.iter().map(|(id, _)| troop.number(*id)).collect();
            if cells.iter().all(Option::is_none) {
                continue;
            }
            cites.push(troop.cite.as_ref());
            let cells = cells.into_iter().map(given);
            sheet.row(std::iter::once(troop.name.to_string()).chain(cells));
        }
        sheet.cite = common(&cites);
        (!sheet.rows.is_empty()).then_some(sheet)
    }

    /// The weapons, where the ruling asks for what they do.
    fn numbers_of_weapons(&self) -> Option<Sheet> {
        let mentions = self.mentions();
        let asked = mentions.any(|quantity| matches!(quantity, Quantity::Weapon(_)));
        if asked {
            super::ranges::bands(self.rules)
        } else {
            None
        }
    }

    /// The changes of quantities, in the author's order.
    fn changes(&self) -> Vec<Change> {
        let modifiers = self.rules.modifiers.iter();
        let own = modifiers.filter(|(_, modifier)| {
            modifier.rulings.contains(&self.id) && matches!(modifier.effect, Effect::Change(_))
        });
        let own = own.filter(|(_, modifier)| self.reader.shows(self.rules, &modifier.when));
        let changes = own.filter_map(|(id, modifier)| {
            let (on, change) = self.change(id)?;
            Some(Change {
                say: match modifier.on_paper.words() {
                    Some(words) => words.to_owned(),
                    None => modifier.say.clone(),
                },
                on,
                does: self.does(change),
                when: self.when(modifier.role, &change.when),
                place: modifier.cite.clone(),
            })
        });
        changes.collect()
    }

    fn changes_by(&self, word: Id<Word>) -> Vec<String> {
        let mut changes = Vec::new();
        for (id, modifier) in self.rules.modifiers.iter() {
            let asks = modifier
                .when
                .iter()
                .any(|condition| condition.asks_for(word));
            if !asks || !modifier.rulings.contains(&self.id) {
                continue;
            }
            match &modifier.effect {
                Effect::Change(_) => {
                    if let Some((on, change)) = self.change(id) {
                        changes.push(format!("{on} {}", self.does(change)));
                    }
                }
                Effect::Forbid(_) => changes.push("may not".to_owned()),
                Effect::Warn(_) => {}
            }
        }
        for (_, weapon) in self.rules.weapons.iter() {
            for (when, becomes) in &weapon.becomes {
                if when.iter().any(|condition| condition.asks_for(word)) {
                    let becomes = &self.rules.weapons.get(*becomes).name;
                    changes.push(format!("{} as {becomes}", weapon.name));
                }
            }
        }
        for step in &self.program().steps {
            if let Act::Work(choice) = &step.act {
                let name = crate::naming::key_in_words(&step.id);
                changes.extend(self.decided_by(&name, choice, word));
            }
        }
        for shared in &self.program().shared {
            if let SharedAct::Work(choice) = &shared.act {
                let name = crate::naming::key_in_words(&shared.id);
                changes.extend(self.decided_by(&name, choice, word));
            }
        }
        changes.dedup();
        changes
    }

    /// `moves 6` of a value that is a number where the word is said, and nothing else is asked.
    fn decided_by(&self, name: &str, choice: &Choice, word: Id<Word>) -> Option<String> {
        let branches = self.phrasing.branches(choice);
        let mut decided = branches.iter().filter(
            |branch| matches!(branch.when.as_slice(), [Condition::Said(said)] if *said == word),
        );
        let branch = decided.next()?;
        match branch.is {
            Expression::Constant(Cell::Number(number)) => Some(format!("{name} {number}")),
            _ => None,
        }
    }

    /// A modifier as the ruling has it, with what it acts on.
    fn change(&self, id: Id<Modifier>) -> Option<(String, &'a StepModifier)> {
        let program = self.program();
        let find = |modifiers: &'a [StepModifier]| modifiers.iter().find(|one| one.id == id);
        let steps = program.steps.iter().map(|step| {
            let on = crate::naming::key_in_words(&step.id).to_string();
            (on, step.modifiers.as_slice())
        });
        let shared = program.shared.iter().map(|shared| {
            let on = crate::naming::key_in_words(&shared.id).to_string();
            (on, shared.modifiers.as_slice())
        });
        let numbers = program.modified.iter().map(|(quantity, modifiers)| {
            let on = self.phrasing.quantity(quantity).to_string();
            (on, modifiers.as_slice())
        });
        let mut all = steps.chain(shared).chain(numbers);
        all.find_map(|(on, modifiers)| Some((on, find(modifiers)?)))
    }

    /// `-1 a base`.
    fn does(&self, modifier: &StepModifier) -> String {
        let amount = self.amount(modifier.how, &modifier.amount);
        let each = match modifier.each {
            Each::Unit => String::new(),
            Each::Count => format!(" a {}", self.rules.count.one),
        };
        match modifier.how {
            How::Set => format!("is {amount}{each}"),
            How::Add => format!("{amount}{each}"),
            How::Times => format!("×{amount}{each}"),
            How::AtMost => format!("at most {amount}{each}"),
            How::AtLeast => format!("at least {amount}{each}"),
        }
    }

    fn amount(&self, how: How, choice: &Choice) -> String {
        let texts: Vec<String> = self
            .phrasing
            .branches(choice)
            .into_iter()
            .map(|branch| match (how, branch.is) {
                (How::Add, Expression::Constant(Cell::Number(number))) => number.signed(),
                (How::Add, Expression::Binary(Operator::Subtract, none, taken))
                    if **none == Expression::Constant(Cell::Number(Number::ZERO)) =>
                {
                    format!("−{}", self.value(taken))
                }
                (How::Add, expression) => format!("+{}", self.value(expression)),
                (_, expression) => self.value(expression),
            })
            .collect();
        texts.join(" or ")
    }

    /// A value: what a setting says and what is said with a word by the names that are typed.
    pub(super) fn value(&self, expression: &Expression) -> String {
        if let Expression::Name(name) = expression {
            match &name.quantity {
                Quantity::Setting(id) => {
                    let setting = &self.rules.settings.get(*id).id;
                    return match self.reader {
                        Reader::AtTheProgram => format!("as `set {setting}`"),
                        Reader::OnPaper(settings) => {
                            format!("{} (`{setting}`)", settings.number(self.rules, *id))
                        }
                    };
                }
                Quantity::Said(id) => {
                    return format!("N of `{} N`", self.rules.words.get(*id).id);
                }
                _ => {}
            }
        }
        self.phrasing.expression(expression)
    }

    fn when(&self, role: Role, when: &[crate::rules::condition::Condition]) -> String {
        // A change that other settings bring stands there all the same.
        let left = self.reader.left(self.rules, when);
        let left = left.unwrap_or_else(|| when.to_vec());
        let conditions = self.phrasing.conditions(&left);
        let side = match (self.ruling.sides, role) {
            (Sides::Two, Role::Attacker) => "attacker",
            (Sides::Two, Role::Defender) => "defender",
            _ => return conditions,
        };
        if conditions.is_empty() {
            side.to_owned()
        } else {
            format!("{side}: {conditions}")
        }
    }

    /// What is refused or warned of.
    fn orders(&self) -> Vec<Order> {
        let orders = self.program().orders.iter();
        let orders = orders.filter_map(|order| {
            let modifier = self.rules.modifiers.get(order.id);
            self.reader.left(self.rules, &order.when)?;
            let (say, when) = match (self.reader, &modifier.on_paper) {
                (Reader::OnPaper(_), OnPaper::Elsewhere) => return None,
                // Such words say when, too.
                (Reader::OnPaper(_), OnPaper::Words(words)) => (words.clone(), String::new()),
                _ => (
                    self.phrasing.template(&order.say),
                    self.when(order.role, &order.when),
                ),
            };
            Some(Order {
                say,
                kind: order.kind,
                when,
                place: modifier.cite.clone(),
            })
        });
        orders.collect()
    }
}
