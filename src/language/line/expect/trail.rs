//! What a walk along a line leaves behind.

use std::borrow::Cow;
use std::ops::Range;

use super::place::{Place, Stand};
use super::understood::{Sense, Span};

/// What a walk is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Watch {
    /// What each part is understood as.
    Senses,
    /// What can come at each place.
    Places,
}

/// What a walk along a line leaves behind.
#[derive(Debug)]
pub(super) struct Trail {
    watch: Watch,
    /// What each part was understood as, in order; a part that could be several things is left out.
    pub(super) spans: Vec<Span>,
    /// The places on the way, in order.
    pub(super) stands: Vec<Stand>,
}

impl Trail {
    pub(super) fn new(watch: Watch) -> Self {
        Trail {
            watch,
            spans: Vec::new(),
            stands: Vec::new(),
        }
    }

    /// A trail for the same purpose.
    pub(super) fn another(&self) -> Self {
        Trail::new(self.watch)
    }

    /// Tells what can come at a byte of the line, if anybody asks.
    pub(super) fn stand(
        &mut self,
        at: usize,
        place: impl FnOnce() -> Place,
        form: impl Into<Cow<'static, str>>,
    ) {
        if self.watch == Watch::Places {
            self.stands.push(Stand {
                at,
                place: place(),
                form: form.into(),
            });
        }
    }

    /// Tells the sense of a part, if anybody asks.
    pub(super) fn mark(&mut self, at: Range<usize>, sense: Sense) {
        if self.watch == Watch::Senses && !at.is_empty() {
            self.spans.push(Span { at, sense });
        }
    }

    /// Goes on with the trail of a part of the line that begins at byte `from`.
    pub(super) fn go_on(&mut self, part: Trail, from: usize) {
        self.spans.extend(part.spans.into_iter().map(|span| Span {
            at: span.at.start + from..span.at.end + from,
            ..span
        }));
        self.stands
            .extend(part.stands.into_iter().map(|stand| Stand {
                at: stand.at + from,
                ..stand
            }));
    }
}
