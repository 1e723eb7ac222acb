//! Where the program keeps what it keeps, and looks for what the user wrote.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The folder below each of the system's own that is the program's.
const OWN: &str = "drumhead";

/// The file of the user's settings; nothing where the user has no home.
pub fn config_file() -> Option<PathBuf> {
    Some(config_folder()?.join("config.toml"))
}

/// The folder of the user's own rule tables, which need not exist.
pub fn tables_folder() -> Option<PathBuf> {
    Some(config_folder()?.join("tables"))
}

/// The folder in which the console keeps its battles.
pub fn battles_folder() -> Option<PathBuf> {
    Some(state_folder()?.join("battles"))
}

/// The file of the lines that were typed at the console.
pub fn history_file() -> Option<PathBuf> {
    Some(state_folder()?.join("history"))
}

/// The folder of what the program keeps for itself.
pub fn state_folder() -> Option<PathBuf> {
    let places = etcetera::choose_base_strategy().ok()?;
    // Some systems have no folder for what is neither settings nor documents.
    let folder = places.state_dir().unwrap_or_else(|| places.data_dir());
    Some(folder.join(OWN))
}

fn config_folder() -> Option<PathBuf> {
    let places = etcetera::choose_base_strategy().ok()?;
    Some(places.config_dir().join(OWN))
}
