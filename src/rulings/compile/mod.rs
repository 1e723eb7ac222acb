//! A program unrolled for one situation: what the words settle becomes known, the rest a plan.

mod acts;
mod conditions;
mod expressions;
mod formulas;
mod lacking;
mod losses;
mod modifiers;
mod names;
mod sayings;
mod sources;
mod throws;
mod touched;

use rustc_hash::FxHashMap;

use super::context::RulingContext;
use super::form::{Builder, Form};
use super::operation::{Knowledge, Operation};
use super::participant::{Participant, Participants};
use super::plan::{Operand, Plan};
use super::resolve::Values;
use super::value::Value;
use super::wording::{Calls, Wording};
use crate::rules::condition::{Condition, Role};
use crate::rules::result::ResultPhrase;
use crate::rules::setting::Setting;
use crate::rules::shelf::Id;
use crate::rules::steps::expression::Over;
use crate::rules::steps::symbol::Meaning;
use crate::rules::steps::template::Template;
use crate::rules::steps::{
    Act, Loop, LoopOf, Program, Run, Scope, SharedId, Shown, Step, StepId, StepSide, To,
};
use crate::rules::word::Word;
use crate::typed_line::LineFault;

use sources::Sources;

pub use sayings::{First, From, Line, Rendered, RenderedPiece, Says};
pub(super) use touched::touched;
pub use touched::{Part, Touch};

/// Whether the lines of the working are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// They are.
    Working,
    /// Only what the ruling comes to.
    Outcome,
    /// The lines, and all that the ruling runs through.
    Everything,
}

/// A ruling ready for its dice.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// Every value that waits for dice.
    pub plan: Plan,
    /// What each step comes to, for each that it is of, in the order of the steps.
    pub values: Vec<(StepId, Participant, Operand)>,
    /// Whether a field is part of the outcome, where its step says when.
    pub shown: FxHashMap<(StepId, Participant), Operand>,
    /// What each unit, or each single count of a stack, loses.
    pub lost: Vec<(Participant, Operand)>,
    /// What each group loses.
    pub lost_by_group: Vec<(Participant, Operand)>,
    /// What each unit, or each single count of a stack, comes to.
    pub results: Vec<(Participant, Operand)>,
    /// What else follows.
    pub effects: Vec<EffectOf>,
    /// What the answer says first; the first that holds counts.
    pub summary: Vec<First>,
    /// The phrases of results that have values in them, by whom they fall on.
    pub phrases: Vec<(
        Participant,
        Id<crate::rules::result::ResultPhrase>,
        Rendered,
    )>,
    /// The working, in order.
    pub lines: Vec<Line>,
    /// The settings that were asked how the source is read, in the order in which they were.
    pub readings_asked: Vec<Id<Setting>>,
    /// What it runs through, where that is kept.
    pub touched: Vec<Touch>,
}

/// The words of a result, with values in them, for whom it falls on.
pub type Phrase = (Participant, Id<ResultPhrase>, Rendered);

/// Something that follows from a ruling for one of those who take part.
#[derive(Debug, Clone)]
pub struct EffectOf {
    /// The step that says so.
    pub step: StepId,
    /// Whom it falls on.
    pub on: Participant,
    /// Whether it falls on those whom that one has fought instead.
    pub falls: Falls,
    /// Whether it does.
    pub holds: Operand,
    /// What it is.
    pub effect: Effect,
}

/// On whom something falls that follows from a ruling for a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Falls {
    /// On that one.
    OnItself,
    /// On the units of the battle whom it has fought hand to hand.
    OnThoseItFought,
}

/// What can follow besides losses and results.
#[derive(Debug, Clone)]
pub enum Effect {
    /// It comes into these states, with this number where it is a counter.
    Gives(Vec<Id<Word>>, Option<Operand>),
    /// It is no longer in these states.
    Sheds(Vec<Id<Word>>),
    /// It is in that one of the states to which the value counts, from 1, and in no other of them.
    Level(Operand, Vec<Id<Word>>),
    /// It leaves the table.
    Leaves(Rendered),
    /// What it loses comes off at once.
    AtOnce,
    /// The referee is told.
    Tells(Rendered),
}

