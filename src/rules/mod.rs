//! Rule tables: where they come from, how a file of them is read, and what is
//! said when one is wrong.

pub mod fault;
mod fault_report;
pub mod harmless;
pub mod library;
pub mod nearest;
pub mod place;
pub mod reader;
pub mod table_file;
