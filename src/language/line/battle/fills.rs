//! `fill`: blanks filled in from the referee's own copy.

use super::super::cursor::Cursor;
use super::super::plain::Plain;
use crate::language::battle::{BattleCommand, FillOf};
use crate::language::command::Faces;
use crate::language::fault::LineFault;
use crate::language::signs::Line;
use crate::language::token;
use crate::naming::kept::ROLLED;

/// `fill`, `fill KEY VALUE`, `fill KEY blank`, with the dice of the ruling that waits for it.
pub(super) fn fill(left: &mut Plain<'_>) -> Result<BattleCommand, LineFault> {
    let at = left.here();
    let Some(key) = left.key() else {
        return Ok(BattleCommand::Fills);
    };
    let mut value: Vec<String> = Vec::new();
    while let Some(word) = left.peek() {
        if word.eq_ignore_ascii_case(ROLLED) {
            break;
        }
        let (text, _) = left.tail();
        match crate::language::quoting::unquoted(text.trim_start()) {
            Some(_) if value.is_empty() => value.extend(left.key()),
            _ => value.extend(left.word().map(|word| word.text.to_string())),
        }
    }
    if value.is_empty() {
        return Err(LineFault::new("the value is missing")
            .at(left.here())
            .hinted(format!(
                "as in `fill {key} 3`; `fill {key} blank` takes one back"
            )));
    }
    let value = Some(value.join(" ")).filter(|value| value != crate::rules::amount::BLANK);
    let faces = faces(left)?;
    Ok(BattleCommand::Fill(Box::new(FillOf {
        key,
        at,
        value,
        faces,
    })))
}

/// `rolled 6 5`, all that is left.
fn faces(left: &mut Plain<'_>) -> Result<Option<Faces>, LineFault> {
    if left.is_done() {
        return Ok(None);
    }
    let typed = left.alone_while(|_| true);
    let line = Line::read(&typed)?;
    let tokens = token::tokens(&line)?;
    let mut cursor = Cursor::new(&line, &tokens);
    let faces = super::super::faces(&mut cursor);
    cursor.finish()?;
    Ok(faces)
}