/// Whether conditions hold for a participant before anything is thrown; a blank does not hold.
pub fn holds(context: RulingContext<'_>, of: Participant, when: &[Condition]) -> bool {
    Compiler::new(context, Keep::Outcome).holds_surely(when, of)
}

/// Unrolls one program.
pub(super) struct Compiler<'a> {
    context: RulingContext<'a>,
    program: &'a Program,
    people: Participants<'a>,
    builder: Builder<'a>,
    keep: Keep,
    values: FxHashMap<(StepId, Participant), Form>,
    /// Whether a field is shown, where its step says when.
    shown: FxHashMap<(StepId, Participant), Form>,
    /// What each group, or each single count, has lost by this ruling so far.
    gone: FxHashMap<Participant, Form>,
    results: Vec<(Participant, Vec<Form>)>,
    /// What each unit or single count has lost by this ruling so far.
    lost: Vec<(Participant, Form)>,
    effects: Vec<EffectOf>,
    phrases: Vec<(
        Participant,
        Id<crate::rules::result::ResultPhrase>,
        Rendered,
    )>,
    lines: Vec<Line>,
    touched: Vec<Touch>,
    /// Whether the step at hand happens, where what is run through is kept.
    happening: Form,
    sources: Sources,
    /// The shared value whose own words are being put together: its name in them is its value.
    telling: Option<(SharedId, Participant, Form)>,
    /// What an aggregate goes through that is not its own, and the one that it has come to.
    bound: Option<(Over, Participant)>,
    /// Whether words that only the battle knows count as said.
    knows_battle: KnowsBattle,
    refusal: Option<LineFault>,
    /// The settings that were asked how the source is read, in the order in which they were.
    readings_asked: Vec<Id<Setting>>,
}

/// Whether words that only the battle knows of a unit count as said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KnowsBattle {
    Yes,
    No,
}

/// A row of steps that is being run, and for whom.
#[derive(Clone)]
struct Within {
    of: Participant,
    guard: Form,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(context: RulingContext<'a>, keep: Keep) -> Self {
        let program = context.program();
        Compiler {
            context,
            program,
            people: Participants::new(context),
            builder: Builder::new(Knowledge {
                rules: context.rules,
                program,
            }),
            keep,
            values: FxHashMap::default(),
            shown: FxHashMap::default(),
            gone: FxHashMap::default(),
            results: Vec::new(),
            lost: Vec::new(),
            effects: Vec::new(),
            phrases: Vec::new(),
            lines: Vec::new(),
            touched: Vec::new(),
            happening: Form::YES,
            sources: Sources::default(),
            telling: None,
            bound: None,
            knows_battle: KnowsBattle::No,
            refusal: None,
            readings_asked: Vec::new(),
        }
    }

