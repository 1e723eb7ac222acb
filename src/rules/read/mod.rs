//! From the text of a table file to a checked rule set.
//!
//! Names first, then bodies, then what only the whole can show. Every fault
//! of the file is reported; a file with a fault gives no rule set. A file that
//! extends another is read as one with it.

mod battle;
mod charts;
mod entries;
mod index;
mod kinds;
mod lexicon;
mod limits;
mod missing;
mod parts;
mod rulings;
mod scenarios;
mod shapes;
mod states;
mod steps;
mod warnings;
mod words;

pub(super) use entries::entries;
pub(super) use scenarios::scenarios;
pub(super) use shapes::file_shape;

use lexicon::Lexicon;
use parts::{cite, maybe_share, owned};

use super::fault::Faults;
use super::house::HouseRules;
use super::library::{Beside, Source, is_id};
use super::reader::{self, Parents, Read, Reader, Spanned, Warned};
use super::set::{Powers, RuleSet, Unit, Withdraws};
use super::shelf::Shelf;
use super::texts::Texts;
use crate::distance::Measure;
use crate::number::Number;

/// The format of table files that this program reads.
pub(super) const FORMAT: i64 = 2;

/// Reads and checks a table file; `parents` finds the files that it extends.
///
/// # Errors
/// All the faults of the file and of those that it extends.
pub fn rule_set(source: &Source, parents: &Parents<'_>) -> Result<RuleSet, Faults> {
    read_set(source, parents, Warned::No)
}

/// Reads and checks a table file for its author: with what is no fault, but what he should know.
///
/// # Errors
/// All the faults of the file and of those that it extends.
pub(super) fn rule_set_warned(source: &Source, parents: &Parents<'_>) -> Result<RuleSet, Faults> {
    read_set(source, parents, Warned::Yes)
}

fn read_set(source: &Source, parents: &Parents<'_>, warned: Warned) -> Result<RuleSet, Faults> {
    let Read {
        built,
        house,
        texts,
        warnings,
    } = reader::read_extending(source, parents, warned, |file| {
        let rules = build(file)?;
        if file.sink().wants_warnings() {
            warnings::of_id(&rules, &source.id, file);
        }
        Some(rules)
    })?;
    Ok(RuleSet {
        house,
        texts,
        warnings,
        ..built
    })
}

fn build(file: &mut Reader<'_>) -> Option<RuleSet> {
    let format = format(file);
    heritage(file);
    let lexicon = Lexicon::read(file);
    lexicon.check_kinds(file);
    let id = owned(file.text("id"));
    aliases(file);
    let name = owned(file.text("name"));
    let source = owned(file.maybe_text("source")).unwrap_or_default();
    let measure = file.one_of(
        "measure",
        &[
            ("inches", Measure::Inches),
            ("squares", Measure::Squares),
            ("hexes", Measure::Hexes),
            ("yards", Measure::Yards),
            ("metres", Measure::Metres),
            ("paces", Measure::Paces),
        ],
    );
    let ground = file.maybe_number("ground").map(Spanned::into_inner);
    let count = counted(file, "count", "smallest-count");
    let loss = counted(file, "loss", "smallest-loss");
    let withdraws = file.maybe_table("withdraws", |table| {
        let at = maybe_share(table, "at");
        let say = owned(table.text("say"));
        let cite = cite(table);
        Some(Withdraws {
            at: at?,
            say: say?,
            cite,
        })
    });
    let begins = battle::follows(&lexicon, file, "begins");
    let moves = file.raw("moves").and_then(|value| lexicon.chart(&value));
    let powers = file.maybe_table("powers", |table| {
        let chart = table.raw("chart");
        let chart = chart.and_then(|value| lexicon.chart(&value));
        let ruling = table.required("ruling");
        let ruling = ruling.and_then(|value| lexicon.ruling(&value));
        Some(Powers {
            chart,
            ruling: ruling?,
        })
    });
    let rules_file = beside(file, Beside::Rules);
    let scenarios = beside(file, Beside::Scenarios);
    let charts = charts::charts(&lexicon, file);
    let (rulings, raw_rulings) = rulings::rulings(&lexicon, file);
    let count_name = count.as_ref().map_or("", |count| count.one.as_str());
    let raw_modifiers = file.field("modifier").unwrap_or_default();
    // What a modifier asks for is asked in each of its rulings, when that is read.
    let (modifiers, _) = lexicon
        .words
        .referred_while(|| words::modifiers(&lexicon, count_name, &raw_modifiers, file));
    let (words, needs, said_in) = words::words(&lexicon, file);
    let (results, phrases) = words::results(&lexicon, file);
    let shared = steps::Definitions::read(file);
    let mut rules = RuleSet {
        id: id.unwrap_or_default(),
        name: name.unwrap_or_default(),
        source,
        measure: measure.unwrap_or(Measure::Inches).into(),
        ground,
        count: count.unwrap_or_default(),
        loss: loss.unwrap_or_default(),
        withdraws,
        begins,
        arms: kinds::arms(file),
        classes: kinds::classes(file),
        tags: kinds::tags(file),
        attributes: kinds::attributes(file),
        types: kinds::types(&lexicon, file),
        mixes: kinds::mixes(&lexicon, file),
        weapons: kinds::weapons(&lexicon, file),
        words,
        modifiers,
        symbols: super::steps::symbol::Symbols::default(),
        results,
        settings: words::settings(file),
        charts,
        tables: Shelf::default(),
        moves,
        powers,
        rulings,
        phases: battle::phases(&lexicon, file),
        rules: rules_file,
        scenarios,
        house: HouseRules::default(),
        texts: Texts::default(),
        warnings: Vec::new(),
        index: super::set::Index::default(),
    };
    let steps = steps::Steps {
        shared,
        rulings: raw_rulings,
        modifiers: raw_modifiers.0,
        phrases,
        needs,
        said_in,
    };
    steps::fill(&mut rules, &lexicon, &steps, file);
    if file.sink().is_whole() && file.sink().count() == 0 {
        index::fill(&mut rules, &lexicon, file);
        if file.sink().wants_warnings() {
            states::check(&rules, &lexicon, file);
            warnings::warn(&rules, &lexicon, file);
        }
    }
    format.is_some().then_some(rules)
}

