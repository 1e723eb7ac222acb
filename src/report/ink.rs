//! What sets a part of a text off from the rest.

use anstyle::{AnsiColor, Style};

/// The styles of an answer; colour or weight never say anything alone.
#[derive(Debug, Clone, Copy)]
pub struct Ink {
    /// What the eye should find first.
    pub bold: Style,
    /// What is less important.
    pub dim: Style,
    /// What is grave: a rout, a unit that is gone. The word says it too.
    pub dire: Style,
}

impl Ink {
    /// Styled with ANSI codes.
    pub const STYLED: Ink = Ink {
        bold: Style::new().bold(),
        dim: Style::new().dimmed(),
        dire: AnsiColor::Red.on_default().bold(),
    };

    /// No styles at all.
    pub const PLAIN: Ink = Ink {
        bold: Style::new(),
        dim: Style::new(),
        dire: Style::new(),
    };
}
