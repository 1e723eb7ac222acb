//! The keys of rows and columns: ranges, ratios, kinds, words, names.

use smol_str::{SmolStr, format_smolstr};

use super::Resolver;
use super::tables::{FoundBy, Sort};
use crate::number::Number;
use crate::rules::bands::Span;
use crate::rules::read::steps::raw::RawTable;
use crate::rules::reader::Text;
use crate::rules::steps::lookup::{Matches, TableKey};

impl<'r> Resolver<'r, '_> {
    /// The keys of the rows or of the columns, all of one sort.
    pub(super) fn axis(
        &mut self,
        keys: &[&Text],
        table: &RawTable,
        by: FoundBy,
        name: &SmolStr,
    ) -> Option<Vec<TableKey>> {
        let read: Vec<Option<(TableKey, Sort)>> = keys
            .iter()
            .map(|key| self.table_key(key, table, by))
            .collect();
        let read: Vec<(TableKey, Sort)> = read.into_iter().collect::<Option<_>>()?;
        let first = read.first()?.1;
        if let Some(at) = read.iter().position(|(_, sort)| *sort != first) {
            let key = keys.get(at)?;
            self.fault(
                &key.at,
                format!("`{}` stands among {}", key.text, sort_name(first)),
            )
            .hint("the rows of a table are all found in one way, and so are its columns");
            return None;
        }
        if first == Sort::Ranges {
            self.check_ranges(keys, &read, name)?;
        }
        if first == Sort::Ratios {
            self.check_ratios(keys, &read)?;
        }
        Some(read.into_iter().map(|(key, _)| key).collect())
    }

    /// One key of a table.
    pub(super) fn table_key(
        &mut self,
        key: &Text,
        table: &RawTable,
        by: FoundBy,
    ) -> Option<(TableKey, Sort)> {
        let text = key.text.as_str();
        let (name, matches, sort) = if let Some(span) = Span::parse(text) {
            (
                format_smolstr!("{span}"),
                Matches::Range(span),
                Sort::Ranges,
            )
        } else if let Some((name, ratio)) = ratio(text) {
            (name, Matches::Ratio(ratio), Sort::Ratios)
        } else if looks_like_range(text) {
            self.fault(&key.at, format!("`{text}` is not a range"))
                .hint("write `3`, `1-5`, `6+` or `-2`; a ratio is written `2:1`");
            return None;
        } else {
            let kind = self.lexicon.kind_named(text).map(Matches::Kind);
            let word = self.lexicon.words.find(text).map(Matches::Word);
            let matches = match by {
                FoundBy::Word => word.or(kind),
                FoundBy::Kind | FoundBy::Value => kind.or(word),
            };
            (
                key.text.clone(),
                matches.unwrap_or(Matches::Name),
                Sort::Names,
            )
        };
        let said = table
            .headings
            .0
            .iter()
            .find(|(known, _)| same_key(&known.text, text));
        let heading = match said {
            Some((_, Some(heading))) => SmolStr::new(heading),
            _ => match matches {
                Matches::Kind(_) => self.kind_heading(text).unwrap_or_else(|| name.clone()),
                _ => name.clone(),
            },
        };
        let name = self.symbol_of_key(&name)?;
        Some((
            TableKey {
                name,
                heading,
                matches,
            },
            sort,
        ))
    }

    /// The symbol of a key; a result that only stands over a row is none that the ruling comes to.
    pub(super) fn symbol_of_key(
        &mut self,
        name: &str,
    ) -> Option<crate::rules::steps::symbol::Symbol> {
        let results = self.results.clone();
        let symbol = self.symbol(name);
        self.results = results;
        symbol
    }

    /// What a person calls a kind.
    pub(super) fn kind_heading(&self, name: &str) -> Option<SmolStr> {
        let rules = self.rules;
        let of_type = rules
            .types
            .named(name)
            .map(|id| rules.types.get(id).name.clone());
        of_type
            .or_else(|| {
                rules
                    .arms
                    .named(name)
                    .map(|id| rules.arms.get(id).0.name.clone())
            })
            .or_else(|| {
                rules
                    .classes
                    .named(name)
                    .map(|id| rules.classes.get(id).0.name.clone())
            })
            .or_else(|| {
                rules
                    .tags
                    .named(name)
                    .map(|id| rules.tags.get(id).0.name.clone())
            })
            .or_else(|| {
                rules
                    .mixes
                    .named(name)
                    .map(|id| SmolStr::new(&rules.mixes.get(id).name))
            })
    }

    /// Notes ranges that overlap or leave a gap.
    pub(super) fn check_ranges(
        &self,
        keys: &[&Text],
        read: &[(TableKey, Sort)],
        name: &str,
    ) -> Option<()> {
        let mut spans: Vec<(Span, &Text)> = read
            .iter()
            .zip(keys)
            .filter_map(|((key, _), text)| match key.matches {
                Matches::Range(span) => Some((span, *text)),
                _ => None,
            })
            .collect();
        spans.sort_by_key(|(span, _)| span.from);
        for pair in spans.windows(2) {
            let [(first, first_key), (second, second_key)] = pair else {
                continue;
            };
            if first.meets(*second) {
                self.fault(&second_key.at, format!("`{second}` overlaps `{first}`"))
                    .also(first_key.at.clone(), format!("`{first}`"));
                return None;
            }
            let next = first.to.saturating_add(1);
            if next < second.from {
                let gap = Span {
                    from: next,
                    to: second.from.saturating_sub(1),
                };
                self.fault(&second_key.at, format!("nothing in `{name}` covers {gap}"))
                    .hint("what lies beyond the ends is held to them; between them nothing may be missing");
                return None;
            }
        }
        Some(())
    }

    /// Notes ratios that do not rise.
    pub(super) fn check_ratios(&self, keys: &[&Text], read: &[(TableKey, Sort)]) -> Option<()> {
        let ratios: Vec<(Number, &Text)> = read
            .iter()
            .zip(keys)
            .filter_map(|((key, _), text)| match key.matches {
                Matches::Ratio(ratio) => Some((ratio, *text)),
                _ => None,
            })
            .collect();
        for pair in ratios.windows(2) {
            let [(first, _), (second, key)] = pair else {
                continue;
            };
            if first >= second {
                self.fault(&key.at, "ratios stand from the least to the most");
                return None;
            }
        }
        Some(())
    }
}

pub(super) fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Ranges => "ranges",
        Sort::Ratios => "ratios",
        Sort::Names => "names",
    }
}

/// `2:1` as JSON has it, with its value.
pub(super) fn ratio(text: &str) -> Option<(SmolStr, Number)> {
    let (first, second) = text.split_once(':')?;
    let part = |text: &str| {
        let part: i64 = text.trim().parse().ok()?;
        (1..=1000).contains(&part).then_some(part)
    };
    let (first, second) = (part(first)?, part(second)?);
    let name = format_smolstr!("{first}-{second}");
    Some((name, Number::ratio(first, second)?))
}

/// Whether a key is meant as a range or a ratio: it has digits and no letter.
pub(super) fn looks_like_range(text: &str) -> bool {
    text.contains(|sign: char| sign.is_ascii_digit()) && !text.contains(char::is_alphabetic)
}

/// Whether two keys are the same, however their ranges are written.
pub(super) fn same_key(one: &str, other: &str) -> bool {
    one == other
        || match (Span::parse(one), Span::parse(other)) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
}
