//! Rule sets: from TOML files to checked tables that rulings run.

pub mod amount;
pub mod bands;
pub mod beside;
pub mod blanks;
pub mod chart;
pub mod condition;
pub mod entry;
pub mod fault;
pub mod given_numbers;
pub mod house;
pub mod identity;
pub mod kind;
pub mod library;
pub mod life;
pub mod modifier;
pub mod on_paper;
pub mod phase;
pub mod prepared;
pub mod reader;
pub mod result;
pub mod ruling;
pub mod scenario;
pub mod set;
pub mod setting;
pub mod shelf;
pub mod steps;
pub mod table_file;
pub mod texts;
pub mod trail;
pub mod weapon;
pub mod word;

mod check;
mod fault_report;
mod harmless;
mod place;
mod read;
mod schema;

pub use check::{check_file, merged_file};
pub use read::rule_set;
pub use schema::{KeyTable, key_tables, schema};
pub use set::RuleSet;
