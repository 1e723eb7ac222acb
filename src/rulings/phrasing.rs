//! What a program says, in words: its names, expressions, conditions and answers as a person reads them.

use smol_str::{SmolStr, format_smolstr};

use crate::naming::key_in_words;
use crate::rules::RuleSet;
use crate::rules::condition::{Condition, Lead, Role};
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;
use crate::rules::steps::expression::{
    Aggregate, Choice, Comparison, Expression, Extreme, Function, Name, Operator, Ordered, Outcome,
    Quantity, ResultTrait, Whose,
};
use crate::rules::steps::symbol::Meaning;
use crate::rules::steps::template::{Format, Piece, Template};
use crate::rules::steps::{Cell, Program, SharedId, StepId, TableId};

/// Puts what one program says into words.
#[derive(Clone, Copy)]
pub struct Phrasing<'a> {
    /// The rule set.
    pub rules: &'a RuleSet,
    /// The program.
    pub program: &'a Program,
}

/// One possible value of a choice, with all that must hold for it.
pub struct FlatBranch<'a> {
    /// All of these must hold, and nothing before it.
    pub when: Vec<&'a Condition>,
    /// The value.
    pub is: &'a Expression,
}

/// How tightly what stands around an expression binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Alone,
    Sum,
    Product,
}

/// Whether something is said to be so.
#[derive(Clone, Copy)]
enum Is {
    So,
    Not,
}

