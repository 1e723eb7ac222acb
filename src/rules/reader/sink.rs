//! Where the faults of a file gather while it is read.

use std::cell::RefCell;
use std::ops::Range;

use crate::printable::is_unprintable;
use crate::rules::fault::Fault;
use crate::rules::texts::Texts;

/// What the syntax faults of a file took from its tree.
#[derive(Debug, Default)]
pub(super) struct Damage {
    /// Where the lines begin of which a value was not understood, sorted.
    pub(super) lines: Vec<usize>,
    /// From here on the tree may lack anything.
    pub(super) from: Option<usize>,
}

/// The faults found so far in one file.
#[derive(Debug)]
pub struct Sink<'d> {
    texts: &'d Texts,
    damage: Damage,
    faults: RefCell<Vec<Fault>>,
    warnings: RefCell<Vec<Fault>>,
    /// Whether anybody will read them.
    warned: Warned,
}

/// Whether the warnings of a file are wanted: whoever rules by it does not read them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warned {
    /// They are.
    Yes,
    /// They are not.
    No,
}

impl<'d> Sink<'d> {
    pub(super) fn new(
        texts: &'d Texts,
        damage: Damage,
        syntax: Vec<Fault>,
        warned: Warned,
    ) -> Self {
        Self {
            texts,
            damage,
            faults: RefCell::new(syntax),
            warnings: RefCell::default(),
            warned,
        }
    }

    /// Notes a fault; what is added to the [`Noted`] goes with it.
    ///
    /// A fault that may be no more than the echo of a syntax fault is dropped:
    /// one on the same line, and any that follows where the tree broke off.
    pub fn fault(&self, at: Range<usize>, message: impl Into<String>) -> Noted<'_> {
        let fault = Fault::new(at, message);
        let kept = !self.is_echo(fault.at.start);
        Noted {
            faults: kept.then_some(&self.faults),
            fault,
        }
    }

    /// Notes that something is not there to which the author refers; nothing where faults of syntax
    /// may have taken it from the tree.
    pub fn lacking(&self, at: Range<usize>, message: impl Into<String>) -> Noted<'_> {
        let fault = Fault::new(at, message);
        let kept = self.damage.lines.is_empty() && !self.is_echo(fault.at.start);
        Noted {
            faults: kept.then_some(&self.faults),
            fault,
        }
    }

    /// Notes what is no fault, but what the author should know; what is added to the [`Noted`]
    /// goes with it.
    pub fn warning(&self, at: Range<usize>, message: impl Into<String>) -> Noted<'_> {
        Noted {
            faults: Some(&self.warnings),
            fault: Fault::new(at, message),
        }
    }

    /// Whether what is no fault is worth looking for.
    pub fn wants_warnings(&self) -> bool {
        self.warned == Warned::Yes
    }

    /// Whether the tree holds all that the author wrote.
    ///
    /// If not, what is missing proves nothing: leave out the checks that look
    /// for one part of the file from another.
    pub fn is_whole(&self) -> bool {
        self.damage.from.is_none()
    }

    /// How many faults there are so far.
    pub fn count(&self) -> usize {
        self.faults.borrow().len()
    }

    /// Notes a fault if a text could steer the terminal that it will be shown on.
    pub(super) fn check_signs(&self, at: Range<usize>, text: &str) {
        // Nearly every text is plain, and bytes are looked at faster than characters.
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return;
        }
        let harmful = text
            .chars()
            .find(|&character| character != '\n' && is_unprintable(character));
        if let Some(character) = harmful {
            let code = u32::from(character);
            self.fault(at, format!("text with a control character, U+{code:04X}"));
        }
    }

    /// Whether two places are in the same file.
    pub fn same_file(&self, one: usize, other: usize) -> bool {
        self.texts.depth(one) == self.texts.depth(other)
    }

    /// What is written at a place.
    pub fn written(&self, at: Range<usize>) -> &str {
        self.texts.whole().get(at).unwrap_or_default()
    }

    /// The faults, and the warnings.
    pub(super) fn into_noted(self) -> (Vec<Fault>, Vec<Fault>) {
        (self.faults.into_inner(), self.warnings.into_inner())
    }

    fn is_echo(&self, at: usize) -> bool {
        let broken = self.damage.from.is_some_and(|from| at >= from);
        let damaged = !self.damage.lines.is_empty() && {
            let line = self.texts.line_around(at).start;
            self.damage.lines.binary_search(&line).is_ok()
        };
        broken || damaged
    }
}

/// A fault just noted, to which a hint, a label or more places can be added.
///
/// It reaches the [`Sink`] when it goes out of scope.
#[derive(Debug)]
pub struct Noted<'s> {
    faults: Option<&'s RefCell<Vec<Fault>>>,
    fault: Fault,
}

impl Noted<'_> {
    /// Adds a word beside the marked place.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.fault.label = Some(label.into());
        self
    }

    /// Adds advice.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.fault.hint = Some(hint.into());
        self
    }

    /// Adds another place of the file that has to do with the fault.
    pub fn also(mut self, at: Range<usize>, label: impl Into<String>) -> Self {
        self.fault.also.push((at, label.into()));
        self
    }
}

impl Drop for Noted<'_> {
    fn drop(&mut self) {
        if let Some(faults) = self.faults {
            let mut faults = faults.borrow_mut();
            // What several rulings share is read for each of them: the same is said once.
            let said =
                |fault: &Fault| fault.at == self.fault.at && fault.message == self.fault.message;
            if !faults.iter().any(said) {
                faults.push(std::mem::take(&mut self.fault));
            }
        }
    }
}
