//! What the answer says first, with the names in it resolved.

use super::{Resolver, Stand, names};
use crate::rules::read::steps::raw::{RawSummary, Summary as AnswerSays};
use crate::rules::steps::{Scope, Summary, SummaryOf};

impl<'r> Resolver<'r, '_> {
    /// What the answer says first.
    pub(super) fn summary(&mut self) -> Vec<Summary> {
        let ruling = self.ruling;
        let mut summaries = Vec::new();
        for AnswerSays(raw) in &ruling.summary.0 {
            let Some(shared) = &raw.shared else {
                summaries.extend(self.one_summary(raw));
                continue;
            };
            let known = &self.read.shared.summaries.0;
            match known.iter().find(|(key, _)| key.text == shared.text) {
                Some((_, Some(list))) => {
                    for AnswerSays(raw) in &list.0 {
                        summaries.extend(self.one_summary(raw));
                    }
                }
                Some((_, None)) => {}
                None => {
                    let names = known.iter().map(|(key, _)| key.text.as_str());
                    let message = format!("there is no summary `{}`", shared.text);
                    names::hint_nearest(self.fault(&shared.at, message), &shared.text, names);
                }
            }
        }
        summaries
    }

    fn one_summary(&mut self, raw: &'r RawSummary) -> Option<Summary> {
        let of = raw.of.unwrap_or(SummaryOf::Line);
        let stand = Stand::of(match of {
            SummaryOf::Line => Scope::Line,
            SummaryOf::FirstUnit => Scope::Unit,
        });
        let Some(say) = &raw.say else {
            self.fault(&raw.at, "a summary says something")
                .hint("write `say = \"…\"`, or `shared = \"KEY\"`");
            return None;
        };
        let when = self.conditions(&raw.when.0, stand);
        let say = self.template(say, stand);
        let answer = match &raw.answer {
            Some(answer) => Some(self.template(answer, stand)?),
            None => None,
        };
        Some(Summary {
            of,
            when: when?,
            say: say?,
            answer,
        })
    }
}
