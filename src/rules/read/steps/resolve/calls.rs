//! Functions and tables that expressions call.

use super::names::{find, hint_nearest};
use super::reach::each;
use super::{Resolver, Stand, Within};
use crate::rules::harmless::quoted;
use crate::rules::read::steps::syntax::{Called, Node};
use crate::rules::steps::Scope;
use crate::rules::steps::expression::{Aggregate, Expression, Extreme, Function};

const AGGREGATES: [(&str, Aggregate); 6] = [
    ("sum", Aggregate::Sum),
    ("most", Aggregate::Most),
    ("least", Aggregate::Least),
    ("any", Aggregate::Any),
    ("same", Aggregate::Same),
    ("count", Aggregate::Count),
];

const FUNCTIONS: [(&str, Function); 3] = [
    ("down", Function::Down),
    ("up", Function::Up),
    ("abs", Function::Abs),
];

const EXTREMES: [(&str, Extreme); 2] = [("max", Extreme::Max), ("min", Extreme::Min)];

/// Whether an expression calls something by this name that is no table.
pub(super) fn is_function(name: &str) -> bool {
    find(&FUNCTIONS, name).is_some()
        || find(&EXTREMES, name).is_some()
        || find(&AGGREGATES, name).is_some()
        || name == "share"
}

impl<'r> Resolver<'r, '_> {
    pub(super) fn call(
        &mut self,
        node: &'r Node,
        called: &'r Called,
        arguments: &'r [Node],
        stand: Stand<'r>,
    ) -> Option<Expression> {
        let name = called.name.as_str();
        if let Some(function) = find(&FUNCTIONS, name) {
            let argument = self.only(node, called, arguments)?;
            let argument = self.number_or_name(argument, stand)?;
            return Some(Expression::Unary(function, Box::new(argument)));
        }
        if let Some(extreme) = find(&EXTREMES, name) {
            return self.extreme(called, extreme, arguments, stand);
        }
        if let Some(aggregate) = find(&AGGREGATES, name) {
            let argument = self.only(node, called, arguments)?;
            let within = match stand.within {
                Within::Unknown => Within::Unknown,
                _ => Within::Aggregate,
            };
            let read = self.expression(argument, Stand { within, ..stand })?;
            if within == Within::Aggregate {
                self.check_aggregated(&read, argument, stand)?;
            }
            return Some(Expression::Aggregate(aggregate, Box::new(read)));
        }
        if name == "share" {
            let argument = self.only(node, called, arguments)?;
            if stand.scope < Scope::Unit && stand.within != Within::Unknown {
                self.fault(
                    &node.at,
                    format!(
                        "{} has no share of what its side suffers",
                        each(stand.scope)
                    ),
                )
                .hint("`share(…)` is a unit's part of it: the step is `of = \"unit\"`");
                return None;
            }
            let scope = Scope::Side;
            let argument = self.number_or_name(argument, Stand { scope, ..stand })?;
            return Some(Expression::Share(Box::new(argument)));
        }
        self.look(called, arguments, stand)
    }

    /// The one argument of a function.
    pub(super) fn only(
        &self,
        node: &Node,
        called: &Called,
        arguments: &'r [Node],
    ) -> Option<&'r Node> {
        if let [only] = arguments {
            return Some(only);
        }
        let name = &called.name;
        let noted = self.fault(&node.at, format!("`{name}` takes one value"));
        match name.as_str() {
            "most" => noted.hint("the greatest of several values is `max(a, b)`"),
            "least" => noted.hint("the least of several values is `min(a, b)`"),
            _ => noted,
        };
        None
    }

    pub(super) fn extreme(
        &mut self,
        called: &Called,
        extreme: Extreme,
        arguments: &'r [Node],
        stand: Stand<'r>,
    ) -> Option<Expression> {
        if arguments.len() < 2 {
            let over = match extreme {
                Extreme::Max => "most",
                Extreme::Min => "least",
            };
            self.fault(
                &called.at,
                format!("`{}` takes two values or more", called.name),
            )
            .hint(format!("over all that is narrower it is `{over}(…)`"));
            return None;
        }
        let read: Vec<Option<Expression>> = arguments
            .iter()
            .map(|argument| self.number_or_name(argument, stand))
            .collect();
        read.into_iter()
            .collect::<Option<_>>()
            .map(|read| Expression::Extreme(extreme, read))
    }

    /// A table that is read by its name: `rates(class, opposite.class)`.
    pub(super) fn look(
        &mut self,
        called: &Called,
        arguments: &'r [Node],
        stand: Stand<'r>,
    ) -> Option<Expression> {
        let known = self.knows_table(&called.name);
        if !known {
            let functions = FUNCTIONS.iter().map(|(name, _)| *name);
            let aggregates = AGGREGATES.iter().map(|(name, _)| *name);
            let all = functions
                .chain(aggregates)
                .chain(EXTREMES.iter().map(|(name, _)| *name))
                .chain(["share"])
                .chain(self.table_names());
            let message = format!("there is no function or table {}", quoted(&called.name));
            let noted = self.fault(&called.at, message);
            hint_nearest(noted, &called.name, all);
        }
        let read: Vec<Option<Expression>> = arguments
            .iter()
            .map(|argument| self.expression(argument, stand))
            .collect();
        if !known {
            return None;
        }
        let table = self.called_table(called, arguments.len())?;
        self.called.insert(table);
        read.into_iter()
            .collect::<Option<_>>()
            .map(|read| Expression::Look(table, read))
    }
}
