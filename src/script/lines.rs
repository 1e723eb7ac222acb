//! The lines of a script, one after another.

use std::io::{self, BufRead, BufReader, Read};

use crate::typed_line::{FaultKind, LONGEST_LINE, LineFault};

/// How much of a script is read at once.
const READ_AT_ONCE: usize = 1 << 16;

/// The lines of a script, of which each is read once.
pub(super) struct Lines<R> {
    from: BufReader<R>,
    bytes: Vec<u8>,
    number: usize,
}

/// What comes next in a script.
#[derive(Debug)]
pub(super) enum Next {
    /// A line.
    Line,
    /// Something that cannot be read as one.
    Unreadable(LineFault),
    /// Nothing more.
    End,
}

impl<R: Read> Lines<R> {
    pub(super) fn of(script: R) -> Self {
        Lines {
            from: BufReader::with_capacity(READ_AT_ONCE, script),
            bytes: Vec::new(),
            number: 0,
        }
    }

    /// Whether the next line has not been written yet, as far as can be told.
    pub(super) fn must_wait(&self) -> bool {
        self.from.buffer().is_empty()
    }

    /// The number of the line that was read last, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line, without its line end; what cannot be read as one leaves `line` empty.
    ///
    /// # Errors
    /// When the script cannot be read.
    pub(super) fn next_into(&mut self, line: &mut String) -> io::Result<Next> {
        line.clear();
        self.bytes.clear();
        self.number += 1;
        // A line may end in CR LF, and one byte more shows that it is too long.
        let most = LONGEST_LINE + 3;
        let limit = u64::try_from(most).unwrap_or(u64::MAX);
        let mut limited = Read::take(&mut self.from, limit);
        if limited.read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(Next::End);
        }
        if self.bytes.len() == most && self.bytes.last() != Some(&b'\n') {
            self.from.skip_until(b'\n')?;
            let message = format!("the line is longer than {LONGEST_LINE} bytes");
            let fault = LineFault::of(FaultKind::Unreadable, message);
            return Ok(Next::Unreadable(fault));
        }
        Ok(match self.utf8() {
            Ok(text) => {
                line.push_str(text);
                Next::Line
            }
            Err(fault) => Next::Unreadable(fault),
        })
    }

    /// The line as text; a byte order mark may stand before the first.
    fn utf8(&self) -> Result<&str, LineFault> {
        let bytes = match self.bytes.as_slice() {
            [0xEF, 0xBB, 0xBF, rest @ ..] if self.number == 1 => rest,
            bytes => bytes,
        };
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.trim_end_matches(['\n', '\r'])),
            Err(error) => {
                let byte = error.valid_up_to() + 1;
                let message = format!("the line is not UTF-8 at byte {byte}");
                Err(LineFault::of(FaultKind::Unreadable, message)
                    .hinted("save the script as UTF-8"))
            }
        }
    }
}