/// The other names of the rule set, which the library finds it by before the file is read.
fn aliases(file: &mut Reader<'_>) {
    for alias in file.maybe_texts("aliases") {
        if !is_id(alias.get_ref()) {
            let message = "an alias is small letters, digits and hyphens, as an id is";
            file.fault(alias.span(), message);
        }
    }
}

/// The name of a file beside this one, without its ending.
fn beside(file: &mut Reader<'_>, what: Beside) -> Option<String> {
    let key = what.key();
    let value = file.raw(key)?;
    let name = value.text()?;
    if !is_id(name.get_ref()) {
        value
            .fault(format!(
                "a file of {key} is named by small letters, digits and hyphens"
            ))
            .hint(format!(
                "`{key} = \"x\"` stands for the file `x.{key}.toml`"
            ));
        return None;
    }
    owned(Some(name))
}

/// The keys by which a file extends another; they were obeyed before the tree was read.
fn heritage(file: &mut Reader<'_>) {
    let extends = file.maybe_text("extends");
    file.maybe_texts("without");
    file.maybe_text("mark");
    for key in ["without", "mark"] {
        if extends.is_none()
            && let Some(value) = file.raw(key)
        {
            value
                .fault(format!("`{key}` without `extends`"))
                .hint("say which rule set the file extends, as in `extends = \"mine\"`");
        }
    }
}

/// The format of the file, which must be the one that this program reads.
fn format(file: &mut Reader<'_>) -> Option<i64> {
    let value = file.required("format")?;
    let format = value.integer(i64::MIN..=i64::MAX)?.into_inner();
    if format != FORMAT {
        value
            .fault(format!("tables of format {format} are not read here"))
            .hint(format!("this version reads format {FORMAT}"));
        return None;
    }
    Some(format)
}

/// `["base", "bases"]`, and the smallest part of one that can stand.
fn counted(file: &mut Reader<'_>, key: &'static str, smallest: &'static str) -> Option<Unit> {
    let value = file.required(key);
    let least = maybe_share(file, smallest).unwrap_or(Number::ONE);
    let value = value?;
    let names = value.items()?;
    match names.as_slice() {
        [one, many] => Some(Unit {
            one: owned(one.text())?,
            many: owned(many.text())?,
            least,
        }),
        _ => {
            value
                .fault(format!("`{key}` is what one and what several are called"))
                .hint("write `[\"base\", \"bases\"]`");
            None
        }
    }
}
