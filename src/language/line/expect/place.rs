//! A place in a line where something can come.

use std::borrow::Cow;

use smol_str::SmolStr;

use super::own::OwnWord;
use super::standing::Standing;
use crate::rules::kind::TroopType;
use crate::rules::setting::Setting;
use crate::rules::shelf::Id;

/// A place that the walk came to, and what it wants there.
#[derive(Debug)]
pub(super) struct Stand {
    /// The byte of the line where what comes begins.
    pub(super) at: usize,
    /// Which names can come.
    pub(super) place: Place,
    /// What is wanted, as help writes it.
    pub(super) form: Cow<'static, str>,
}

/// Whose units can come at a place.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// What is described so far, where a place may be aimed at that words name.
    pub(super) aimed: Option<Box<Standing>>,
    /// The sides of those who act already, where these are whom they act upon.
    pub(super) against: Vec<SmolStr>,
    /// The units that are in the line already.
    pub(super) named: Vec<SmolStr>,
}

/// What kind of names can come at a place.
#[derive(Debug)]
pub(super) enum Place {
    /// A verb.
    Verb,
    /// A verb that throws dice.
    ThrowingVerb,
    /// The handle of a unit of the battle, or a troop type.
    Unit(Wanted),
    /// The first word of a line that musters: a side, or where the units come from.
    Mustered(&'static [OwnWord]),
    /// The handle of a unit of the battle, or `for` a side.
    HandleOr(&'static [OwnWord]),
    /// A troop type.
    Type,
    /// A row of the chart of moves that stands for no troops.
    Moved,
    /// The handle of a unit of the battle, whether or not it still stands.
    Handle,
    /// A side of the battle.
    Side,
    /// A phase of the turn.
    Phase,
    /// A word that a unit can have as a state.
    State,
    /// Any word of the rule set.
    Word,
    /// A word, a distance or a joiner, after troops or where no troops are named.
    After(Box<Standing>),
    /// A weapon, of those that these troops can have; any where no troops are named.
    Weapon(Vec<Id<TroopType>>),
    /// A distance, of which a unit of length can be named.
    Length,
    /// An entry of the rules.
    Entry,
    /// A scenario.
    Scenario,
    /// A chart, or a ruling whose tables are shown.
    Chart,
    /// A verb or a word that help explains.
    Topic,
    /// A setting.
    Setting,
    /// One of the readings of a setting.
    Reading(Id<Setting>),
    /// A rule set that comes with the program.
    RuleSet,
    /// One of a few words of the program's own, each with what it means.
    OneOf(&'static [OwnWord]),
    /// No names: a number, dice, faces, or nothing at all.
    Nameless,
}
