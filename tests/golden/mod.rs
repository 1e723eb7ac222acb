//! Files of cases: lines with scripted dice, and what must come of them.

use std::path::{Path, PathBuf};

use drumhead::cases::CaseFile;

/// The files of a folder whose names end so, in order.
pub(crate) fn case_files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry of it").path())
        .filter(|path| path.to_string_lossy().ends_with(end))
        .collect();
    files.sort();
    files
}

/// Reads a file of cases.
pub(crate) fn read_cases(path: &Path) -> CaseFile {
    let text = std::fs::read_to_string(path).expect("a readable case file");
    CaseFile::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
