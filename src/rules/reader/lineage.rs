//! From a table file to those that it extends, one after another.

use std::cell::OnceCell;

use toml::Spanned;

use super::layer::Layer;
use crate::rules::fault::Fault;
use crate::rules::harmless::{quoted, quoted_list};
use crate::rules::library::{LookupError, Source};

/// Finds the rule set that another extends, by its id.
pub type Parents<'p> = dyn Fn(&str) -> Result<Source, LookupError> + 'p;

/// How many files a file can extend, one through the other.
const MOST: usize = 8;

/// Holds the files that are extended while their trees are read.
pub(super) type Found = [OnceCell<Source>; MOST];

/// A file and those that it extends, itself first.
///
/// Where one of them cannot be had, that is a fault of the file that asks for
/// it, and nothing that refers to it is judged.
pub(super) fn layers<'t>(
    source: &'t Source,
    parents: &Parents<'_>,
    found: &'t Found,
) -> Vec<Layer<'t>> {
    let mut layers = vec![Layer::parse(source.file_name(), &source.text)];
    let mut ids = vec![source.id.as_str()];
    let mut slots = found.iter();
    while let Some(layer) = layers.last_mut()
        && let Some(parent) = layer.said("extends")
    {
        let place = parent.span();
        let next = next(&parent, &ids, parents).and_then(|source| {
            let slot = slots.next().ok_or_else(|| {
                let message = format!("more than {MOST} files extend one another");
                Fault::new(place, message).hint("extend a file nearer to the first")
            })?;
            Ok(slot.get_or_init(|| source))
        });
        match next {
            Ok(source) => {
                ids.push(&source.id);
                layers.push(Layer::parse(source.file_name(), &source.text));
            }
            Err(fault) => {
                layer.faults.push(fault);
                layer.damage.from = Some(0);
                break;
            }
        }
    }
    layers
}

/// The file that the last of `ids` extends.
fn next(extends: &Spanned<String>, ids: &[&str], parents: &Parents<'_>) -> Result<Source, Fault> {
    let wanted = extends.get_ref().as_str();
    let fault = |message: String| Fault::new(extends.span(), message);
    if let Some(place) = ids.iter().position(|id| *id == wanted) {
        let circle: Vec<&str> = ids.iter().skip(place).copied().collect();
        let message = match circle.as_slice() {
            [only] => format!("{} extends itself", quoted(only)),
            several => {
                let several = quoted_list(several.iter().copied(), "and");
                format!("{several} extend one another in a circle")
            }
        };
        return Err(fault(message).hint("one of them has to stand alone"));
    }
    let source = parents(wanted).map_err(|error| Fault {
        hint: error.hint(),
        ..fault(error.to_string())
    })?;
    // The beginning of an id will do for a person, but another file could come to fit it.
    if source.id != wanted {
        let unknown = format!("unknown rule set {}", quoted(wanted));
        return Err(fault(unknown).hint(format!("did you mean `{}`?", source.id)));
    }
    Ok(source)
}
