//! Values on their way into a plan: known, or linear in the values of its nodes.

use smallvec::SmallVec;

use super::operation::{Knowledge, Operation};
use super::plan::{Node, NodeId, Operand, Operands, Plan, RollNode};
use super::value::Value;
use crate::number::Number;
use rustc_hash::FxHashMap;

/// A value on its way into a plan.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Form {
    /// The words of the line settle it.
    Known(Value),
    /// One node, or a sum of numbers of nodes and a constant.
    Sum(Sum),
}

/// A constant and so many times each of some nodes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sum {
    constant: Number,
    terms: SmallVec<[(NodeId, Number); 2]>,
}

impl Form {
    pub(super) const ZERO: Form = Form::Known(Value::ZERO);
    pub(super) const YES: Form = Form::Known(Value::Truth(true));
    pub(super) const NO: Form = Form::Known(Value::Truth(false));
    pub(super) const NOTHING: Form = Form::Known(Value::Nothing);

    pub(super) fn number(number: Number) -> Form {
        Form::Known(Value::Number(number))
    }

    pub(super) fn whole(number: i64) -> Form {
        Form::number(Number::whole(number))
    }

    fn node(id: NodeId) -> Form {
        Form::Sum(Sum {
            constant: Number::ZERO,
            terms: SmallVec::from_iter([(id, Number::ONE)]),
        })
    }

    /// The value, where the words of the line settle it.
    pub(super) fn known(&self) -> Option<Value> {
        match self {
            Form::Known(value) => Some(*value),
            Form::Sum(_) => None,
        }
    }

    /// Whether it is certainly so.
    pub(super) fn is_yes(&self) -> bool {
        self.known().and_then(Value::truth) == Some(true)
    }

    /// Whether it is certainly not so.
    pub(super) fn is_no(&self) -> bool {
        self.known().and_then(Value::truth) == Some(false)
    }

    /// Whether it is certainly nothing.
    pub(super) fn is_nothing(&self) -> bool {
        self.known() == Some(Value::Nothing)
    }
}

/// How often each node counts in a sum.
type Terms = Box<[(NodeId, Number)]>;

