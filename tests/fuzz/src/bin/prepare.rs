//! Writes what a fuzzer begins with: a corpus from the golden cases and the tables, and dictionaries.

use std::fs;
use std::io;
use std::path::Path;

use drumhead::language::verbs::{FIELD, OWN};
use drumhead::rules::library::BUILT_IN;
use drumhead::rules::shelf::Named;
use drumhead_fuzz::{cases, session};

fn main() -> io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (lines, tables) = (here.join("corpus/line"), here.join("corpus/table"));
    fs::create_dir_all(&lines)?;
    fs::create_dir_all(&tables)?;
    let mut words: Vec<String> = PLAIN.iter().map(|&word| word.to_owned()).collect();
    words.extend(OWN.iter().map(|verb| verb.name.to_owned()));
    words.extend(FIELD.iter().map(|verb| verb.name.to_owned()));
    for (place, (id, text, _)) in BUILT_IN.iter().enumerate() {
        fs::write(tables.join(format!("{id}.toml")), text)?;
        // The first byte picks the rule set.
        let of = u8::try_from(place).unwrap_or(0);
        for (number, line) in cases(id).iter().enumerate() {
            let bytes = [&[of], line.as_bytes()].concat();
            fs::write(lines.join(format!("{id}-{number}")), bytes)?;
        }
        let session = session(id);
        let rules = session.rules();
        words.extend(rules.rulings.iter().map(|(_, it)| it.id().to_owned()));
        words.extend(rules.types.iter().map(|(_, it)| it.id().to_owned()));
        words.extend(rules.words.iter().map(|(_, it)| it.id().to_owned()));
        words.extend(rules.weapons.iter().map(|(_, it)| it.id().to_owned()));
    }
    words.sort();
    words.dedup();
    fs::write(here.join("line.dict"), dictionary(&words))?;
    let mut keys: Vec<String> = BUILT_IN
        .iter()
        .flat_map(|(_, text, _)| text.split(|one: char| !one.is_alphanumeric() && one != '-'))
        .filter(|key| key.len() > 2)
        .map(str::to_owned)
        .collect();
    keys.sort();
    keys.dedup();
    fs::write(here.join("table.dict"), dictionary(&keys))
}

/// What the language keeps for itself, and characters that phones put into lines.
const PLAIN: [&str; 40] = [
    "at",
    "vs",
    "and",
    "rolled",
    "with",
    "lost",
    "not",
    "load",
    "scenario",
    "for",
    "until broken",
    "--fresh",
    "=",
    "=11",
    "+",
    ",",
    "|",
    "#",
    " # ",
    "in",
    "cm",
    "sq",
    "hex",
    "yd",
    "d6",
    "d20",
    "–",
    "—",
    "−",
    "’",
    "“",
    "”",
    "″",
    "×",
    "½",
    "\u{a0}",
    "\u{1b}",
    "\u{feff}",
    "é",
    "\n",
];

/// Words in the form of a dictionary of libFuzzer.
fn dictionary(words: &[String]) -> String {
    let quoted = words.iter().map(|word| {
        let bytes: String = word
            .bytes()
            .map(|byte| match byte {
                b'"' | b'\\' => format!("\\{}", char::from(byte)),
                b' '..=b'~' => char::from(byte).to_string(),
                _ => format!("\\x{byte:02x}"),
            })
            .collect();
        format!("\"{bytes}\"\n")
    });
    quoted.collect()
}
