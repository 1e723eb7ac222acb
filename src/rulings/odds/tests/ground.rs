//! Plans written by hand, and what they are counted with.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use smallvec::{SmallVec, smallvec};

use super::every_face;
use crate::dice::{Distribution, Halt};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::library::Library;
use crate::rules::steps::Program;
use crate::rules::{RuleSet, rule_set};
use crate::rulings::odds::budget::Budget;
use crate::rulings::odds::ways::Ways;
use crate::rulings::odds::{Counter, Limit, Watch};
use crate::rulings::operation::{Knowledge, Operation};
use crate::rulings::plan::{
    Node, NodeId, Operand, Plan, RollNode, RollReading, ThrowLabel, ThrownBy,
};
use crate::rulings::value::Value;

/// Rules and a program that hand-written plans ask nothing of.
pub(super) fn knowledge() -> Knowledge<'static> {
    static RULES: OnceLock<(RuleSet, Program)> = OnceLock::new();
    let (rules, program) = RULES.get_or_init(|| {
        let source = Library::default().find("chainmail").unwrap();
        let rules = rule_set(&source, &|id| Library::default().find(id));
        (rules.unwrap(), Program::default())
    });
    Knowledge { rules, program }
}

/// A plan as it is written.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    pub(super) plan: Plan,
}

/// The operand of a node.
pub(super) fn node(id: NodeId) -> Operand {
    Operand::Node(id)
}

/// A whole number.
pub(super) fn whole(number: i64) -> Operand {
    Operand::Known(Value::Number(Number::whole(number)))
}

/// Yes.
pub(super) const YES: Operand = Operand::Known(Value::Truth(true));

impl Sketch {
    pub(super) fn add(&mut self, node: Node) -> NodeId {
        self.plan.nodes.push(node);
        NodeId(u32::try_from(self.plan.nodes.len() - 1).unwrap())
    }

    pub(super) fn apply(&mut self, operation: Operation, operands: &[Operand]) -> NodeId {
        self.add(Node::Apply(operation, SmallVec::from_slice(operands)))
    }

    pub(super) fn sum(&mut self, constant: i64, terms: &[(NodeId, i64)]) -> NodeId {
        let terms = terms.iter().map(|(id, times)| (*id, Number::whole(*times)));
        self.add(Node::Linear(Number::whole(constant), terms.collect()))
    }

    pub(super) fn roll(&mut self, dice: Operand, sides: u32, reading: RollReading) -> NodeId {
        self.roll_if(YES, dice, sides, smallvec![reading])
    }

    pub(super) fn roll_if(
        &mut self,
        happens: Operand,
        dice: Operand,
        sides: u32,
        readings: SmallVec<[RollReading; 2]>,
    ) -> NodeId {
        self.add(Node::Roll(Box::new(RollNode {
            throw: ThrowLabel {
                thrower: ThrownBy::Side(Role::Attacker),
                name: "".into(),
                purpose: "".into(),
                makes: "".into(),
                company: crate::dice::Company::Among,
            },
            happens,
            dice,
            sides,
            lowest: 1,
            readings,
            choices: None,
        })))
    }

    /// The counted odds of these values together.
    pub(super) fn counted(&self, goals: &[Operand]) -> Result<Distribution<Vec<Value>>, Halt> {
        self.counted_within(goals, Limit::default())
    }

    pub(super) fn counted_within(
        &self,
        goals: &[Operand],
        limit: Limit,
    ) -> Result<Distribution<Vec<Value>>, Halt> {
        let mut watch = Watch {
            limit,
            stop: &AtomicBool::new(false),
            progress: &mut |_, _| {},
        };
        Counter::new(&self.plan, knowledge()).joint_odds_of(goals, &mut watch)
    }

    /// The same along every other way to count them.
    fn every_way(&self, goals: &[Operand]) -> Vec<Distribution<Vec<Value>>> {
        let mut watch = Watch {
            limit: Limit::default(),
            stop: &AtomicBool::new(false),
            progress: &mut |_, _| {},
        };
        let mut counter = Counter::new(&self.plan, knowledge());
        Ways::new(&mut counter, goals).count_every_way(&mut Budget::new(&mut watch))
    }

    /// Counts the odds of these values together, alone, and face by face: all must agree.
    pub(super) fn agrees(&self, goals: &[Operand]) {
        let laid = every_face::odds(&self.plan, goals, knowledge());
        let counted = self.counted(goals);
        let Ok(laid) = laid else {
            // What is counted may not lean on the throws that are never decided.
            return;
        };
        let counted = counted.unwrap_or_else(|halt| panic!("{halt:?} of {:?}", self.plan));
        every_face::assert_same(&laid, &counted, &self.plan);
        for counted in self.every_way(goals) {
            every_face::assert_same(&laid, &counted, &self.plan);
        }
        for (place, goal) in goals.iter().enumerate() {
            let alone = self.counted(&[*goal]);
            let alone = alone.unwrap_or_else(|halt| panic!("{halt:?} of {:?}", self.plan));
            let laid = every_face::project(&laid, place);
            every_face::assert_same(&laid, &alone, &self.plan);
        }
    }
}
