//! The console: a prompt at the table.

use std::io;

use crate::script::Ending;
use crate::session::Session;
use crate::voice::Voice;

/// Opens the console and stays until the referee leaves.
///
/// # Errors
/// When answers cannot be written.
pub fn open(_session: &mut Session, _voice: &mut Voice) -> io::Result<Ending> {
    Ok(Ending::Done)
}
