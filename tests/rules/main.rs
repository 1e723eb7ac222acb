//! Rule tables: what they rule, what they print, what is blank in them, what is wrong with them.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

mod authors;
mod blanks;
mod blanks_lion;
mod cases;
mod cells;
mod extends;
mod filled_in;
#[path = "../fuzz/src/lib.rs"]
#[allow(dead_code, unreachable_pub)]
mod fuzz;
mod gallery;
#[path = "../golden/mod.rs"]
mod golden;
#[path = "../harness/mod.rs"]
mod harness;
mod house_melee;
mod lookups;
mod lookups_lion;
mod musket_and_pike;
mod own_copy;
mod read_again;
mod robust;
mod set_rules;
mod several;
mod sheets;
mod states;
