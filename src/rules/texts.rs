//! The texts that one rule set is read from, as one run of bytes.
//!
//! A table file may extend another. Their texts are laid end to end, those
//! extended first, so that one offset names a place in one of them and what is
//! inherited stands before what is added.

use std::ops::Range;

use super::place::{Place, line_around};

/// A file's text, and the texts of the files that it extends.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Texts {
    whole: String,
    /// The file itself first, then what it extends, and so on.
    files: Vec<File>,
}

/// One of the files.
#[derive(Debug, Clone, PartialEq, Eq)]
struct File {
    name: String,
    at: Range<usize>,
}

impl Texts {
    /// The texts of a file and of those that it extends, itself first, each with its name.
    pub fn new(texts: &[(&str, &str)]) -> Self {
        let mut whole = String::new();
        let mut files = Vec::new();
        for (name, text) in texts.iter().rev() {
            let start = whole.len();
            whole.push_str(text);
            files.push(File {
                name: (*name).to_owned(),
                at: start..whole.len(),
            });
            // Parts the last line of one file from the first of the next.
            whole.push('\n');
        }
        whole.pop();
        files.reverse();
        Self { whole, files }
    }

    /// All texts as one.
    pub fn whole(&self) -> &str {
        &self.whole
    }

    /// The name of the file itself.
    pub fn name(&self) -> &str {
        self.files.first().map_or("", |file| &file.name)
    }

    /// The names of all the files, the file itself first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// The name and the text of each file, the file itself first.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|file| {
            let text = self.whole.get(file.at.clone()).unwrap_or_default();
            (file.name.as_str(), text)
        })
    }

    /// Where the text of the file begins that is `depth` steps from the file itself.
    pub(super) fn start(&self, depth: usize) -> usize {
        self.files.get(depth).map_or(0, |file| file.at.start)
    }

    /// How many steps the file that holds an offset is from the file itself.
    pub(super) fn depth(&self, offset: usize) -> usize {
        self.files
            .iter()
            .position(|file| file.at.start <= offset)
            .unwrap_or(0)
    }

    /// Whether an offset is in the file itself, and not in one that it extends.
    pub(super) fn is_own(&self, offset: usize) -> bool {
        self.depth(offset) == 0
    }

    /// The name of the file that holds an offset.
    pub fn name_at(&self, offset: usize) -> &str {
        self.files
            .get(self.depth(offset))
            .map_or("", |file| &file.name)
    }

    /// Where the text of the file begins that holds an offset.
    pub fn begins_at(&self, offset: usize) -> usize {
        self.start(self.depth(offset))
    }

    /// The line and column of an offset in its own file.
    pub fn place(&self, offset: usize) -> Place {
        let start = self.start(self.depth(offset));
        let before_end = self.whole.get(start..).unwrap_or_default();
        Place::of(before_end, offset.saturating_sub(start))
    }

    /// The bytes of the line that holds an offset, without its line end.
    pub(super) fn line_around(&self, offset: usize) -> Range<usize> {
        line_around(&self.whole, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_is_a_place_in_one_file() {
        let texts = Texts::new(&[("child", "a = 1\nb = 2"), ("parent", "c = 3")]);
        assert_eq!(texts.whole(), "c = 3\na = 1\nb = 2");
        let shown: Vec<_> = [0, 5, 6, 12, 99]
            .into_iter()
            .map(|offset| {
                let Place { line, column } = texts.place(offset);
                format!("{}:{line}:{column}", texts.name_at(offset))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "parent:1:1",
                "parent:1:6",
                "child:1:1",
                "child:2:1",
                "child:2:6"
            ]
        );
    }

    #[test]
    fn an_empty_text_has_its_own_place() {
        let texts = Texts::new(&[("child", ""), ("parent", "")]);
        assert_eq!(texts.name_at(0), "parent");
        assert_eq!(texts.name_at(1), "child");
        assert_eq!(texts.start(0), 1);
    }
}
