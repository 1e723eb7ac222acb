//! The lines of the golden cases, as the files beside the tables have them.

use std::path::Path;

/// The lines of the golden cases of a rule set; none where there is no file of them.
pub fn cases(id: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["tables/cases", "../../tables/cases"];
    let files = places.map(|place| folder.join(place).join(format!("{id}.toml")));
    let text = files
        .iter()
        .find_map(|file| std::fs::read_to_string(file).ok());
    let table: toml::Table = text.unwrap_or_default().parse().expect("a file of cases");
    let cases = table.get("case").and_then(|cases| cases.as_array());
    cases
        .into_iter()
        .flatten()
        .filter_map(|case| case.get("line")?.as_str().map(str::to_owned))
        .collect()
}
