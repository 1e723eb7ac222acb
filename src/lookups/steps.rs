//! The steps of a ruling as players at a table take them: all that decide what comes of it.

use super::parts::{Branch, Step};
use super::rulings::Page;
use super::settled::Reader;
use crate::naming::key_in_words;
use crate::rules::condition::Condition;
use crate::rules::on_paper::OnPaper;
use crate::rules::ruling::Sides;
use crate::rules::shelf::Id;
use crate::rules::steps::expression::{Choice, Quantity};
use crate::rules::steps::mentions::Mentions;
use crate::rules::steps::{
    self as table, Act, Headline, Key, Look, Loop, LoopOf, Reads, Rounds, Run, SharedAct, SharedId,
    StepId, StepSays, StepSide,
};
use crate::rules::word::Word;
use crate::rulings::phrasing::FlatBranch;

impl Page<'_> {
    /// Every step that decides what comes of the ruling, in order, each after the shared values that it names.
    pub(super) fn steps(&self) -> Vec<Step> {
        let program = self.program();
        let needed = self.needed();
        let mut told = Told::default();
        for run in &program.sequence {
            match run {
                Run::Step(id) => self.tell(*id, &needed, &mut told),
                Run::Each(each) => {
                    if self.tells_turns(each, &needed) {
                        self.tell_shared(&Mentions::of_loop(each), &mut told);
                        told.steps.push(self.turns(each));
                    }
                    let steps = each.steps.iter();
                    steps.for_each(|id| self.tell(*id, &needed, &mut told));
                }
            }
        }
        told.steps
    }

    /// Whether a row that runs in turn is told of: it decides something that no words of the table say.
    fn tells_turns(&self, each: &Loop, needed: &Needed) -> bool {
        let steps = each.steps.iter().filter(|id| needed.step(**id));
        let mut steps = steps.filter_map(|id| self.program().step(*id));
        steps.any(|step| step.on_paper == OnPaper::Engine)
    }

    /// Adds a step, and before it the shared values that it is the first to name.
    fn tell(&self, id: StepId, needed: &Needed, told: &mut Told) {
        let Some(step) = self.program().step(id) else {
            return;
        };
        if !needed.step(id) || self.reader.left(self.rules, &step.when).is_none() {
            return;
        }
        let words = step.on_paper.words();
        match step.on_paper {
            OnPaper::Engine => self.tell_shared(&Mentions::of_step(step), told),
            // Its modifiers stand on the page, and name values of their own.
            OnPaper::Elsewhere | OnPaper::Words(_) => {
                self.tell_shared(&Mentions::of_modifiers(&step.modifiers), told);
            }
        }
        if step.on_paper == OnPaper::Elsewhere {
            return;
        }
        match words {
            Some(words) => {
                let step = Step {
                    name: key_in_words(&step.id).to_string(),
                    when: String::new(),
                    is: always(words.to_owned()),
                };
                if !told.steps.contains(&step) {
                    told.steps.push(step);
                }
            }
            // A row that runs twice is told once.
            None => {
                let step = self.step(step);
                let new = step.filter(|step| !told.steps.contains(step));
                told.steps.extend(new);
            }
        }
    }

    /// Adds the shared values that are named, each once.
    fn tell_shared(&self, mentions: &Mentions<'_>, told: &mut Told) {
        for quantity in &mentions.quantities {
            let Quantity::Shared(id) = quantity else {
                continue;
            };
            let place = usize::from(id.0);
            let Some(shared) = self.program().shared.get(place) else {
                continue;
            };
            if told.shared.contains(id) {
                continue;
            }
            told.shared.push(*id);
            self.tell_shared(&Mentions::of_shared(shared), told);
            let is = match &shared.act {
                SharedAct::Work(choice) => self.choice(choice),
                SharedAct::Holds(conditions) => always(self.holds(conditions)),
            };
            told.steps.push(Step {
                name: key_in_words(&shared.id).to_string(),
                when: String::new(),
                is: held(is, shared.least, shared.most),
            });
        }
    }

    /// A step in words made from what it does.
    fn step(&self, step: &table::Step) -> Option<Step> {
        let when = self.reader.left(self.rules, &step.when)?;
        let mut is = held(self.act(step), step.least, step.most);
        if let Some(otherwise) = step.otherwise {
            let when = String::new();
            is.push(Branch {
                is: self.rules.cell_text(otherwise),
                when,
            });
        }
        let step = Step {
            name: self.named(step),
            when: self.phrasing.conditions(&when),
            is,
        };
        (!step.is.is_empty()).then_some(step)
    }

    /// What a step is called, with whose it is where it is of one of two sides.
    fn named(&self, step: &table::Step) -> String {
        let name = key_in_words(&step.id);
        let side = match step.side {
            _ if self.ruling.sides != Sides::Two => return name.to_string(),
            StepSide::Both => return name.to_string(),
            StepSide::Attacker => "attacker".into(),
            StepSide::Defender => "defender".into(),
            StepSide::Foe => "the other side".into(),
            StepSide::Named(side) => self.phrasing.step(side),
        };
        format!("{name} ({side})")
    }

    fn act(&self, step: &table::Step) -> Vec<Branch> {
        match &step.act {
            Act::Work(choice) => self.choice(choice),
            Act::Holds(conditions) => always(self.holds(conditions)),
            Act::Roll(roll) => always(self.roll(roll)),
            Act::Reading(..) => {
                let read = self.program().dice_read_by(step);
                let read = read.map(|(roll, reading)| self.reading(roll, reading));
                always(format!("of the same dice, {}", read.unwrap_or_default()))
            }
            Act::Look(look) => always(self.look(look)),
            Act::Lose(choice, _) => self.each(choice, |lost| format!("loses {lost}")),
            Act::Result(choice, _) => self.choice(choice),
            Act::Gives(words, number, _) => {
                let number = number.as_ref().map(|number| self.value(number));
                let number = number.map(|number| format!(", {number}"));
                let number = number.unwrap_or_default();
                always(format!("is then {}{number}", self.words(words)))
            }
            Act::Sheds(words, _) => always(format!("is no longer {}", self.words(words))),
            Act::Level(choice, levels, _) => {
                let levels = self.words(levels);
                self.each(choice, |level| {
                    format!("is then number {level} of {levels}")
                })
            }
            Act::Leaves(why, _) => {
                let why = self.phrasing.template(why);
                always(format!("leaves the table: {why}"))
            }
            Act::AtOnce(_) => always("its losses come off at once".to_owned()),
            Act::Tell(say, _) => {
                let say = self.phrasing.template(say);
                always(say.trim_start_matches("…: ").to_owned())
            }
        }
    }

    /// Each value that a choice can have.
    fn choice(&self, choice: &Choice) -> Vec<Branch> {
        self.each(choice, |value| value)
    }

    fn each(&self, choice: &Choice, say: impl Fn(String) -> String) -> Vec<Branch> {
        let mut branches = Vec::new();
        for FlatBranch { when, is } in self.phrasing.branches(choice) {
            let Some(left) = self.reader.left(self.rules, when.iter().copied()) else {
                continue;
            };
            branches.push(Branch {
                is: say(self.value(is)),
                when: self.phrasing.conditions(&left),
            });
            if left.is_empty() {
                break;
            }
        }
        branches
    }

    fn holds(&self, conditions: &[Condition]) -> String {
        match self.reader.left(self.rules, conditions).as_deref() {
            None => "never".to_owned(),
            Some([]) => "always".to_owned(),
            Some(conditions) => format!("whether {}", self.phrasing.conditions(conditions)),
        }
    }

    fn words(&self, words: &[Id<Word>]) -> String {
        let words = words.iter().map(|id| self.rules.words.get(*id).id.as_str());
        words.collect::<Vec<_>>().join(", ")
    }

    /// `“Losses”, row: troops, column: the difference`.
    fn look(&self, look: &Look) -> String {
        let table = self.program().tables.get(usize::from(look.table.0));
        let name = table.map(|table| table.name()).unwrap_or_default();
        let mut text = match look.reads {
            Reads::Cell => format!("“{name}”"),
            Reads::Row => format!("the row of “{name}”"),
            Reads::Column => format!("the column of “{name}”"),
        };
        if look.reads != Reads::Column {
            text.push_str(&format!(", row: {}", self.key(&look.row)));
        }
        if let Some(column) = &look.column {
            text.push_str(&format!(", column: {}", self.key(column)));
        }
        if let Some(shift) = &look.shift {
            let shift = self.value(shift);
            text.push_str(&format!(", so many columns to the right: {shift}"));
        }
        match &look.rounds {
            Rounds::Up => text.push_str(", between two in the attacker's favour"),
            Rounds::UpWhen(when) => {
                let when = self.phrasing.conditions(when);
                text.push_str(&format!(", between two in the attacker's favour if {when}"));
            }
            Rounds::Down => {}
        }
        text
    }

    fn key(&self, key: &Key) -> String {
        match key {
            Key::Kind => "its troops".to_owned(),
            Key::Said(Some(unsaid)) => format!("what is said of it, else {unsaid}"),
            Key::Said(None) => "what is said of it".to_owned(),
            Key::Value(choice) => {
                let branches = self.choice(choice);
                let last = branches.len().saturating_sub(1);
                let texts = branches.iter().enumerate().map(|(place, branch)| {
                    match (branch.when.is_empty(), place) {
                        (true, 0) => branch.is.clone(),
                        (true, place) if place == last => format!("otherwise {}", branch.is),
                        _ => format!("{} if {}", branch.is, branch.when),
                    }
                });
                texts.collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// `each unit in turn, the lowest speed first: strikes, falls`.
    fn turns(&self, each: &Loop) -> Step {
        let of = match each.of {
            LoopOf::Unit => "each unit in turn",
            LoopOf::Side => "each side in turn",
        };
        let mut text = of.to_owned();
        if let Some(by) = &each.by {
            text.push_str(&format!(", the lowest {} first", self.value(by)));
        }
        if !each.keep_on.is_empty() {
            let on = self.phrasing.conditions(&each.keep_on);
            text.push_str(&format!(", as long as {on}"));
        }
        let steps = each.steps.iter().map(|id| self.phrasing.step(*id));
        let steps: Vec<_> = steps.collect();
        text.push_str(&format!(": {}", steps.join(", ")));
        Step {
            name: "in turn".to_owned(),
            when: self.phrasing.conditions(&each.when),
            is: always(text),
        }
    }

    /// The steps on which what comes of the ruling leans: its effects, its dice, what an answer tells, and all that they name.
    fn needed(&self) -> Needed {
        let program = self.program();
        let mut needed = Needed {
            steps: vec![false; program.steps.len()],
            shared: vec![false; program.shared.len()],
        };
        for (place, step) in program.steps.iter().enumerate() {
            let decides = match step.act {
                Act::Work(_) | Act::Holds(_) | Act::Look(_) | Act::Reading(..) => {
                    // What an answer tells is what players want to know.
                    let told = step.field.is_some() && !matches!(step.say, StepSays::Nothing);
                    told || step.headline == Headline::Yes
                }
                // What the referee is told decides nothing at the program, which tells it.
                Act::Tell(..) => matches!(self.reader, Reader::OnPaper(_)),
                _ => true,
            };
            if decides {
                needed.add_step(self.program(), place);
            }
        }
        for run in &program.sequence {
            if let Run::Each(each) = run {
                needed.add_all(program, &Mentions::of_loop(each));
            }
        }
        needed
    }
}

/// What stands there already.
#[derive(Default)]
struct Told {
    steps: Vec<Step>,
    shared: Vec<SharedId>,
}

/// What decides something, by its place in the program.
struct Needed {
    steps: Vec<bool>,
    shared: Vec<bool>,
}

impl Needed {
    fn step(&self, id: StepId) -> bool {
        let step = self.steps.get(usize::from(id.0));
        step.copied().unwrap_or_default()
    }

    fn add_step(&mut self, program: &table::Program, place: usize) {
        let (Some(known), Some(step)) = (self.steps.get_mut(place), program.steps.get(place))
        else {
            return;
        };
        if std::mem::replace(known, true) {
            return;
        }
        if let Act::Reading(of, _) = step.act {
            self.add_step(program, usize::from(of.0));
        }
        self.add_all(program, &Mentions::of_step(step));
    }

    fn add_all(&mut self, program: &table::Program, mentions: &Mentions<'_>) {
        for side in &mentions.sides {
            self.add_step(program, usize::from(side.0));
        }
        for quantity in &mentions.quantities {
            match quantity {
                Quantity::Step(id) | Quantity::Member(id, _) => {
                    self.add_step(program, usize::from(id.0));
                }
                Quantity::Shared(id) => {
                    let place = usize::from(id.0);
                    let (Some(known), Some(shared)) =
                        (self.shared.get_mut(place), program.shared.get(place))
                    else {
                        continue;
                    };
                    if !std::mem::replace(known, true) {
                        self.add_all(program, &Mentions::of_shared(shared));
                    }
                }
                _ => {}
            }
        }
    }
}

/// What a step always is.
fn always(is: String) -> Vec<Branch> {
    vec![Branch {
        is,
        when: String::new(),
    }]
}

/// What a value is held to, after it.
fn held(
    mut is: Vec<Branch>,
    least: Option<crate::number::Number>,
    most: Option<crate::number::Number>,
) -> Vec<Branch> {
    let least = least.map(|least| format!("at least {least}"));
    let most = most.map(|most| format!("at most {most}"));
    let bounds: Vec<String> = least.into_iter().chain(most).collect();
    if let (Some(last), false) = (is.last_mut(), bounds.is_empty()) {
        last.is.push_str(&format!(", {}", bounds.join(" and ")));
    }
    is
}
