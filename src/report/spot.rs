//! Where a line that is answered came from.

/// A line, and where it came from.
#[derive(Debug, Clone, Copy)]
pub struct Spot<'a> {
    /// The line as typed; empty where something else than a line is answered.
    pub line: &'a str,
    /// The script, where it came from one that has a name.
    pub script: Option<&'a str>,
    /// The line's number in the script, from 1; none for a line that is no script's.
    pub number: Option<usize>,
    /// How many columns of a prompt stand before the line where it is still to be seen, right above
    /// what is said of it.
    pub prompt: Option<usize>,
}

impl<'a, T: AsRef<str> + ?Sized> From<&'a T> for Spot<'a> {
    /// A line by itself.
    fn from(line: &'a T) -> Self {
        Spot {
            line: line.as_ref(),
            script: None,
            number: None,
            prompt: None,
        }
    }
}
