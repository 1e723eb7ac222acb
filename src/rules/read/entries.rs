//! Reading a file of what the rules say.

use super::index::names;
use super::lexicon::Keys;
use super::parts::{also, cite, owned};
use super::{format, heritage};
use crate::rules::entry::{Entries, Entry};
use crate::rules::fault::Faults;
use crate::rules::library::Source;
use crate::rules::reader::{self, Parents, Reader, Warned};
use crate::rules::shelf::Shelf;

/// Reads and checks a file of what the rules say, which may extend another such file.
///
/// # Errors
/// All the faults of the file, such as two entries of the same name.
pub(in crate::rules) fn entries(source: &Source, parents: &Parents<'_>) -> Result<Entries, Faults> {
    Ok(reader::read_extending(source, parents, Warned::No, build)?.built)
}

fn build(file: &mut Reader<'_>) -> Option<Entries> {
    let format = format(file);
    heritage(file);
    let keys = Keys::of(file, "rule", "rule");
    let mut list = Shelf::default();
    let read = file.keyed_tables("rule", |id, table| {
        let title = owned(table.text("title"));
        let also = also(table);
        let text = owned(table.text("text"));
        let on_paper = owned(table.maybe_text("sheet"));
        let cite = cite(table);
        Some(Entry {
            id: id.into_inner().to_owned(),
            title: title?,
            also,
            text: text?,
            on_paper,
            cite,
        })
    });
    for entry in read {
        list.add_or_gap(entry);
    }
    let place = |name: &str| keys.names().find(|(key, _)| *key == name);
    let mut clash = |id: &str, name: &str, other: &str| {
        let at = place(id).map(|(_, at)| at).unwrap_or_default();
        file.fault(at, format!("`{name}` is a name of `{other}` and of `{id}`"))
            .hint("a name can lead to one thing only");
    };
    let names = names(&list, other_names, &mut clash);
    format.map(|_| Entries::of(list, names))
}

fn other_names(entry: &Entry) -> Vec<&str> {
    let also = entry.also.iter().map(String::as_str);
    std::iter::once(entry.title.as_str()).chain(also).collect()
}
