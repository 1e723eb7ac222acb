//! Lines at a session of any rule set.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drumhead_fuzz::lines(bytes));
