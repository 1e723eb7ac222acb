//! Reads the rule tables that come with the program while it is built.
//!
//! The build runs this before the program is compiled. It is made of the program's own reading of rule
//! tables, so there is one reading and no second form of a table to keep in step.

// It has all of the reading, of which it asks for one thing.
#![allow(dead_code, unreachable_pub, unused_imports)]

mod distance;
mod naming;
mod number;
mod places;
mod printable;
mod rules;

/// The dice that a table can name.
mod dice {
    #[path = "../dice/pool.rs"]
    mod pool;

    pub use pool::Pool;
}

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;

use rules::library::{BUILT_IN, Library};
use rules::prepared::prepare;

fn main() -> Result<(), Box<dyn Error>> {
    // What it reads is compiled into it.
    println!("cargo::rerun-if-changed=src/prepare.rs");
    let folder = PathBuf::from(std::env::var("OUT_DIR")?);
    let library = Library::default();
    let mut listed =
        String::from("/// Each with its id.\npub(crate) const PREPARED: &[(&str, &[u8])] = &[\n");
    for (id, ..) in BUILT_IN {
        let source = library.find(id)?;
        let bytes = prepare(&source, &|id| library.parent(id))?;
        let file = folder.join(format!("{id}.prepared"));
        std::fs::write(&file, bytes)?;
        writeln!(listed, "    ({id:?}, include_bytes!({file:?})),")?;
    }
    listed.push_str("];\n");
    std::fs::write(folder.join("prepared.rs"), listed)?;
    Ok(())
}
