//! The program's own verbs: look-ups, dice, settings, the console.

use super::cursor::Cursor;
use super::ruling::{Handle, handle};
use super::{Grammar, several};
use crate::dice::{Expression, Roll};
use crate::distance::{Distance, LengthUnit};
use crate::language::command::{
    Command, DiceMode, MovesOf, PowerOf, RangeOf, SetTo, TableOf, WorkingShown,
};
use crate::language::token::Kind;
use crate::language::verbs::Own;
use crate::naming::kept::parts_a_line;
use crate::naming::{Found, Names, nearest, phrase};
use crate::number::Number;
use crate::rules::kind::TroopType;
use crate::rules::setting::{Setting, SettingKind, number_of_reading};
use crate::rules::shelf::Id;
use crate::rules::weapon::Weapon;
use crate::typed_line::{FaultKind, LineFault};

/// Makes a setting of a length.
type ToLength = fn(Distance) -> SetTo;

/// Reads what follows one of the program's own verbs.
pub(super) fn own(
    grammar: Grammar<'_>,
    own: Own,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Command, LineFault> {
    Ok(match own {
        Own::Range => range(grammar, cursor)?,
        Own::Power => Command::Power(power(grammar, cursor)?),
        Own::Move => Command::Move(moves(grammar, cursor)?),
        Own::Show => Command::Show(match cursor.is_done() {
            true => None,
            false => Some(match unit_type(grammar, cursor) {
                Some(troop) => troop,
                None => super::ruling::troop_type(grammar, cursor)?,
            }),
        }),
        Own::Rule => Command::Rule(cursor.rest().map(|rest| (rest.text.into(), rest.at))),
        Own::Scenario => Command::Scenario(cursor.rest().map(|rest| (rest.text.into(), rest.at))),
        Own::Table => Command::Table(table(grammar, cursor)?),
        Own::Roll => {
            let roll = roll(cursor)?;
            Command::Roll(roll, super::faces(cursor))
        }
        Own::Odds => super::odds::odds(grammar, cursor)?,
        Own::Compare => super::odds::compare(grammar, cursor)?,
        Own::Simulate => super::odds::simulate(grammar, cursor)?,
        Own::Why => Command::Why,
        Own::Set => set(grammar, cursor)?,
        Own::Dice => Command::Dice(dice(cursor)?),
        Own::Rules => match cursor.rest() {
            None => Command::Rules,
            Some(id) => Command::SetRules(id.text.into()),
        },
        Own::Help => Command::Help(cursor.rest().map(|rest| (rest.at, rest.text.into()))),
        Own::Clear => Command::Clear,
        Own::Quit => Command::Quit,
    })
}

/// The troop type of a unit of the battle, where the next words name one: that of its first troops.
fn unit_type(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) -> Option<Id<TroopType>> {
    let grammar = grammar.looking();
    let (used, Handle::Of(place)) = handle(grammar, &cursor.words()) else {
        return None;
    };
    let troop = grammar.roster.get(place)?.groups.first()?.troop;
    cursor.take_words(used);
    Some(troop)
}

/// A weapon, or the usual weapon of a troop type.
pub(super) fn weapon(
    grammar: Grammar<'_>,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Id<Weapon>, LineFault> {
    let rules = grammar.rules;
    let words = cursor.words();
    let missing = || {
        LineFault::missing("a weapon is missing")
            .at(cursor.here())
            .hinted("`range` lists the weapons")
    };
    if cursor.word().is_some_and(parts_a_line) {
        return Err(missing());
    }
    let Some((used, found)) = phrase::longest(&rules.index.weapons, &words, |_| true) else {
        return Err(missing());
    };
    if !matches!(found, Found::One(_))
        && let Some(troop) = unit_type(grammar, &mut cursor.ahead())
        && let Some(weapon) = rules.types.get(troop).weapons.first()
    {
        unit_type(grammar, cursor);
        return Ok(*weapon);
    }
    if let Found::One(weapon) = found {
        cursor.take_words(used);
        return Ok(weapon);
    }
    if let Some((used, Found::One(troop))) = phrase::longest(&rules.index.types, &words, |_| true)
        && let Some(weapon) = rules.types.get(troop).weapons.first()
    {
        let weapon = *weapon;
        cursor.take_words(used);
        return Ok(weapon);
    }
    match found {
        Found::Several(names) => {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            let typed = cursor.take_words(used);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            Err(several(&typed.text, &names, typed.at))
        }
        Found::One(_) => Err(LineFault::missing("a weapon is missing").at(cursor.here())),
        Found::None { nearest } => {
            let typed = cursor.take_words(1);
            let of_type = match rules.index.types.find(&typed.text) {
                Found::None { nearest } => nearest,
                _ => None,
            };
            let nearest = nearest.or(of_type);
            Err(
                LineFault::unknown(format!("there is no weapon `{}`", typed.text))
                    .at(typed.at)
                    .hinted(match nearest {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "`range` lists the weapons".to_owned(),
                    }),
            )
        }
    }
}

fn range(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) -> Result<Command, LineFault> {
    if cursor.is_done() {
        return Ok(Command::Range(RangeOf::All, None));
    }
    while cursor.word().is_some_and(super::ruling::is_little) {
        cursor.skip_hurried();
    }
    let of = match unarmed(grammar, cursor) {
        Some(troop) => RangeOf::Type(troop),
        None => RangeOf::Weapon(weapon(grammar, cursor)?),
    };
    cursor.take_word("at");
    while cursor.word().is_some_and(super::ruling::is_little) {
        cursor.skip_hurried();
    }
    let at = cursor.here();
    let distance = match cursor.peek().map(|token| token.kind.clone()) {
        Some(Kind::Distance(distance)) => {
            cursor.skip();
            Some(grammar.length(distance, at)?)
        }
        Some(Kind::Number(number)) => {
            cursor.skip();
            Some(grammar.bare_length(number, at)?)
        }
        Some(_) => {
            let typed = cursor.text(at);
            return Err(LineFault::number(format!("`{typed}` is no distance"))
                .at(at)
                .hinted(format!(
                    "as in `range {} {}`",
                    match of {
                        RangeOf::Weapon(weapon) => &grammar.rules.weapons.get(weapon).id,
                        RangeOf::Type(troop) => &grammar.rules.types.get(troop).id,
                        RangeOf::All => "",
                    },
                    grammar.rules.measure.show(Number::whole(8))
                )));
        }
        None => None,
    };
    Ok(Command::Range(of, distance))
}

/// A troop type that fires no weapon; weapons are looked for first.
fn unarmed(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) -> Option<Id<TroopType>> {
    let rules = grammar.rules;
    let words = cursor.words();
    let weapons = phrase::known(&rules.index.weapons, &words, |_| true);
    if weapons.is_some() {
        return None;
    }
    let (used, found) = phrase::known(&rules.index.types, &words, |_| true)?;
    let Found::One(troop) = found else {
        return None;
    };
    if !rules.types.get(troop).weapons.is_empty() {
        return None;
    }
    cursor.take_words(used);
    Some(troop)
}

fn power(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) -> Result<PowerOf, LineFault> {
    if cursor.is_done() {
        return Ok(PowerOf::All);
    }
    let Some(powers) = grammar.rules.powers else {
        return Err(
            LineFault::refused(format!("{} has no melee powers", grammar.rules.name))
                .at(cursor.here()),
        );
    };
    let words = cursor.words();
    if let Some((used, Found::One(troop))) =
        phrase::longest(&grammar.rules.index.types, &words, |_| true)
        && cursor.only_words(used)
    {
        cursor.take_words(used);
        return Ok(PowerOf::Type(troop));
    }
    let mut ahead = cursor.ahead();
    if let Some(troop) = unit_type(grammar, &mut ahead)
        && ahead.is_done()
    {
        *cursor = ahead;
        return Ok(PowerOf::Type(troop));
    }
    let situation = super::ruling::situation(grammar, powers.ruling, cursor)?;
    Ok(PowerOf::Situation(Box::new(situation)))
}

fn moves(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) -> Result<MovesOf, LineFault> {
    if cursor.is_done() {
        return Ok(MovesOf::All);
    }
    if let Some(row) = row_without_troops(grammar, cursor) {
        return Ok(MovesOf::Row(row));
    }
    let Some((ruling, _)) = grammar.rules.rulings.iter().next() else {
        return Err(LineFault::refused("this rule set moves nobody").at(cursor.here()));
    };
    super::ruling::moving(grammar, ruling, cursor).map(MovesOf::Unit)
}

/// A row of the movement chart that stands for no troops, by its name; troops are looked for first.
fn row_without_troops(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) -> Option<usize> {
    let rules = grammar.rules;
    let words = cursor.words();
    let types = phrase::known(&rules.index.types, &words, |_| true);
    if types.is_some() {
        return None;
    }
    let names: Names<usize> = rules.rows_without_troops().collect();
    match phrase::known(&names, &words, |_| true)? {
        (used, Found::One(row)) if cursor.only_words(used) => {
            cursor.take_words(used);
            Some(row)
        }
        _ => None,
    }
}

/// What the rest of the line names; `None` where nothing is left.
fn named<T: Copy + Eq>(
    names: &Names<T>,
    what: &str,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Option<T>, LineFault> {
    let Some(typed) = cursor.rest() else {
        return Ok(None);
    };
    match names.find(&typed.text) {
        Found::One(thing) => Ok(Some(thing)),
        Found::Several(names) => Err(several(&typed.text, &names, typed.at)),
        Found::None { nearest } => Err(LineFault::unknown(format!(
            "there is no {what} `{}`",
            typed.text
        ))
        .at(typed.at)
        .hinted(match nearest {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("`{what}` alone lists them"),
        })),
    }
}

fn table(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) -> Result<Option<TableOf>, LineFault> {
    let rules = grammar.rules;
    let words = cursor.words();
    // A ruling's own name is exact, so that `table melee` is not a prefix of a chart's.
    if let [name] = words.as_slice()
        && let Some(ruling) = rules.rulings.named(name)
    {
        cursor.take_words(1);
        return Ok(Some(TableOf::Ruling(ruling)));
    }
    let typed = words.join(" ");
    if let Some(of) = of_engine(grammar, &typed) {
        cursor.take_words(words.len());
        return Ok(Some(of));
    }
    let of_file = match rules.index.tables.find(&typed) {
        Found::One(table) if cursor.only_words(words.len()) => Some(table),
        _ => None,
    };
    // A table of the file is taken where no chart is meant.
    if let Some(table) = of_file
        && (rules.index.tables.has(&typed)
            || matches!(rules.index.charts.find(&typed), Found::None { .. }))
    {
        cursor.take_words(words.len());
        return Ok(Some(TableOf::Lookup(table)));
    }
    Ok(named(&rules.index.charts, "table", cursor)?.map(TableOf::Chart))
}

/// What the program gathers from the whole table, unless a chart or table has that name.
fn of_engine(grammar: Grammar<'_>, typed: &str) -> Option<TableOf> {
    let index = &grammar.rules.index;
    if index.charts.has(typed) || index.tables.has(typed) {
        return None;
    }
    match typed.to_lowercase().as_str() {
        "states" => Some(TableOf::States),
        "phases" => Some(TableOf::Sequence),
        _ => None,
    }
}

/// Dice, and which of them count.
pub(super) fn roll(cursor: &mut Cursor<'_, '_>) -> Result<Roll, LineFault> {
    while cursor.word().is_some_and(super::ruling::is_little) {
        cursor.skip_hurried();
    }
    let at = cursor.here();
    let Some(text) = dice_that_come(cursor) else {
        return Err(LineFault::missing("which dice")
            .at(at)
            .hinted("as in `roll 3d6+2`, `roll d10`"));
    };
    let dice = Expression::parse(&text)
        .map_err(|error| LineFault::of(FaultKind::Dice, error.to_string()).at(at))?;
    match least_face(cursor)? {
        None => Ok(Roll::Total(dice)),
        Some(face) => match dice.one_pool() {
            Some(pool) => Ok(Roll::AtLeast { pool, face }),
            None => Err(LineFault::misplaced(
                "dice that are counted one by one take nothing added",
            )
            .at(at)),
        },
    }
}

/// Takes the dice that come, as `3d6+2` or `3 d6`.
fn dice_that_come(cursor: &mut Cursor<'_, '_>) -> Option<String> {
    let mut ahead = cursor.ahead();
    let dice = match &ahead.peek()?.kind {
        Kind::Dice(dice) => dice.clone(),
        Kind::Number(count) => {
            let count = *count;
            ahead.skip_hurried();
            match &ahead.peek()?.kind {
                Kind::Dice(dice) if dice.starts_with('d') => format!("{count}{dice}"),
                _ => return None,
            }
        }
        _ => return None,
    };
    ahead.skip();
    *cursor = ahead;
    Some(dice)
}

/// The face of `at-least 5`, if that is what comes.
fn least_face(cursor: &mut Cursor<'_, '_>) -> Result<Option<u32>, LineFault> {
    let said = match cursor.words().as_slice() {
        ["at-least", ..] => 1,
        ["at", "least", ..] => 2,
        _ => return Ok(None),
    };
    cursor.take_words(said);
    let here = cursor.here();
    let face = cursor.take_number().map(|(number, _)| number);
    face.filter(|face| face.is_whole() && *face >= Number::ZERO)
        .and_then(|face| u32::try_from(face.floor()).ok())
        .map(Some)
        .ok_or_else(|| {
            LineFault::missing("at least which face")
                .at(here)
                .hinted("as in `roll 4d6 at-least 5`")
        })
}

fn dice(cursor: &mut Cursor<'_, '_>) -> Result<DiceMode, LineFault> {
    if cursor.take_word("hand") {
        return Ok(DiceMode::Hand);
    }
    if cursor.take_word("roll") {
        return Ok(DiceMode::Roll);
    }
    Err(LineFault::missing("who throws the dice")
        .at(cursor.here())
        .hinted("`dice hand`: you, asked for each throw; `dice roll`: the program"))
}

fn set(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) -> Result<Command, LineFault> {
    if cursor.is_done() {
        return Ok(Command::Set(None));
    }
    // The rule set's own settings come first: their names are the author's.
    let settings = &grammar.rules.index.settings;
    if !settings.has("rules") && cursor.take_word("rules") {
        return rules(cursor);
    }
    let words = cursor.words();
    if let Some((used, Found::One(setting))) = phrase::longest(settings, &words, |_| true) {
        cursor.take_words(used);
        let number = setting_value(grammar, setting, cursor)?;
        return Ok(Command::Set(Some(SetTo::Rule(setting, number))));
    }
    own_setting(grammar, cursor).map(|to| Command::Set(Some(to)))
}

/// The rule set that is to be in force.
fn rules(cursor: &mut Cursor<'_, '_>) -> Result<Command, LineFault> {
    let at = cursor.here();
    let id = cursor.rest().ok_or_else(|| {
        LineFault::missing("which rule set")
            .at(at)
            .hinted("`rules` lists them")
    })?;
    Ok(Command::SetRules(id.text.into()))
}

/// A setting of the program's own.
fn own_setting(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) -> Result<SetTo, LineFault> {
    let lengths: [(&str, &str, ToLength); 3] = [
        ("square", "2in", SetTo::Square),
        ("hex", "2in", SetTo::Hex),
        ("scale", "20yd", SetTo::Ground),
    ];
    for (name, example, make) in lengths {
        if cursor.take_word(name) {
            return length(name, example, cursor).map(make);
        }
    }
    if cursor.take_word("reach") {
        return reach(cursor).map(SetTo::Reach);
    }
    if cursor.take_word("working") {
        if cursor.take_word("full") {
            return Ok(SetTo::Working(WorkingShown::Full));
        }
        if cursor.take_word("short") {
            return Ok(SetTo::Working(WorkingShown::Short));
        }
        return Err(LineFault::missing("how much working")
            .at(cursor.here())
            .hinted("`set working full` or `set working short`"));
    }
    let own = grammar.rules.settings.iter().map(|(_, s)| s.id.as_str());
    let names: Vec<&str> = own
        .chain(["rules", "square", "hex", "scale", "reach", "working"])
        .collect();
    let typed = cursor.take_words(1);
    let near = nearest(&typed.text, names.iter().copied());
    Err(
        LineFault::unknown(format!("there is no setting `{}`", typed.text))
            .at(typed.at)
            .hinted(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", names.join(", ")),
            }),
    )
}

/// What an inch of the rules is on the table: a share of an inch, a unit, or a length.
fn reach(cursor: &mut Cursor<'_, '_>) -> Result<Distance, LineFault> {
    let at = cursor.here();
    let unit = cursor.word().and_then(LengthUnit::from_word);
    let of_table = [
        LengthUnit::Inches,
        LengthUnit::Centimetres,
        LengthUnit::Millimetres,
    ];
    if let Some(unit) = unit.filter(|unit| of_table.contains(unit)) {
        cursor.take_words(1);
        let value = Number::ONE;
        return Ok(Distance { value, unit });
    }
    let Some((value, _)) = cursor.take_number() else {
        return length("reach", "1/2` or `set reach cm", cursor);
    };
    if value <= Number::ZERO {
        let message = format!("`{}` is not more than 0", cursor.text(at));
        return Err(LineFault::number(message)
            .at(at)
            .hinted("as in `set reach 1/2` or `set reach cm`"));
    }
    let unit = LengthUnit::Inches;
    Ok(Distance { value, unit })
}

/// The length that a setting of the table's scale takes: on the table or, for `scale`, of ground.
fn length(name: &str, example: &str, cursor: &mut Cursor<'_, '_>) -> Result<Distance, LineFault> {
    let at = cursor.here();
    let wrong = |message: String| {
        let hint = format!("as in `set {name} {example}`");
        LineFault::number(message).at(at).hinted(hint)
    };
    let Some(Kind::Distance(distance)) = cursor.peek().map(|token| token.kind.clone()) else {
        return Err(wrong(format!("`{name}` takes a length")));
    };
    cursor.skip();
    let typed = cursor.text(at);
    let is_ground = matches!(
        distance.unit,
        LengthUnit::Yards | LengthUnit::Metres | LengthUnit::Paces
    );
    let is_cells = matches!(distance.unit, LengthUnit::Squares | LengthUnit::Hexes);
    if name == "scale" && !is_ground {
        return Err(wrong(format!("`{typed}` is no length of ground")));
    }
    if name != "scale" && (is_ground || is_cells) {
        return Err(wrong(format!("`{typed}` is no length on the table")));
    }
    if distance.value <= Number::ZERO {
        return Err(wrong(format!("`{typed}` is not more than 0")));
    }
    Ok(distance)
}

fn setting_value(
    grammar: Grammar<'_>,
    setting: Id<Setting>,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Number, LineFault> {
    let about = grammar.rules.settings.get(setting);
    let at = cursor.here();
    match &about.of {
        SettingKind::Readings { of, .. } => {
            let words = cursor.words();
            let names = about.of.names_of_readings();
            if let Some((used, Found::One(place))) = phrase::longest(&names, &words, |_| true) {
                cursor.take_words(used);
                return Ok(number_of_reading(place));
            }
            // As a record has it.
            if let Some((number, _)) = cursor.take_number()
                && about.of.can_be(number)
            {
                return Ok(number);
            }
            let known: Vec<String> = of.iter().map(|one| format!("`{}`", one.id)).collect();
            let known = known.join(" or ");
            Err(LineFault::missing(format!("`{}` is {known}", about.id))
                .at(at)
                .hinted(about.say.clone()))
        }
        SettingKind::Switch { .. } => {
            if cursor.take_word("on") {
                return Ok(Number::ONE);
            }
            if cursor.take_word("off") {
                return Ok(Number::ZERO);
            }
            // As a record has it.
            if let Some((number, _)) = cursor.take_number()
                && about.of.can_be(number)
            {
                return Ok(number);
            }
            Err(
                LineFault::missing(format!("`{}` is `on` or `off`", about.id))
                    .at(at)
                    .hinted(about.say.clone()),
            )
        }
        SettingKind::Number { least, most, .. } => match cursor.take_number() {
            Some((number, _)) if number.is_whole() && *least <= number && number <= *most => {
                Ok(number)
            }
            Some((_, at)) => Err(LineFault::number(format!(
                "`{}` is not a whole number from {least} to {most}",
                cursor.text(at)
            ))
            .at(at)
            .hinted(about.say.clone())),
            None => Err(LineFault::missing(format!("`{}` takes a number", about.id))
                .at(at)
                .hinted(format!("from {least} to {most}: {}", about.say))),
        },
    }
}