/// Writes the nodes of a plan, each value once.
pub(super) struct Builder<'a> {
    pub(super) knowledge: Knowledge<'a>,
    plan: Plan,
    /// Whether a node can be nothing without counting 0 in a sum.
    can_be_nothing: Vec<bool>,
    written: FxHashMap<(Operation, Operands), NodeId>,
    sums: FxHashMap<Terms, Vec<(Number, NodeId)>>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(knowledge: Knowledge<'a>) -> Self {
        Builder {
            knowledge,
            plan: Plan::default(),
            can_be_nothing: Vec::new(),
            written: FxHashMap::default(),
            sums: FxHashMap::default(),
        }
    }

    pub(super) fn finish(self) -> Plan {
        self.plan
    }

    fn push(&mut self, node: Node, can_be_nothing: bool) -> NodeId {
        let id = NodeId(u32::try_from(self.plan.nodes.len()).unwrap_or(u32::MAX));
        self.plan.nodes.push(node);
        self.can_be_nothing.push(can_be_nothing);
        id
    }

    fn nothing_possible(&self, id: NodeId) -> bool {
        self.can_be_nothing
            .get(id.0 as usize)
            .copied()
            .unwrap_or(false)
    }

    /// The form as one operand.
    pub(super) fn operand(&mut self, form: &Form) -> Operand {
        let sum = match form {
            Form::Known(value) => return Operand::Known(*value),
            Form::Sum(sum) => sum,
        };
        if let ([(id, times)], true) = (sum.terms.as_slice(), sum.constant.is_zero())
            && *times == Number::ONE
        {
            return Operand::Node(*id);
        }
        let mut terms = sum.terms.to_vec();
        terms.sort_by_key(|(id, _)| *id);
        let terms = terms.into_boxed_slice();
        let found = self
            .sums
            .get(&terms)
            .and_then(|same| same.iter().find(|(constant, _)| *constant == sum.constant));
        if let Some((_, id)) = found {
            return Operand::Node(*id);
        }
        let id = self.push(Node::Linear(sum.constant, terms.clone()), false);
        self.sums.entry(terms).or_default().push((sum.constant, id));
        Operand::Node(id)
    }

    /// An operation on forms, worked out at once where all are known.
    pub(super) fn apply(&mut self, operation: Operation, forms: &[Form]) -> Form {
        let known: Option<SmallVec<[Value; 4]>> = forms.iter().map(Form::known).collect();
        if let Some(values) = known {
            return Form::Known(operation.apply(self.knowledge, &values));
        }
        let operands: Operands = forms.iter().map(|form| self.operand(form)).collect();
        let key = (operation, operands);
        if let Some(id) = self.written.get(&key) {
            return Form::node(*id);
        }
        let nothing = match &key.0 {
            Operation::Gate
            | Operation::Join
            | Operation::Look(..)
            | Operation::Positive
            | Operation::Aggregate(_)
            | Operation::Member(_) => true,
            Operation::If
            | Operation::Extreme(_)
            | Operation::Function(_)
            | Operation::Add
            | Operation::Multiply
            | Operation::Divide => key.1.iter().any(|operand| match operand {
                Operand::Known(value) => *value == Value::Nothing,
                Operand::Node(id) => self.nothing_possible(*id),
            }),
            _ => false,
        };
        let id = self.push(Node::Apply(key.0.clone(), key.1.clone()), nothing);
        self.written.insert(key, id);
        Form::node(id)
    }

    /// A throw, as the forms of its readings.
    pub(super) fn roll(&mut self, roll: RollNode) -> Vec<Form> {
        let readings = roll.readings.len();
        let first = self.push(Node::Roll(Box::new(roll)), false);
        let mut forms = vec![Form::node(first)];
        for place in 1..readings {
            let id = self.push(Node::Reading(first, place), false);
            forms.push(Form::node(id));
        }
        forms
    }

    /// All throws since `first` are made again while `condition` holds.
    pub(super) fn again(&mut self, first: NodeId, condition: &Form) {
        let condition = self.operand(condition);
        self.push(Node::Again(first, condition), false);
    }

    /// The node that a form of one node is.
    pub(super) fn single(&self, form: &Form) -> Option<NodeId> {
        match form {
            Form::Sum(sum) => sum.terms.first().map(|(id, _)| *id),
            Form::Known(_) => None,
        }
    }

    /// Whether a form may turn out to be nothing.
    fn may_be_nothing(&self, form: &Form) -> bool {
        match form {
            Form::Known(value) => *value == Value::Nothing,
            Form::Sum(sum) => sum.terms.iter().any(|(id, _)| self.nothing_possible(*id)),
        }
    }

    /// `one + times × other`; nothing in either makes it nothing.
    pub(super) fn add(&mut self, one: &Form, other: &Form, times: Number) -> Form {
        for form in [one, other] {
            if let Form::Known(value @ (Value::Blank(_) | Value::Nothing)) = form {
                // A blank wins over nothing.
                let other = if std::ptr::eq(form, one) { other } else { one };
                return match (value, other) {
                    (Value::Nothing, Form::Known(blank @ Value::Blank(_))) => Form::Known(*blank),
                    _ => Form::Known(*value),
                };
            }
        }
        if self.may_be_nothing(one) || self.may_be_nothing(other) {
            let other = self.multiply(&Form::number(times), other);
            return self.apply(Operation::Add, &[one.clone(), other]);
        }
        self.add_up(one, other, times)
    }

    /// `one + times × other`, where nothing counts 0.
    pub(super) fn add_up(&mut self, one: &Form, other: &Form, times: Number) -> Form {
        for form in [one, other] {
            if let Form::Known(blank @ Value::Blank(_)) = form {
                return Form::Known(*blank);
            }
        }
        let mut sum = Sum {
            constant: Number::ZERO,
            terms: SmallVec::new(),
        };
        for (form, times) in [(one, Number::ONE), (other, times)] {
            match form {
                Form::Known(value) => {
                    sum.constant += value.number().unwrap_or_default() * times;
                }
                Form::Sum(more) => {
                    sum.constant += more.constant * times;
                    for (id, number) in &more.terms {
                        match sum.terms.iter_mut().find(|(known, _)| known == id) {
                            Some((_, so_far)) => *so_far += *number * times,
                            None => sum.terms.push((*id, *number * times)),
                        }
                    }
                }
            }
        }
        sum.terms.retain(|(_, number)| !number.is_zero());
        if sum.terms.is_empty() {
            return Form::number(sum.constant);
        }
        Form::Sum(sum)
    }

    /// The product; 0 times a blank is 0.
    pub(super) fn multiply(&mut self, one: &Form, other: &Form) -> Form {
        let factor = |form: &Form| match form {
            Form::Known(value) => value.number(),
            Form::Sum(_) => None,
        };
        let (sum, times) = match (factor(one), factor(other), one, other) {
            (Some(times), None, _, Form::Sum(sum)) | (None, Some(times), Form::Sum(sum), _) => {
                (sum, times)
            }
            _ => return self.apply(Operation::Multiply, &[one.clone(), other.clone()]),
        };
        if times.is_zero() {
            return Form::ZERO;
        }
        if sum.terms.iter().any(|(id, _)| self.nothing_possible(*id)) {
            return self.apply(Operation::Multiply, &[one.clone(), other.clone()]);
        }
        let mut sum = sum.clone();
        sum.constant = sum.constant * times;
        for (_, number) in &mut sum.terms {
            *number = *number * times;
        }
        Form::Sum(sum)
    }

    /// All of them.
    pub(super) fn and(&mut self, forms: &[Form]) -> Form {
        if forms.iter().any(Form::is_no) {
            return Form::NO;
        }
        let mut open: Vec<Form> = forms
            .iter()
            .filter(|form| !form.is_yes())
            .cloned()
            .collect();
        open.dedup();
        match open.as_slice() {
            [] => Form::YES,
            [one] => self.truth(one),
            _ => self.apply(Operation::And, &open),
        }
    }

    /// Any of them.
    pub(super) fn or(&mut self, forms: &[Form]) -> Form {
        if forms.iter().any(Form::is_yes) {
            return Form::YES;
        }
        let mut open: Vec<Form> = forms.iter().filter(|form| !form.is_no()).cloned().collect();
        open.dedup();
        match open.as_slice() {
            [] => Form::NO,
            [one] => self.truth(one),
            _ => self.apply(Operation::Or, &open),
        }
    }

    /// The form as a number: a single yes is 1.
    pub(super) fn counted(&mut self, form: &Form) -> Form {
        match form {
            Form::Sum(sum) if sum.constant.is_zero() => match sum.terms.as_slice() {
                [(id, times)] if *times == Number::ONE && self.can_be_truth(*id) => {
                    self.apply(Operation::Add, std::slice::from_ref(form))
                }
                _ => form.clone(),
            },
            _ => form.clone(),
        }
    }

    /// Whether a node can be a yes or no.
    fn can_be_truth(&self, id: NodeId) -> bool {
        let truth = |operand: &Operand| match operand {
            Operand::Known(value) => matches!(value, Value::Truth(_)),
            Operand::Node(id) => self.can_be_truth(*id),
        };
        match self.plan.node(id) {
            Some(Node::Apply(Operation::Gate | Operation::If, operands)) => {
                operands.iter().skip(1).any(truth)
            }
            Some(Node::Apply(operation, _)) => operation.answers_yes_or_no(),
            _ => false,
        }
    }

    /// The form as yes or no.
    fn truth(&mut self, form: &Form) -> Form {
        let is_truth = match form {
            Form::Known(value) => matches!(value, Value::Truth(_) | Value::Blank(_)),
            Form::Sum(sum) => match sum.terms.as_slice() {
                [(id, _)] => match self.plan.node(*id) {
                    Some(Node::Apply(operation, _)) => operation.answers_yes_or_no(),
                    _ => false,
                },
                _ => false,
            },
        };
        if is_truth {
            return form.clone();
        }
        self.apply(Operation::Fact, std::slice::from_ref(form))
    }

    /// A yes or no, where blank is no.
    pub(super) fn not_blank(&mut self, form: &Form) -> Form {
        let blank = self.apply(Operation::IsBlank, std::slice::from_ref(form));
        let known = self.not(&blank);
        self.and(&[known, form.clone()])
    }

    /// The contrary.
    pub(super) fn not(&mut self, form: &Form) -> Form {
        self.apply(Operation::Not, std::slice::from_ref(form))
    }

    /// The value where the condition holds, else nothing.
    pub(super) fn gate(&mut self, condition: &Form, value: &Form) -> Form {
        if condition.is_yes() {
            return value.clone();
        }
        if condition.is_no() || value.is_nothing() {
            return Form::NOTHING;
        }
        self.apply(Operation::Gate, &[condition.clone(), value.clone()])
    }

    /// One value where the condition holds, else another.
    pub(super) fn choose(&mut self, condition: &Form, then: &Form, otherwise: &Form) -> Form {
        if condition.is_yes() || then == otherwise {
            return then.clone();
        }
        if condition.is_no() {
            return otherwise.clone();
        }
        if otherwise.is_nothing() {
            return self.gate(condition, then);
        }
        self.apply(
            Operation::If,
            &[condition.clone(), then.clone(), otherwise.clone()],
        )
    }

    /// The value, but 0 for nothing: a throw or a loss that did not happen.
    pub(super) fn or_zero(&mut self, form: &Form) -> Form {
        if self.may_be_nothing(form) {
            return self.apply(Operation::OrZero, std::slice::from_ref(form));
        }
        form.clone()
    }
}
