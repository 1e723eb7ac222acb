//! Orders of a random battle, before a rule set gives them words.

use proptest::prelude::*;
use proptest::sample::Index;

/// Who throws the dice of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dice {
    Program,
    Referee,
}

/// One order; an index picks one of what there is.
#[derive(Debug, Clone)]
pub(crate) enum Order {
    /// A unit joins.
    Muster { unit: usize, troops: Index },
    /// A ruling as an example has it, between these units, with words more.
    Ruling {
        example: Index,
        units: [usize; 2],
        words: Vec<Index>,
        dice: Dice,
    },
    /// A ruling as an example has it, without units.
    Example(Index),
    /// Losses, or men who come back.
    Lose(usize, i32),
    /// A unit is in a state, or no longer.
    State {
        unit: usize,
        word: Index,
        over: bool,
    },
    /// A line about a unit, such as `rally UNIT`.
    Of(&'static str, usize),
    /// A unit has another handle.
    Rename(usize, usize),
    /// The phase, by its place; the next where there is none.
    Phase(Option<Index>),
    /// A setting of the rule set is chosen.
    Set(Index, u8),
    /// A line that is the same in every rule set.
    Plain(&'static str),
    /// So many entries are undone or done again.
    Back(&'static str, u8),
    /// The last ruling, with a word more or less.
    Amend { sign: char, word: Index },
    /// The last line, at another unit.
    Again(usize),
    /// The last line with a word more, or at a distance.
    AgainWith(Option<Index>),
    /// Units have a name together, and what was said last is said of the stack.
    Stack([usize; 2], Index),
    /// A part of a unit, by how many of its troops.
    Split {
        unit: usize,
        part: u8,
        troop: Index,
        to: usize,
    },
    /// Two units become one.
    Merge([usize; 2], usize),
    /// A unit is of another type.
    Becomes(usize, Index),
    /// A unit changes sides.
    Turncoat(usize),
    /// Losses of the last ruling fall on others.
    Casualties(usize, u8, Index),
    /// A blank is filled in, or blank again.
    Fill(Index, Option<u8>),
    /// So many units alike.
    Alike(u8, Index),
}

/// How many units there can be.
pub(crate) const UNITS: usize = 6;

fn unit() -> impl Strategy<Value = usize> {
    0..UNITS
}

fn dice() -> impl Strategy<Value = Dice> {
    prop_oneof![3 => Just(Dice::Program), 1 => Just(Dice::Referee)]
}

fn index() -> impl Strategy<Value = Index> {
    any::<Index>()
}

const PLAIN: [&str; 23] = [
    "9in",
    "amend at 3",
    "fire st at zz1",
    "morale st",
    "fill",
    "again rolled 6",
    "+nonsense",
    "turn",
    "turn",
    "turn",
    "roll 3d6",
    "set square 2in",
    "set square 3in",
    "set scale 20yd",
    "roll 2d10+1",
    "amend at 8in",
    "amend at 1sq",
    "again",
    "units",
    "log",
    "luck",
    "nonsense of a line",
    "rally nobody",
];
const OF: [&str; 7] = [
    "rally {}",
    "rally {} their colonel rides up",
    "destroy {}",
    "remove {}",
    "note {} behind the hedge",
    "unit {}",
    "log {}",
];

fn order() -> impl Strategy<Value = Order> {
    let ruling = (
        index(),
        [unit(), unit()],
        prop::collection::vec(index(), 0..2),
        dice(),
    );
    prop_oneof![
        3 => (unit(), index()).prop_map(|(unit, troops)| Order::Muster { unit, troops }),
        12 => ruling.prop_map(|(example, units, words, dice)| Order::Ruling {
            example,
            units,
            words,
            dice,
        }),
        1 => index().prop_map(Order::Example),
        2 => (unit(), -2..4).prop_map(|(unit, lost)| Order::Lose(unit, lost)),
        4 => (unit(), index(), any::<bool>())
            .prop_map(|(unit, word, over)| Order::State { unit, word, over }),
        3 => (0..OF.len(), unit()).prop_map(|(of, unit)| Order::Of(OF[of], unit)),
        1 => (unit(), unit()).prop_map(|(unit, to)| Order::Rename(unit, to)),
        2 => prop::option::of(index()).prop_map(Order::Phase),
        2 => (index(), 0u8..6).prop_map(|(setting, value)| Order::Set(setting, value)),
        3 => (0..PLAIN.len()).prop_map(|line| Order::Plain(PLAIN[line])),
        3 => (1u8..5).prop_map(|count| Order::Back("undo", count)),
        3 => (1u8..5).prop_map(|count| Order::Back("redo", count)),
        4 => (prop_oneof![Just('+'), Just('-')], index())
            .prop_map(|(sign, word)| Order::Amend { sign, word }),
        1 => unit().prop_map(Order::Again),
        1 => prop::option::of(index()).prop_map(Order::AgainWith),
        2 => ([unit(), unit()], index()).prop_map(|(units, example)| Order::Stack(units, example)),
        2 => (unit(), 1u8..4, index(), unit())
            .prop_map(|(unit, part, troop, to)| Order::Split { unit, part, troop, to }),
        1 => ([unit(), unit()], unit()).prop_map(|(units, to)| Order::Merge(units, to)),
        1 => (unit(), index()).prop_map(|(unit, troop)| Order::Becomes(unit, troop)),
        1 => unit().prop_map(Order::Turncoat),
        2 => (unit(), 0u8..4, index())
            .prop_map(|(unit, lost, troop)| Order::Casualties(unit, lost, troop)),
        2 => (index(), prop::option::of(0u8..9)).prop_map(|(blank, value)| Order::Fill(blank, value)),
        1 => (1u8..4, index()).prop_map(|(count, troops)| Order::Alike(count, troops)),
    ]
}

/// The orders of a battle; most units are there from the start.
pub(crate) fn orders() -> impl Strategy<Value = Vec<Order>> {
    let armies = prop::collection::vec(index(), 2..UNITS);
    let rest = prop::collection::vec(order(), 1..30);
    (armies, rest).prop_map(|(armies, rest)| {
        let musters = armies.into_iter().enumerate();
        let musters = musters.map(|(unit, troops)| Order::Muster { unit, troops });
        musters.chain(rest).collect()
    })
}
