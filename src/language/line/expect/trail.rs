//! What a walk along a line leaves behind.

use std::borrow::Cow;

use super::place::{Place, Stand};
use super::understood::{Sense, Span};
use crate::typed_line::LineRange;

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
    /// Where the comment begins.
    pub(super) comment: Option<usize>,
}

impl Trail {
    pub(super) fn new(watch: Watch) -> Self {
        Trail {
            watch,
            spans: Vec::new(),
            stands: Vec::new(),
            comment: None,
        }
    }

    /// A trail for the same purpose.
    pub(super) fn another(&self) -> Self {
        Trail::new(self.watch)
    }

    /// Tells what can come where a part of the line begins, if anybody asks.
    pub(super) fn stand(
        &mut self,
        at: LineRange,
        place: impl FnOnce() -> Place,
        form: impl Into<Cow<'static, str>>,
    ) {
        if self.watch == Watch::Places {
            self.stands.push(Stand {
                at: at.start(),
                place: place(),
                form: form.into(),
            });
        }
    }

    /// Tells the sense of a part, if anybody asks.
    pub(super) fn mark(&mut self, at: LineRange, sense: Sense) {
        if self.watch == Watch::Senses && !at.is_empty() {
            let at = at.bytes();
            self.spans.push(Span { at, sense });
        }
    }

    /// Goes on with the trail of a part of the same line.
    pub(super) fn go_on(&mut self, part: Trail) {
        self.spans.extend(part.spans);
        self.stands.extend(part.stands);
    }
}