    pub(super) fn context(&self) -> RulingContext<'a> {
        self.context
    }

    pub(super) fn people(&self) -> Participants<'a> {
        self.people
    }

    /// Whether conditions hold, whatever is thrown; a blank does not.
    pub(super) fn holds_surely(&mut self, when: &[Condition], of: Participant) -> bool {
        self.all(when, of).is_yes()
    }

    /// What has been refused so far, if anything has.
    pub(super) fn refused(&mut self) -> Option<LineFault> {
        self.refusal.take()
    }

    /// A text as it stands before anything is thrown.
    pub(super) fn text_before_dice(&mut self, say: &Template, of: Participant) -> String {
        let rendered = self.rendered(say, of);
        let values = Values::default();
        Wording {
            context: self.context,
            values: &values,
            phrases: &self.phrases,
            calls: Calls::ByName,
        }
        .text(&rendered)
    }

    /// Whether a word was said of a participant.
    pub(super) fn was_said(&self, of: Participant, word: Id<Word>) -> bool {
        self.said(of, word).is_some()
    }

    /// What a person calls a participant.
    pub(super) fn name_of(&self, of: Participant) -> smol_str::SmolStr {
        self.person_name(of)
    }

    pub(super) fn run_all(&mut self) {
        let program = self.program;
        for run in &program.sequence {
            match run {
                Run::Step(id) => self.run_step(*id, None),
                Run::Each(each) => self.run_loop(each),
            }
        }
    }

    pub(super) fn finish(mut self) -> Result<Compiled, LineFault> {
        let summary = self.summary();
        if let Some(refusal) = self.refusal {
            return Err(refusal);
        }
        let mut values = Vec::with_capacity(self.values.len());
        let mut forms: Vec<_> = std::mem::take(&mut self.values).into_iter().collect();
        forms.sort_unstable_by_key(|(key, _)| *key);
        for ((step, of), form) in forms {
            values.push((step, of, self.builder.operand(&form)));
        }
        let mut shown = FxHashMap::default();
        for (key, form) in std::mem::take(&mut self.shown) {
            shown.insert(key, self.builder.operand(&form));
        }
        let lost = std::mem::take(&mut self.lost);
        let lost = self.operands(lost);
        let mut by_group: Vec<_> = std::mem::take(&mut self.gone).into_iter().collect();
        by_group.retain(|(of, _)| of.scope == Scope::Group);
        by_group.sort_unstable_by_key(|(of, _)| *of);
        let lost_by_group = self.operands(by_group);
        let mut results = Vec::new();
        for (of, forms) in std::mem::take(&mut self.results) {
            let joined = match forms.as_slice() {
                [one] => one.clone(),
                several => self.builder.apply(Operation::Join, several),
            };
            results.push((of, self.builder.operand(&joined)));
        }
        Ok(Compiled {
            plan: self.builder.finish(),
            values,
            shown,
            lost,
            lost_by_group,
            results,
            effects: self.effects,
            summary,
            phrases: self.phrases,
            lines: self.lines,
            readings_asked: self.readings_asked,
            touched: self.touched,
        })
    }

    fn operands(&mut self, forms: Vec<(Participant, Form)>) -> Vec<(Participant, Operand)> {
        forms
            .into_iter()
            .map(|(of, form)| (of, self.builder.operand(&form)))
            .collect()
    }

    /// Those of a scope for whom a step runs.
    fn participants(&self, scope: Scope, within: Option<&Within>) -> Vec<Participant> {
        let of = within.map_or(Participant::LINE, |within| within.of);
        self.people.within(scope, of)
    }

    /// Everybody that a step is of, with whether it is: the side that dice decide is guarded.
    fn everybody(&mut self, step: &Step, within: Option<&Within>) -> Vec<(Participant, Form)> {
        let outer = within.map_or(Form::YES, |within| within.guard.clone());
        let foe_of = within.map(|within| within.of.other_role());
        let (of, role) = match (step.side, foe_of) {
            (StepSide::Foe, Some(foe)) => {
                (self.people.within(step.of, Participant::side(foe)), None)
            }
            (StepSide::Foe, None) | (StepSide::Both, _) => {
                (self.participants(step.of, within), None)
            }
            (StepSide::Attacker, _) => (self.participants(step.of, within), Some(Role::Attacker)),
            (StepSide::Defender, _) => (self.participants(step.of, within), Some(Role::Defender)),
            (StepSide::Named(_), _) => (self.participants(step.of, within), None),
        };
        let mut everybody = Vec::with_capacity(of.len());
        for one in of {
            if role.is_some_and(|role| one.scope > Scope::Line && one.role() != role) {
                continue;
            }
            let guard = match step.side {
                StepSide::Named(names) if one.scope > Scope::Line => {
                    let named = self.value_of(names, one);
                    let side = Form::Known(self.side_symbol(one.role()));
                    let is = self.builder.apply(Operation::Equal, &[named, side]);
                    self.builder.and(&[outer.clone(), is])
                }
                _ => outer.clone(),
            };
            if !guard.is_no() {
                everybody.push((one, guard));
            }
        }
        everybody
    }

    /// The answer that names a side.
    fn side_symbol(&self, role: Role) -> Value {
        let name = match role {
            Role::Defender => "defender",
            Role::Attacker | Role::Either => "attacker",
        };
        let symbol = self.context.rules.symbols.named(name);
        symbol.map_or(Value::Nothing, Value::Symbol)
    }

    /// The value of a step for a participant, or for the wider one that the step is of.
    fn value_of(&mut self, id: StepId, of: Participant) -> Form {
        let Some(step) = self.program.step(id) else {
            return Form::NOTHING;
        };
        self.source_of_value(id, step, of.up(step.of));
        let found = self.values.get(&(id, of.up(step.of)));
        found.cloned().unwrap_or(Form::NOTHING)
    }

    /// Runs a step for everybody at once: none of them sees what another comes to in it.
    fn run_step(&mut self, id: StepId, within: Option<&Within>) {
        let program = self.program;
        let Some(step) = program.step(id) else {
            return;
        };
        // A further reading comes with its throw.
        if matches!(step.act, Act::Reading(..)) {
            return;
        }
        let everybody = self.everybody(step, within);
        // Of the side that a step does not name it is nothing, and said to be.
        if let StepSide::Named(_) = step.side {
            for of in self.participants(step.of, within) {
                self.values.entry((id, of)).or_insert(Form::NOTHING);
            }
        }
        let worked = self.act(id, step, everybody);
        for ((id, of), form) in worked {
            self.values.insert((id, of), form);
        }
        if let Shown::When(conditions) = &step.shown {
            for of in self.participants(step.of, within) {
                if self.values.contains_key(&(id, of)) {
                    let shown = self.all(conditions, of);
                    self.shown.insert((id, of), shown);
                }
            }
        }
        self.throw_again(id, step, within);
    }

    fn run_loop(&mut self, each: &Loop) {
        let scope = match each.of {
            LoopOf::Unit => Scope::Unit,
            LoopOf::Side => Scope::Side,
        };
        let mut rounds: Vec<(Option<crate::number::Number>, Vec<Participant>)> = Vec::new();
        for of in self.people.within(scope, Participant::LINE) {
            if each.side != Role::Either && each.side != of.role() {
                continue;
            }
            if self.all(&each.when, of).is_no() {
                continue;
            }
            let by = each.by.as_ref().map(|by| self.expression(by, of));
            let by = by.and_then(|form| form.known()).and_then(Value::number);
            let round = rounds
                .iter_mut()
                .find(|(known, _)| by.is_some() && *known == by);
            match round {
                Some((_, together)) => together.push(of),
                None => rounds.push((by, vec![of])),
            }
        }
        if each.by.is_some() {
            rounds.sort_by_key(|(by, _)| *by);
        }
        for (_, together) in rounds {
            let guard = self.all(&each.keep_on, Participant::LINE);
            if guard.is_no() {
                self.say_loop_ends(each, &guard);
                break;
            }
            self.say_loop_ends(each, &guard);
            // What one of several equal ones comes to, the others do not see before all have acted.
            for id in &each.steps {
                for of in &together {
                    let within = Within {
                        of: *of,
                        guard: guard.clone(),
                    };
                    self.run_step(*id, Some(&within));
                }
            }
        }
    }

    /// Whom an effect falls on.
    fn target(&self, of: Participant, to: To) -> Option<Participant> {
        match to {
            To::Own | To::Fought => Some(of),
            To::Opposite => self.people.opposite(of),
        }
    }

    /// What a symbol that is known stands for.
    fn meaning(&self, value: Value) -> Option<&'a Meaning> {
        let Value::Symbol(symbol) = value else {
            return None;
        };
        self.context
            .rules
            .symbols
            .get(symbol)
            .map(|info| &info.means)
    }
}
