//! The parts of a table file and of those that it extends, as text that can be compared.

use std::collections::BTreeMap;
use std::fmt::Write;

use smol_str::{SmolStr, format_smolstr};
use toml::de::DeValue;

use super::inherit::{OWN, merge};
use super::layer::Layer;
use crate::rules::identity::{TableIdentity, part_hash, sha256};
use crate::rules::texts::Texts;

/// Which table some texts are, under the id of its rule set.
pub(in crate::rules) fn identity(rules: &str, texts: &Texts) -> TableIdentity {
    let layers: Vec<Layer<'_>> = texts
        .files()
        .map(|(name, text)| Layer::parse(name, text))
        .collect();
    let extends = layers
        .iter()
        .filter_map(|layer| layer.said("extends"))
        .map(|id| id.into_inner().into());
    TableIdentity {
        rules: rules.into(),
        extends: extends.collect(),
        hash: sha256(texts.whole()),
        parts: parts(layers),
    }
}

fn parts(layers: Vec<Layer<'_>>) -> BTreeMap<SmolStr, SmolStr> {
    let mut parts = BTreeMap::new();
    for (key, value) in &merge(layers).tree {
        let key = key.get_ref();
        // What a file has for itself rules on nothing.
        if OWN.contains(&key.as_ref()) {
            continue;
        }
        match value.get_ref() {
            DeValue::Table(table) => {
                for (below, value) in table {
                    let path = format_smolstr!("{key}.{}", below.get_ref());
                    parts.insert(path, hash_of(value.get_ref()));
                }
            }
            other => {
                parts.insert(key.as_ref().into(), hash_of(other));
            }
        }
    }
    parts
}

fn hash_of(value: &DeValue<'_>) -> SmolStr {
    let mut written = String::new();
    write(value, &mut written);
    part_hash(&written)
}

/// Writes a value so that two values read alike only if they are.
fn write(value: &DeValue<'_>, to: &mut String) {
    // Writing to a text cannot fail.
    let _ = match value {
        DeValue::String(text) => write!(to, "{text:?}"),
        DeValue::Integer(number) => write!(to, "{number}"),
        DeValue::Float(number) => write!(to, "{number}"),
        DeValue::Boolean(truth) => write!(to, "{truth}"),
        DeValue::Datetime(time) => write!(to, "{time}"),
        DeValue::Array(list) => {
            to.push('[');
            for item in list {
                write_one(item.get_ref(), to);
            }
            to.push(']');
            Ok(())
        }
        DeValue::Table(table) => {
            to.push('{');
            for (key, value) in table {
                let _ = write!(to, "{:?}=", key.get_ref());
                write_one(value.get_ref(), to);
            }
            to.push('}');
            Ok(())
        }
    };
}

fn write_one(value: &DeValue<'_>, to: &mut String) {
    write(value, to);
    to.push(',');
}
