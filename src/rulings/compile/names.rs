//! What a name stands for, and whose.

use super::{Compiler, KnowsBattle, Part};
use crate::naming::phrase::a_an;
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::kind::{Attribute, Kind};
use crate::rules::shelf::Id;
use crate::rules::steps::expression::{Aggregate, Name, Over, Quantity, Whose};
use crate::rules::steps::{Scope, SharedAct, SharedId};
use crate::rules::weapon::Weapon;
use crate::rules::word::{Takes, Word};
use crate::rulings::form::Form;
use crate::rulings::operation::Operation;
use crate::rulings::participant::Participant;
use crate::rulings::value::Value;
use crate::situation::Said;
use crate::typed_line::LineFault;

impl Compiler<'_> {
    /// What a name stands for.
    pub(super) fn name(&mut self, name: &Name, of: Participant) -> Form {
        let whose = match name.whose {
            Whose::Own => of,
            Whose::Opposite => match self.opposite_of(of) {
                Some(opposite) => opposite,
                None => return Form::NOTHING,
            },
            Whose::Foe => self.bound_on(of.other_role()),
            Whose::Friend => self.bound_on(of.role()),
            Whose::Attacker => self.bound_on(Role::Attacker),
            Whose::Defender => self.bound_on(Role::Defender),
            Whose::Named(step) => {
                let named = self.value_of(step, of);
                return self.of_named_side(&named, |compiler, side| {
                    let whose = compiler.bound_on(side.role());
                    compiler.quantity(&name.quantity, whose)
                });
            }
        };
        self.quantity(&name.quantity, whose)
    }

    /// The side, or the one of its units that an aggregate has come to.
    fn bound_on(&self, role: Role) -> Participant {
        match self.bound {
            Some((Over::Of(Whose::Opposite), _)) | None => Participant::side(role),
            Some((_, bound)) if bound.scope >= Scope::Side && bound.role() == role => bound,
            Some(_) => Participant::side(role),
        }
    }

    /// The unit typed opposite, or what an aggregate over such units has come to.
    fn opposite_of(&self, of: Participant) -> Option<Participant> {
        match self.bound {
            Some((Over::Of(Whose::Opposite), bound)) => Some(bound),
            _ => self.people.opposite(of),
        }
    }

    /// What there is of the side that a value names, whichever that turns out to be.
    pub(super) fn of_named_side(
        &mut self,
        named: &Form,
        mut of_side: impl FnMut(&mut Self, Participant) -> Form,
    ) -> Form {
        let mut value = Form::NOTHING;
        for role in [Role::Defender, Role::Attacker] {
            let side = Form::Known(self.side_symbol(role));
            let is = self.builder.apply(Operation::Equal, &[named.clone(), side]);
            if is.is_no() {
                continue;
            }
            let of_this = of_side(self, Participant::side(role));
            value = self.builder.choose(&is, &of_this, &value);
        }
        value
    }

    /// The narrowest scope that has the quantity of its own.
    pub(super) fn scope_of(&self, quantity: &Quantity) -> Scope {
        match quantity {
            Quantity::Step(id) | Quantity::Member(id, _) => {
                self.program.step(*id).map_or(Scope::Line, |step| step.of)
            }
            Quantity::Shared(id) => self.shared_scope(*id),
            of_all => of_all.own_scope().unwrap_or(Scope::Line),
        }
    }

    fn shared_scope(&self, id: SharedId) -> Scope {
        let shared = self.program.shared.get(usize::from(id.0));
        shared.map_or(Scope::Line, |shared| shared.of)
    }

    fn quantity(&mut self, quantity: &Quantity, of: Participant) -> Form {
        // What an aggregate goes through is bound in its own expression, not in what that names.
        let bound = self.bound.take();
        let form = if self.types_agree(quantity, of) {
            self.quantity_of(quantity, of)
        } else {
            Form::NOTHING
        };
        self.bound = bound;
        form
    }

    fn quantity_of(&mut self, quantity: &Quantity, of: Participant) -> Form {
        match quantity {
            Quantity::Step(id) => self.value_of(*id, of),
            Quantity::Member(id, member) => {
                let record = self.value_of(*id, of);
                self.builder
                    .apply(Operation::Member(member.clone()), &[record])
            }
            Quantity::Shared(id) => self.shared(*id, of),
            Quantity::Attribute(id) => self.attribute(*id, of),
            Quantity::Weapon(id) => self.band_number(*id, of),
            Quantity::Setting(id) => {
                Form::number(self.context.settings.number(self.context.rules, *id))
            }
            Quantity::Said(word) => match self.said(of, *word) {
                Some(number) => Form::number(self.said_number(*word, of, number)),
                None => {
                    let unsaid = self.context.rules.words.get(*word).unsaid;
                    unsaid.map_or(Form::NOTHING, Form::number)
                }
            },
            Quantity::Left => self.left(of),
            Quantity::Begun => self.begun(of),
            Quantity::Lost => self.lost_so_far(of),
            Quantity::LostThisTurn => self.lost_this_turn(of),
            Quantity::Standing => self.standing(of),
            Quantity::Acting => self.acting(of),
            Quantity::Units => Form::number(Number::from(self.context.side(of.role()).units.len())),
            Quantity::Position => {
                let before = self.people.within(Scope::Piece, of.up(Scope::Unit));
                let place = before.iter().position(|piece| *piece == of);
                place.map_or(Form::NOTHING, |place| Form::number(Number::from(place + 1)))
            }
            Quantity::Class => self.class(of),
            Quantity::Arm => self.same_kind(of, |troop| Kind::Arm(troop.arm)),
            Quantity::Type => {
                let groups = self.people.groups(of);
                let types = groups.iter().filter_map(|group| self.people.group(*group));
                let mut types = types.map(|group| group.troop).collect::<Vec<_>>();
                types.dedup();
                match types.as_slice() {
                    [one] => self.kind_symbol(Kind::Type(*one)),
                    _ => Form::NOTHING,
                }
            }
            Quantity::Side => Form::Known(self.side_symbol(of.role())),
            Quantity::WeaponFired => {
                let weapon = self.weapon(of);
                let rules = self.context.rules;
                let symbol = weapon.and_then(|weapon| rules.symbols.weapon(weapon));
                symbol.map_or(Form::NOTHING, |symbol| Form::Known(Value::Symbol(symbol)))
            }
            Quantity::Reach => match self.weapon(of) {
                Some(weapon) => Form::number(self.context.rules.weapons.get(weapon).reach()),
                None => Form::NOTHING,
            },
            Quantity::BandFrom => self.band_edge(of, |from, _| from),
            Quantity::BandTo => self.band_edge(of, |_, to| to),
            Quantity::Distance => match self.distance(of) {
                Some(distance) => Form::number(distance),
                None => self.refuse_distance(of),
            },
            Quantity::Range => self.range(of),
            Quantity::Figures => self.of_group(of, |context, group| context.figures(group)),
            Quantity::Together => self.of_group(of, |context, group| context.together(group)),
        }
    }

    /// A number of the first group of a participant.
    fn of_group(
        &self,
        of: Participant,
        number: impl Fn(crate::rulings::context::RulingContext<'_>, &crate::situation::Group) -> Number,
    ) -> Form {
        let groups = self.people.groups(of);
        let group = groups.first().and_then(|group| self.people.group(*group));
        group.map_or(Form::NOTHING, |group| {
            Form::number(number(self.context, group))
        })
    }

    /// A shared value, worked out anew with what is lost by now.
    fn shared(&mut self, id: SharedId, of: Participant) -> Form {
        let program = self.program;
        let Some(shared) = program.shared.get(usize::from(id.0)) else {
            return Form::NOTHING;
        };
        let of = of.up(shared.of);
        if of.scope < shared.of {
            return Form::NOTHING;
        }
        if let Some((told, whose, value)) = &self.telling
            && (*told, *whose) == (id, of)
        {
            return value.clone();
        }
        self.touches_now(Part::Shared(shared.place));
        let value = match &shared.act {
            SharedAct::Work(choice) => self.choice(choice, of),
            SharedAct::Holds(conditions) => self.all(conditions, of),
        };
        let (value, changes) = self.modified(&shared.modifiers, value, of);
        let value = self.held(value, shared.least, shared.most);
        self.say_shared(id, of, &value, changes);
        value
    }

    /// A number of the troop type, after its modifiers; nothing where the types of one unit differ in it.
    fn attribute(&mut self, id: Id<Attribute>, of: Participant) -> Form {
        let rules = self.context.rules;
        let groups = self.people.groups(of);
        let numbers = groups.iter().filter_map(|group| {
            let group = self.people.group(*group)?;
            let number = rules.types.get(group.troop).number(id)?;
            let place = rules.types.get(group.troop).place_of(id);
            Some(given(number, place))
        });
        let numbers: Vec<Form> = numbers.collect();
        self.source_of_number(id, of);
        let number = match numbers.as_slice() {
            [] => Form::NOTHING,
            [one] => one.clone(),
            several => self
                .builder
                .apply(Operation::Aggregate(Aggregate::Same), several),
        };
        let modifiers = self.program.modifiers_of(&Quantity::Attribute(id));
        if modifiers.is_empty() {
            return number;
        }
        let (number, changes) = self.modified(modifiers, number, of);
        self.say_changes(of, changes);
        number
    }

    /// A number of the band of the weapon that a group fires, at the range that counts.
    fn band_number(&mut self, id: Id<Attribute>, of: Participant) -> Form {
        let Some(weapon) = self.weapon(of) else {
            return Form::NOTHING;
        };
        let range = self.range(of);
        let Some(range) = range.known().and_then(Value::number) else {
            return range;
        };
        let weapon = self.context.rules.weapons.get(weapon);
        let Some((_, band)) = weapon.band(range) else {
            return Form::NOTHING;
        };
        let number = match band.number(id) {
            Some(number) => {
                self.source_at(band.place_of(id));
                given(number, band.place_of(id))
            }
            None => Form::NOTHING,
        };
        let modifiers = self.program.modifiers_of(&Quantity::Weapon(id));
        if modifiers.is_empty() {
            return number;
        }
        let (number, changes) = self.modified(modifiers, number, of);
        self.say_changes(of, changes);
        number
    }

    /// Where the band begins or ends that counts at the range.
    fn band_edge(&mut self, of: Participant, edge: impl Fn(Number, Number) -> Number) -> Form {
        let Some(weapon) = self.weapon(of) else {
            return Form::NOTHING;
        };
        let range = self.range(of);
        let Some(range) = range.known().and_then(Value::number) else {
            return range;
        };
        let band = self.context.rules.weapons.get(weapon).band(range);
        band.map_or(Form::NOTHING, |(from, band)| {
            Form::number(edge(from, band.to))
        })
    }

    /// The weapon that a group fires: the one named or its usual one, and what that becomes.
    pub(super) fn weapon(&mut self, of: Participant) -> Option<Id<Weapon>> {
        let group = match of.scope {
            Scope::Group | Scope::Piece => of.up(Scope::Group),
            _ => *self.people.groups(of).first()?,
        };
        let troop = self.people.group(group)?;
        let rules = self.context.rules;
        let usual = rules.types.get(troop.troop).weapons.first().copied();
        let weapon = troop.weapon.or(usual)?;
        let known = rules.weapons.get(weapon);
        let can =
            known.only.is_empty() || known.only.iter().any(|kind| rules.is(troop.troop, *kind));
        if !can {
            let name = self.context.group_name(troop);
            self.refuse(
                LineFault::refused(format!("{name} cannot fire {}", a_an(&known.name)))
                    .at(troop.at),
            );
            return None;
        }
        // Conditions may swap the numbers: a supported musket reaches farther.
        let becomes = known
            .becomes
            .iter()
            .find(|(when, _)| self.all(when, group).is_yes());
        Some(becomes.map_or(weapon, |(_, other)| *other))
    }

    /// The distance given for the participant, or else for the whole line.
    pub(super) fn distance(&self, of: Participant) -> Option<Number> {
        let own = self.people.group(of).and_then(|group| group.distance);
        // A distance typed after one group of a unit holds for the others too.
        let groups = self.people.groups(of.up(Scope::Unit));
        let of_unit = || {
            let mut groups = groups.iter().filter_map(|group| self.people.group(*group));
            groups.find_map(|group| group.distance)
        };
        own.or_else(of_unit).or(self.context.situation.distance)
    }

    /// The distance after modifiers of the range.
    fn range(&mut self, of: Participant) -> Form {
        let said = self.distance(of).map_or(Form::NOTHING, Form::number);
        let modifiers = self.program.modifiers_of(&Quantity::Range);
        let (range, changes) = self.modified(modifiers, said, of);
        if range.is_nothing() {
            return self.refuse_distance(of);
        }
        self.say_changes(of, changes);
        range
    }

    fn refuse_distance(&mut self, of: Participant) -> Form {
        let target = self.context.situation.defender.units.first();
        let at = target.or_else(|| self.people.unit(of)).map(|unit| unit.at);
        let measure = self.context.rules.measure;
        let refusal = LineFault::refused("how far is the target").hinted(format!(
            "add the distance, such as `{}`",
            measure.show(Number::whole(8))
        ));
        self.refuse(match at {
            Some(at) => refusal.at(at),
            None => refusal,
        });
        Form::NOTHING
    }

    /// The first refusal is the one that is told.
    pub(super) fn refuse(&mut self, refusal: LineFault) {
        self.refusal.get_or_insert(refusal);
    }

    /// The class of the whole unit, as an answer.
    fn class(&mut self, of: Participant) -> Form {
        let Some(unit) = self.people.unit(of) else {
            return Form::NOTHING;
        };
        match self.context.class(unit) {
            Some(Given::Known(class)) => self.kind_symbol(Kind::Class(class)),
            Some(Given::Blank) => {
                let first = unit.groups.first();
                let place = first.map(|group| self.context.rules.types.get(group.troop).place);
                Form::Known(Value::Blank(place.unwrap_or_default()))
            }
            None => Form::NOTHING,
        }
    }

    /// The kind that all standing groups share, as an answer; nothing where they differ.
    fn same_kind(
        &mut self,
        of: Participant,
        kind: impl Fn(&crate::rules::kind::TroopType) -> Kind,
    ) -> Form {
        let rules = self.context.rules;
        let kinds = self.standing_groups_of(of);
        let mut kinds: Vec<Kind> = kinds
            .iter()
            .filter_map(|group| self.people.group(*group))
            .map(|group| kind(rules.types.get(group.troop)))
            .collect();
        kinds.dedup();
        match kinds.as_slice() {
            [one] => self.kind_symbol(*one),
            _ => Form::NOTHING,
        }
    }

    /// A kind as an answer.
    fn kind_symbol(&self, kind: Kind) -> Form {
        let rules = self.context.rules;
        let symbol = rules.symbols.named(rules.kind_id(kind));
        symbol.map_or(Form::NOTHING, |symbol| Form::Known(Value::Symbol(symbol)))
    }

    /// The number said with a word of the participant, its unit, its side or the line.
    pub(super) fn said(&self, of: Participant, word: Id<Word>) -> Option<Number> {
        let mut sets: Vec<&Said> = Vec::new();
        if of.scope > Scope::Line {
            for group in self.people.groups(of) {
                sets.extend(self.people.group(group).map(|group| &group.words));
            }
            let units = match self.people.unit(of) {
                Some(unit) => std::slice::from_ref(unit),
                None => self.context.side(of.role()).units.as_slice(),
            };
            sets.extend(units.iter().map(|unit| &unit.words));
            if self.knows_battle == KnowsBattle::Yes {
                let mustered = units.iter().flat_map(|unit| &unit.mustered);
                sets.extend(mustered.map(|mustered| &mustered.known));
            }
            sets.push(&self.context.side(of.role()).words);
        }
        sets.push(&self.context.situation.words);
        self.context.said_in(sets, self.people.unit(of), word)
    }

    /// The number of a word: as said, or by how far along its steps the one said is.
    fn said_number(&self, word: Id<Word>, of: Participant, said: Number) -> Number {
        match &self.context.rules.words.get(word).takes {
            Takes::Step(steps) => {
                let place = steps.iter().position(|step| self.said(of, *step).is_some());
                place.map_or(said, |place| Number::from(place + 1))
            }
            _ => said,
        }
    }
}

fn given(number: Given<Number>, place: crate::rules::steps::Place) -> Form {
    match number {
        Given::Known(number) => Form::number(number),
        Given::Blank => Form::Known(Value::Blank(place)),
    }
}
