//! Bytes as a rule-table file.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drumhead_fuzz::table(bytes));
