//! Shared values: resolved for each ruling that names them.

use super::{LeansOn, Own, PartOf, Resolver, Section, Stand, Wanted, place};
use crate::rules::read::steps::raw::RawValue;
use crate::rules::reader::{Sound, Text};
use crate::rules::steps::{Scope, Shared, SharedAct, SharedId};

impl<'r> Resolver<'r, '_> {
    /// The shared value of this name, which is taken into the program.
    pub(super) fn want_shared(
        &mut self,
        name: &str,
        from: Stand<'r>,
    ) -> Option<(SharedId, Option<Scope>)> {
        if self.ruling.is_nobody() {
            return None;
        }
        let read = self.read;
        let (key, raw) = read
            .shared
            .values
            .0
            .iter()
            .find(|(key, _)| key.text == name)?;
        self.uses(Section::Value, name);
        let known = self
            .shared
            .iter()
            .position(|wanted| wanted.key.text == name);
        let number = known.unwrap_or_else(|| {
            self.shared.push(Wanted {
                key,
                raw: raw.as_ref(),
                resolved: None,
            });
            self.shared.len() - 1
        });
        self.lean(from, LeansOn::Shared(number));
        let scope = raw.as_ref().map(|raw| raw.of.unwrap_or(Scope::Unit));
        u16::try_from(number).ok().map(|id| (SharedId(id), scope))
    }

    /// Resolves every shared value that was named, and those that these name.
    pub(super) fn finish_shared(&mut self) {
        let mut next = 0;
        while let Some(wanted) = self.shared.get(next) {
            if wanted.resolved.is_none()
                && let Some(raw) = wanted.raw
            {
                let key = wanted.key;
                let resolved = self.shared_value(next, key, raw);
                if let Some(wanted) = self.shared.get_mut(next) {
                    wanted.resolved = resolved;
                    // What failed once has its fault.
                    wanted.raw = wanted.resolved.as_ref().and(wanted.raw);
                }
            }
            next += 1;
        }
    }

    fn shared_value(&mut self, number: usize, key: &'r Text, raw: &'r RawValue) -> Option<Shared> {
        let scope = raw.of.unwrap_or(Scope::Unit);
        let stand = Stand {
            own: Own::None,
            part_of: PartOf::Shared(number),
            ..Stand::of(scope)
        };
        self.check_limits(key, raw.least, raw.most);
        let act = match (&raw.is, &raw.holds) {
            (Some(is), None) => self.choice(is, stand).map(SharedAct::Work),
            (None, Some(holds)) => self.conditions(&holds.0, stand).map(SharedAct::Holds),
            _ if raw.sound == Sound::No => None,
            _ => {
                self.fault(
                    &key.at,
                    format!("the value `{}` is not one thing", key.text),
                )
                .hint("write `is = …` or `holds = …`");
                None
            }
        };
        // What is said of a value is said when it is known.
        let said = Stand {
            part_of: PartOf::Text,
            ..stand
        };
        let say = raw.say.as_ref().map(|say| self.template(say, said));
        if raw.sound == Sound::No {
            return None;
        }
        Some(Shared {
            id: key.text.clone(),
            of: scope,
            act: act?,
            least: raw.least,
            most: raw.most,
            modifiers: Vec::new(),
            say: match say {
                Some(say) => Some(say?),
                None => None,
            },
            cite: raw.cite.clone(),
            place: place(&key.at),
        })
    }
}
