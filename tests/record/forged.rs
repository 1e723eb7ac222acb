//! A record as somebody who knows its form would forge it: every mark fits.

#![allow(clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};

/// Rewrites a journal: its lines as JSON without marks, and then every mark anew.
///
/// The keys must keep their order, so a change works on the text of a line.
pub(crate) fn forge(file: &Path, change: impl FnOnce(&mut Vec<String>)) {
    let journal = fs::read_to_string(file).expect("a journal");
    let mut contents: Vec<String> = journal.lines().map(without_mark).collect();
    change(&mut contents);
    let mut before = [0; 32];
    let mut forged = String::new();
    for content in contents {
        let open = content.strip_suffix('}').expect("an object");
        let mut hash = Sha256::new();
        hash.update(before);
        hash.update(open);
        before = hash.finalize().into();
        let mark: String = before.iter().map(|byte| format!("{byte:02x}")).collect();
        forged.push_str(&format!("{open},\"mark\":\"{mark}\"}}\n"));
    }
    fs::write(file, forged).expect("a forged journal");
}

fn without_mark(line: &str) -> String {
    let (contents, _) = line.rsplit_once(",\"mark\":\"").expect("a mark");
    let contents = format!("{contents}}}");
    let _: Value = serde_json::from_str(&contents).expect("JSON");
    contents
}

/// Replaces a text that stands in one line, once.
#[allow(dead_code)] // Not every test that forges needs it.
pub(crate) fn replace(contents: &mut [String], from: &str, to: &str) {
    let line = contents.iter_mut().find(|line| line.contains(from));
    let line = line.unwrap_or_else(|| panic!("{from}"));
    *line = line.replacen(from, to, 1);
}
