//! How many there are of a group.

use super::super::cursor::Cursor;
use super::hurried::skip_after_count;
use super::{MOST, Reading};
use crate::language::token::Kind;
use crate::number::Number;
use crate::situation::Counted;
use crate::typed_line::LineFault;
use crate::typed_line::LineRange;

impl Reading<'_> {
    /// `4`, `12-4`, or nothing: one.
    pub(super) fn count(
        &self,
        cursor: &mut Cursor<'_, '_>,
    ) -> Result<(Number, Counted, Number), LineFault> {
        let at = cursor.here();
        if let Some(Kind::Count { of, lost }) = cursor.peek().map(|token| token.kind.clone()) {
            cursor.skip();
            self.check_count(of, at, cursor)?;
            skip_after_count(self.grammar, cursor);
            return Ok((of, Counted::Said, lost));
        }
        if let Some(count) = self.times(cursor) {
            cursor.skip_hurried();
            self.check_count(count, at, cursor)?;
            skip_after_count(self.grammar, cursor);
            return Ok((count, Counted::Said, Number::ZERO));
        }
        let Some((count, at)) = cursor.take_number() else {
            return Ok((Number::ONE, Counted::Unsaid, Number::ZERO));
        };
        self.check_count(count, at, cursor)?;
        skip_after_count(self.grammar, cursor);
        Ok((count, Counted::Said, Number::ZERO))
    }

    pub(super) fn check_count(
        &self,
        count: Number,
        at: LineRange,
        cursor: &Cursor<'_, '_>,
    ) -> Result<(), LineFault> {
        let counts = &self.grammar.rules.count;
        let typed = cursor.text(at);
        let parts = count.over(counts.least);
        if count <= Number::ZERO {
            return Err(LineFault::number(format!("`{typed}` is no count"))
                .at(at)
                .hinted(format!("leave it out for 1 {}", counts.one)));
        }
        if count > Number::whole(MOST) {
            return Err(LineFault::number(format!(
                "`{typed}` is more than {MOST} {}",
                counts.many
            ))
            .at(at));
        }
        if !parts.is_whole() {
            let smallest = counts.of(counts.least);
            return Err(LineFault::number(format!(
                "`{typed}` does not come out in {}",
                counts.many
            ))
            .at(at)
            .hinted(format!("the smallest part is {smallest}")));
        }
        Ok(())
    }
}
