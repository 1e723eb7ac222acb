//! Where a table hangs in its file: `type.hussar`.

use std::rc::Rc;

use crate::rules::harmless::quoted;

/// The keys that lead to a table, the innermost first.
#[derive(Debug, Clone, Default)]
pub(super) struct Path<'d>(Option<Rc<Step<'d>>>);

#[derive(Debug)]
struct Step<'d> {
    parent: Path<'d>,
    key: &'d str,
}

impl<'d> Path<'d> {
    /// The path of what a key of this table holds.
    pub(super) fn join(&self, key: &'d str) -> Self {
        Self(Some(Rc::new(Step {
            parent: self.clone(),
            key,
        })))
    }

    /// The table as a message names it: `` `type.hussar` `` or `the file`.
    pub(super) fn named(&self) -> String {
        let mut keys = Vec::new();
        let mut path = self;
        while let Path(Some(step)) = path {
            keys.push(step.key);
            path = &step.parent;
        }
        keys.reverse();
        if keys.is_empty() {
            "the file".to_owned()
        } else {
            quoted(&keys.join("."))
        }
    }
}
