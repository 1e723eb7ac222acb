//! `fill`: blanks filled in from the referee's own copy.

use super::super::Grammar;
use super::super::cursor::Cursor;
use super::super::plain::Plain;
use crate::language::battle::{BattleCommand, FillOf};
use crate::language::command::Faces;
use crate::naming::kept::ROLLED;
use crate::typed_line::LineFault;

/// `fill`, `fill KEY VALUE`, `fill KEY blank`, with the dice of the ruling that waits for it.
pub(super) fn fill(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<BattleCommand, LineFault> {
    let at = left.here();
    let Some(key) = left.key() else {
        return Ok(BattleCommand::Fills);
    };
    let mut value: Vec<String> = Vec::new();
    while let Some(word) = left.peek() {
        if word.eq_ignore_ascii_case(ROLLED) {
            break;
        }
        if value.is_empty() && left.quote_comes() {
            value.extend(left.key());
        } else {
            value.extend(left.word().map(|word| word.text.to_string()));
        }
    }
    if value.is_empty() {
        return Err(LineFault::missing("the value is missing")
            .at(left.here())
            .hinted(format!(
                "as in `fill {key} 3`; `fill {key} blank` takes one back"
            )));
    }
    let value = Some(value.join(" ")).filter(|value| value != crate::rules::amount::BLANK);
    let faces = faces(grammar, left)?;
    Ok(BattleCommand::Fill(Box::new(FillOf {
        key,
        at,
        value,
        faces,
    })))
}

/// `rolled 6 5`, all that is left.
fn faces(grammar: Grammar<'_>, left: &mut Plain<'_>) -> Result<Option<Faces>, LineFault> {
    if left.is_done() {
        return Ok(None);
    }
    let (line, part) = left.part_until(&[]);
    let tokens = grammar.tokens_within(line, part)?;
    let mut cursor = Cursor::new(line, &tokens);
    let faces = super::super::faces(&mut cursor);
    cursor.finish()?;
    Ok(faces)
}
