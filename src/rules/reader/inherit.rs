//! What a table file inherits from the one that it extends.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::lay_over::LayOver;
use super::layer::Layer;
use super::sink::Damage;
use crate::naming::nearest;
use crate::rules::fault::Fault;
use crate::rules::harmless::quoted;
use crate::rules::house::HouseRules;
use crate::rules::texts::Texts;
use crate::rules::trail::key as written;

/// Keys that every file has for itself.
pub(super) const OWN: [&str; 7] = [
    "format", "id", "aliases", "name", "extends", "without", "mark",
];

/// What the working calls a change unless the file has a word for it.
const MARK: &str = "house rule";

/// A file and those that it extends as one tree.
pub(super) struct Merged<'t> {
    pub(super) texts: Texts,
    pub(super) tree: DeTable<'t>,
    pub(super) faults: Vec<Fault>,
    pub(super) damage: Damage,
    pub(super) house: HouseRules,
}

/// Merges a file with those that it extends, itself first.
pub(super) fn merge(layers: Vec<Layer<'_>>) -> Merged<'_> {
    let texts: Vec<(&str, &str)> = layers
        .iter()
        .map(|layer| (layer.file.as_str(), layer.text))
        .collect();
    let mut merged = Merged {
        texts: Texts::new(&texts),
        tree: DeTable::new(),
        faults: Vec::new(),
        damage: Damage::default(),
        house: HouseRules::default(),
    };
    // From the file that stands alone to the one that is read.
    for (depth, layer) in layers.into_iter().enumerate().rev() {
        let layer = layer.moved(merged.texts.start(depth));
        merged.add(layer);
    }
    merged
}

impl<'t> Merged<'t> {
    fn add(&mut self, layer: Layer<'t>) {
        self.damage.lines.extend(&layer.damage.lines);
        self.damage.from = self.damage.from.or(layer.damage.from);
        if self.tree.is_empty() {
            self.tree = layer.tree;
            self.faults.extend(layer.faults);
            return;
        }
        self.faults.extend(other_format(&self.tree, &layer.tree));
        for key in OWN {
            self.tree.remove(key);
        }
        // What the parents lack by a fault of theirs cannot be missed.
        if self.damage.from.is_none() {
            self.leave_out(&layer);
        }
        let mark = layer.said("mark").map(Spanned::into_inner);
        let mark = mark.unwrap_or_else(|| MARK.to_owned());
        self.faults.extend(layer.faults);
        LayOver::new(&mark, &mut self.house).file(&mut self.tree, layer.tree, &OWN);
    }

    /// Takes out what the file does not want to inherit.
    fn leave_out(&mut self, layer: &Layer<'t>) {
        let list = layer.tree.get("without").map(Spanned::get_ref);
        for item in list.and_then(DeValue::as_array).into_iter().flatten() {
            if let Some(path) = item.get_ref().as_str()
                && let Err(near) = remove(&mut self.tree, path)
            {
                let message = format!("nothing called {} is inherited", quoted(path));
                let hint = near.map(|near| format!("did you mean {}?", quoted(&near)));
                let fault = Fault::new(item.span(), message);
                self.faults.push(Fault { hint, ..fault });
            }
        }
    }
}

/// The fault of a file that is written in another format than the one that extends it.
fn other_format(below: &DeTable<'_>, above: &DeTable<'_>) -> Option<Fault> {
    let (below, above) = (below.get("format")?, above.get("format")?);
    let (old, new) = (below.get_ref().as_integer()?, above.get_ref().as_integer()?);
    let message = format!("`format` is {old} here, but {new} in the file that extends this one");
    (old.as_str() != new.as_str()).then(|| Fault::new(below.span(), message))
}

/// Removes what stands at a path such as `modifier.flank`; if there is nothing,
/// the error is the path that was probably meant.
fn remove(table: &mut DeTable<'_>, path: &str) -> Result<(), Option<String>> {
    let known: Vec<String> = table.keys().map(|key| key.get_ref().to_string()).collect();
    // Keys may have dots in them, in quotes or not: the longest that begins the path is meant.
    let begins = |key: &str| {
        let rest = path.strip_prefix(key)?;
        rest.strip_prefix('.').or(rest.is_empty().then_some(""))
    };
    let parted = known
        .iter()
        .filter_map(|key| Some((key, begins(key).or_else(|| begins(&written(key)))?)))
        .max_by_key(|(key, _)| key.len());
    let Some((key, rest)) = parted else {
        let near = nearest(path, known.iter().map(String::as_str));
        return Err(near.map(str::to_owned));
    };
    if rest.is_empty() {
        table.remove(key.as_str());
        return Ok(());
    }
    match table.get_mut(key.as_str()).map(Spanned::get_mut) {
        Some(DeValue::Table(inner)) => {
            remove(inner, rest).map_err(|near| near.map(|near| format!("{key}.{near}")))
        }
        _ => Err(Some(key.clone())),
    }
}
