//! Checking again at every save.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::{Checking, check};
use crate::script::Ending;
use crate::voice::{Form, Voice};

/// How often the files are looked at; they are few, and their times alone are asked for.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// How long nothing may change before a save is taken to be whole.
const SETTLED_FOR: Duration = Duration::from_millis(50);

/// When the files were saved last, and how long they are.
type Saved = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Checks, and checks again whenever one of the files is saved, or one of those beside it, until Ctrl-C.
///
/// # Errors
/// When nothing can be said.
pub fn watch(checking: &Checking<'_>, voice: &mut Voice) -> io::Result<Ending> {
    loop {
        let saved = saved(checking);
        check(checking, voice)?;
        voice.flush()?;
        if voice.form() == Form::Text {
            voice.aside("checked again at every save; Ctrl-C ends it")?;
        }
        let mut now = self::saved(checking);
        while now == saved {
            sleep(LOOK_EVERY);
            now = self::saved(checking);
        }
        // An editor may still be writing: what is half there would be said to be wrong.
        loop {
            sleep(SETTLED_FOR);
            let next = self::saved(checking);
            if next == now {
                break;
            }
            now = next;
        }
    }
}

/// The tables in the folders that are looked in, as they are now.
fn saved(checking: &Checking<'_>) -> Saved {
    let files = checking.files.iter().chain(checking.cases);
    let folders = files.clone().map(|file| folder_of(file));
    let library = checking.library.dirs.iter().chain(&checking.library.own);
    let folders = folders.chain(library.map(PathBuf::as_path));
    let mut saved = Saved::new();
    for folder in folders {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        saved.extend(
            paths
                .filter(|path| path.extension().is_some_and(|end| end == "toml"))
                .map(state_of),
        );
    }
    saved.extend(files.cloned().map(state_of));
    saved
}

fn state_of(path: PathBuf) -> (PathBuf, (Option<SystemTime>, u64)) {
    let state = std::fs::metadata(&path);
    let state = state.map_or((None, 0), |state| (state.modified().ok(), state.len()));
    (path, state)
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