impl Phrasing<'_> {
    /// What a step is called.
    pub fn step(&self, id: StepId) -> SmolStr {
        let step = self.program.step(id);
        step.map_or_else(SmolStr::default, |step| key_in_words(&step.id))
    }

    /// What a shared value is called.
    pub fn shared(&self, id: SharedId) -> SmolStr {
        let shared = self.program.shared.get(usize::from(id.0));
        shared.map_or_else(SmolStr::default, |shared| key_in_words(&shared.id))
    }

    /// What a table is called: its title, else its key.
    pub fn table(&self, id: TableId) -> SmolStr {
        let table = self.program.tables.get(usize::from(id.0));
        table.map_or_else(SmolStr::default, |table| table.name())
    }

    /// What a quantity is called.
    pub fn quantity(&self, quantity: &Quantity) -> SmolStr {
        let rules = self.rules;
        match quantity {
            Quantity::Step(id) => self.step(*id),
            Quantity::Member(_, member) => key_in_words(member),
            Quantity::Shared(id) => self.shared(*id),
            Quantity::Attribute(id) | Quantity::Weapon(id) => {
                let number = rules.attributes.get(*id);
                if number.name.is_empty() {
                    key_in_words(&number.id)
                } else {
                    number.name.clone()
                }
            }
            Quantity::Setting(id) => key_in_words(&rules.settings.get(*id).id),
            Quantity::Said(id) => key_in_words(&rules.words.get(*id).id),
            Quantity::Left => "left".into(),
            Quantity::Begun => "begun".into(),
            Quantity::Lost => "lost".into(),
            Quantity::LostThisTurn => "lost this turn".into(),
            Quantity::Standing => "standing".into(),
            Quantity::Acting => "acting".into(),
            Quantity::Units => "units".into(),
            Quantity::Position => "place".into(),
            Quantity::Class => "class".into(),
            Quantity::Arm => "arm".into(),
            Quantity::Type => "type".into(),
            Quantity::Side => "side".into(),
            Quantity::WeaponFired => "weapon".into(),
            Quantity::Reach => "reach".into(),
            Quantity::BandFrom => "from".into(),
            Quantity::BandTo => "to".into(),
            Quantity::Distance => "distance".into(),
            Quantity::Range => "range".into(),
            Quantity::Figures => "figures".into(),
            Quantity::Together => "together".into(),
        }
    }

    /// A name with whose value it is.
    pub fn name(&self, name: &Name) -> SmolStr {
        let what = self.quantity(&name.quantity);
        match name.whose {
            Whose::Own | Whose::Named(_) => what,
            Whose::Opposite => format_smolstr!("opposite {what}"),
            Whose::Foe => format_smolstr!("enemy {what}"),
            Whose::Friend => format_smolstr!("own {what}"),
            Whose::Attacker => format_smolstr!("attacker's {what}"),
            Whose::Defender => format_smolstr!("defender's {what}"),
        }
    }

    /// A constant, or what stands in a cell; the phrase of a result with what its values are called.
    fn cell(&self, cell: Cell) -> String {
        if let Cell::Symbol(symbol) = cell
            && let Some(info) = self.rules.symbols.get(symbol)
            && let Meaning::Result(id) = &info.means
        {
            return self.result(*id);
        }
        self.rules.cell_text(cell)
    }

    /// The phrase of a result, with what its values are called in their places.
    pub fn result(&self, id: Id<ResultPhrase>) -> String {
        let mut phrases = self.program.phrases.iter();
        let phrase = phrases.find(|(of, _)| *of == id);
        phrase.map_or_else(
            || self.rules.results.get(id).say.clone(),
            |(_, phrase)| self.template(phrase),
        )
    }

    /// An expression.
    pub fn expression(&self, expression: &Expression) -> String {
        self.bound(expression, Binding::Alone)
    }

    fn bound(&self, expression: &Expression, around: Binding) -> String {
        match expression {
            Expression::Constant(cell) => self.cell(*cell),
            Expression::Name(name) => match name.whose {
                Whose::Named(step) => format!("{}'s {}", self.step(step), self.name(name)),
                _ => self.name(name).into(),
            },
            Expression::Binary(operator, one, other) => {
                let (sign, binds, right) = match operator {
                    Operator::Add => ("+", Binding::Sum, Binding::Sum),
                    Operator::Subtract => ("−", Binding::Sum, Binding::Product),
                    Operator::Multiply => ("×", Binding::Product, Binding::Product),
                    Operator::Divide => ("÷", Binding::Product, Binding::Product),
                };
                let (one, other) = (self.bound(one, binds), self.bound(other, right));
                let text = format!("{one} {sign} {other}");
                let divides = *operator == Operator::Divide && around == Binding::Product;
                if binds < around || divides {
                    format!("({text})")
                } else {
                    text
                }
            }
            Expression::Unary(function, inner) => {
                let inner_text = self.expression(inner);
                match function {
                    Function::Down => format!("{inner_text} rounded down"),
                    Function::Up => format!("{inner_text} rounded up"),
                    Function::Abs => format!("{inner_text} without its sign"),
                }
                .bracketed_within(around)
            }
            Expression::Extreme(extreme, several) => {
                let texts: Vec<String> = several.iter().map(|one| self.expression(one)).collect();
                let of = match extreme {
                    Extreme::Max => "the greatest of",
                    Extreme::Min => "the least of",
                };
                format!("{of} {}", texts.join(" and ")).bracketed_within(around)
            }
            Expression::Aggregate(aggregate, inner) => {
                let inner = self.bound(inner, Binding::Product);
                match aggregate {
                    Aggregate::Sum => format!("sum of {inner}"),
                    Aggregate::Most => format!("greatest {inner}"),
                    Aggregate::Least => format!("least {inner}"),
                    Aggregate::Any => format!("any {inner}"),
                    Aggregate::Same => inner,
                    Aggregate::Count => format!("number of {inner}"),
                }
            }
            Expression::Share(inner) => {
                format!("its part of {}", self.bound(inner, Binding::Product))
            }
            Expression::Look(table, keys) => {
                let keys: Vec<String> = keys.iter().map(|key| self.expression(key)).collect();
                format!("“{}” at {}", self.table(*table), keys.join(" and "))
            }
        }
    }

    /// The values that a choice can have, in order, each with all that must hold.
    pub fn branches<'c>(&self, choice: &'c Choice) -> Vec<FlatBranch<'c>> {
        let mut flat = Vec::new();
        flatten(choice, &[], &mut flat);
        flat
    }

    /// Conditions that must all hold; empty for none.
    pub fn conditions<'c>(&self, when: impl IntoIterator<Item = &'c Condition>) -> String {
        let texts: Vec<String> = when
            .into_iter()
            .map(|condition| self.condition(condition))
            .collect();
        texts.join(", ")
    }

    /// One condition.
    pub fn condition(&self, condition: &Condition) -> String {
        let rules = self.rules;
        match condition {
            Condition::Said(word) => rules.words.get(*word).id.to_string(),
            Condition::Is(kind) => format!("is {}", rules.kind_name(*kind)),
            Condition::Has(kind) => format!("has {}", rules.kind_name(*kind)),
            Condition::Fires(weapon) => format!("fires {}", rules.weapons.get(*weapon).name),
            Condition::Lost(share) => format!("has lost {share} or more"),
            Condition::LostOwn(number) => {
                let number = &rules.attributes.get(*number).name;
                format!("has lost its `{number}` or more")
            }
            Condition::Counted => "its count is said".to_owned(),
            Condition::ItsSide(Lead::MoreLeft) => "its side has more left".to_owned(),
            Condition::ItsSide(Lead::LostFewer) => "its side has lost fewer".to_owned(),
            Condition::Fewer(number) => format!("fewer than {number} {}", rules.count.many),
            Condition::Beyond(distance) => format!("beyond {}", rules.measure.show(*distance)),
            Condition::Units(number) => format!("{number} or more units"),
            Condition::Setting(setting) => format!("`{}` is on", rules.settings.get(*setting).id),
            Condition::Reading(setting, place) => {
                let setting = rules.settings.get(*setting);
                let reading = setting.of.readings().get(*place);
                let reading = reading.map_or("", |reading| reading.id.as_str());
                format!("`{}` is `{reading}`", setting.id)
            }
            Condition::Side(role) => match role {
                Role::Attacker => "attacks".to_owned(),
                Role::Defender => "defends".to_owned(),
                Role::Either => "either side".to_owned(),
            },
            Condition::Foe(inner) => format!("a foe {}", self.condition(inner)),
            Condition::Friend(inner) => format!("a friend {}", self.condition(inner)),
            Condition::Opposite(inner) => format!("the unit opposite {}", self.condition(inner)),
            Condition::Facing(inner) => format!("a unit that faces it {}", self.condition(inner)),
            Condition::Not(inner) => self.negated(inner),
            Condition::Any(several) => self.joined(several, " or "),
            Condition::All(several) => self.joined(several, " and "),
            Condition::Compare(comparison) => self.comparison(comparison),
        }
    }

    fn negated(&self, inner: &Condition) -> String {
        match inner {
            Condition::Foe(inner) => format!("no foe {}", self.condition(inner)),
            Condition::Friend(inner) => format!("no friend {}", self.condition(inner)),
            Condition::Opposite(inner) => format!("the unit opposite not {}", self.grouped(inner)),
            Condition::Facing(inner) => format!("no unit that faces it {}", self.condition(inner)),
            Condition::Fewer(number) => format!("{number} or more {}", self.rules.count.many),
            Condition::Units(number) => format!("fewer than {number} units"),
            Condition::Setting(setting) => {
                format!("`{}` is off", self.rules.settings.get(*setting).id)
            }
            Condition::Not(inner) => self.condition(inner),
            Condition::Any(several) => {
                let texts: Vec<String> = several.iter().map(|one| self.grouped(one)).collect();
                format!("neither {}", texts.join(" nor "))
            }
            Condition::Compare(comparison) => match &**comparison {
                Comparison::OneOf(value, answers) => self.one_of(value, answers, Is::Not),
                Comparison::Trait(value, of) => self.has_trait(value, *of, Is::Not),
                Comparison::Blank(value) => format!("{} is given", self.expression(value)),
                Comparison::Order(ordered, one, other) => {
                    self.ordered(ordered.opposite(), one, other)
                }
                Comparison::Fact(_) => format!("not {}", self.comparison(comparison)),
            },
            inner => format!("not {}", self.grouped(inner)),
        }
    }

    fn joined(&self, several: &[Condition], by: &str) -> String {
        let texts: Vec<String> = several.iter().map(|one| self.grouped(one)).collect();
        texts.join(by)
    }

    /// A condition that stands among others, with what holds it together where it is several.
    fn grouped(&self, condition: &Condition) -> String {
        let text = self.condition(condition);
        match condition {
            Condition::Any(several) if several.len() > 1 => format!("either {text}"),
            Condition::All(several) if several.len() > 1 => format!("both {text}"),
            _ => text,
        }
    }

    fn comparison(&self, comparison: &Comparison) -> String {
        match comparison {
            Comparison::Fact(value) => self.expression(value),
            Comparison::Order(ordered, one, other) => self.ordered(*ordered, one, other),
            Comparison::OneOf(value, answers) => self.one_of(value, answers, Is::So),
            Comparison::Blank(value) => format!("{} is not given", self.expression(value)),
            Comparison::Trait(value, of) => self.has_trait(value, *of, Is::So),
        }
    }

    /// `shots is more than 0`.
    fn ordered(&self, ordered: Ordered, one: &Expression, other: &Expression) -> String {
        let is = match ordered {
            Ordered::Less => "is less than",
            Ordered::Greater => "is more than",
            Ordered::AtMost => "is at most",
            Ordered::AtLeast => "is at least",
        };
        format!("{} {is} {}", self.expression(one), self.expression(other))
    }

    fn has_trait(&self, value: &Expression, of: ResultTrait, is: Is) -> String {
        let does = match (of, is) {
            (ResultTrait::Routs, Is::So) => "is a rout",
            (ResultTrait::Routs, Is::Not) => "is no rout",
            (ResultTrait::Leaves, Is::So) => "takes it off the table",
            (ResultTrait::Leaves, Is::Not) => "leaves it on the table",
        };
        format!("{} {does}", self.expression(value))
    }

    /// `does is routs or holds`; of nothing and of a word that takes a number, whether there is one.
    fn one_of(&self, value: &Expression, answers: &[Expression], is: Is) -> String {
        if let [Expression::Constant(Cell::Nothing)] = answers {
            let said = match value {
                Expression::Name(name) => match &name.quantity {
                    Quantity::Said(word) => Some(&self.rules.words.get(*word).id),
                    _ => None,
                },
                _ => None,
            };
            return match (said, is) {
                (Some(word), Is::So) => format!("not {word}"),
                (Some(word), Is::Not) => word.to_string(),
                (None, Is::So) => format!("there is no {}", self.expression(value)),
                (None, Is::Not) => format!("there is {}", self.expression(value)),
            };
        }
        let answers: Vec<String> = answers.iter().map(|one| self.expression(one)).collect();
        let is = match is {
            Is::So => "is",
            Is::Not => "is not",
        };
        format!("{} {is} {}", self.expression(value), answers.join(" or "))
    }

    /// A text with what its values are called in their places.
    pub fn template(&self, template: &Template) -> String {
        let mut text = String::new();
        for piece in &template.0 {
            match piece {
                Piece::Text(words) => text.push_str(words),
                // The verb that follows may be of one or of several.
                Piece::Name(_) => text.push('…'),
                Piece::Results => text.push_str("what it does"),
                Piece::Value(value, format) => {
                    text.push_str("the ");
                    text.push_str(&self.expression(value));
                    if let Format::Counted(_, many) = format {
                        text.push(' ');
                        text.push_str(many);
                    }
                }
            }
        }
        text
    }
}

trait Bracketed {
    fn bracketed_within(self, around: Binding) -> String;
}

impl Bracketed for String {
    /// The text in brackets where it stands within a sum or a product.
    fn bracketed_within(self, around: Binding) -> String {
        match around {
            Binding::Alone => self,
            Binding::Sum | Binding::Product => format!("({self})"),
        }
    }
}

fn flatten<'c>(choice: &'c Choice, above: &[&'c Condition], flat: &mut Vec<FlatBranch<'c>>) {
    for branch in &choice.0 {
        let mut when = above.to_vec();
        when.extend(&branch.when);
        match &branch.is {
            Outcome::Value(is) => flat.push(FlatBranch { when, is }),
            Outcome::Choice(inner) => flatten(inner, &when, flat),
        }
    }
}
