//! The examples of README and docs, executed; the page of keys and the schema, held to the reading.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README and everything in docs/.
fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).expect("the folder of docs");
    let mut pages: Vec<PathBuf> = docs
        .map(|entry| entry.expect("an entry of it").path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.push(root().join("README.md"));
    pages
}

/// A command of a page, and what the page says that it prints.
#[derive(Default)]
struct Example {
    command: String,
    prints: String,
}

/// What a page has the reader do.
enum Block {
    /// A whole rule table, or what is added to the last whole one.
    Table(String),
    /// Commands, each with what it prints.
    Commands(Vec<Example>),
}

/// The blocks of a page that begin with ```` ```toml ```` or ```` ```console ````.
fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match kind {
            "toml" => blocks.push(Block::Table(format!("{}\n", block.join("\n")))),
            "console" => blocks.push(Block::Commands(examples(&block))),
            _ => {}
        }
    }
    blocks
}

/// The commands of a block, each line after `$ `.
fn examples(block: &[&str]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), examples.last_mut()) {
            (Some(command), _) => examples.push(Example {
                command: command.to_owned(),
                ..Example::default()
            }),
            (None, Some(example)) => {
                example.prints.push_str(line);
                example.prints.push('\n');
            }
            (None, None) => panic!("`{line}` before any command"),
        }
    }
    examples
}

/// Runs a command where the program is on the path and `home` has the user's tables, in the project's root.
fn run(command: &str, home: &Path) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_drumhead"));
    let folder = program.parent().expect("its folder").display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(root())
        .env("PATH", format!("{folder}:{path}"))
        .env("XDG_CONFIG_HOME", home)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "80")
        .output()
        .expect("bash");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    (output.status.success(), printed)
}

/// The tables of a page, which its commands play with.
struct Tables {
    home: tempfile::TempDir,
    whole: String,
}

impl Tables {
    fn new() -> Tables {
        let home = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(home.path().join("drumhead/tables")).expect("its folders");
        Tables {
            home,
            whole: String::new(),
        }
    }

    /// Takes a block in and checks what it makes; a block adds to the last whole table, and to nothing else.
    fn take(&mut self, block: &str) {
        let table = if block.starts_with("format = ") {
            self.whole = block.to_owned();
            block.to_owned()
        } else {
            format!("{}\n{block}", self.whole)
        };
        let id = table.lines().find_map(|line| line.strip_prefix("id = \""));
        let id = id.expect("an id").trim_end_matches('"');
        let file = self.home.path().join(format!("drumhead/tables/{id}.toml"));
        fs::write(&file, &table).expect("a table");
        let (sound, printed) = run(
            &format!("drumhead check {}", file.display()),
            self.home.path(),
        );
        assert!(sound, "{block}{printed}");
    }
}

fn plain(text: &str) -> Vec<String> {
    let lines = text.trim_end().lines();
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// How many commands and tables some pages have; each is run, and one that is otherwise is told.
///
/// `WRITE_DOCS=1` writes what is printed into the page instead.
fn run_pages(pages: &[PathBuf]) -> (usize, usize) {
    let (mut commands, mut tables) = (0, 0);
    let mut wrong = Vec::new();
    // The pages keep their battles there; a build may put its files elsewhere.
    fs::create_dir_all(root().join("target")).expect("a folder for battles");
    for page in pages {
        let text = fs::read_to_string(page).expect("a page");
        let mut of_page = Tables::new();
        for block in blocks(&text) {
            let examples = match block {
                Block::Table(table) => {
                    tables += 1;
                    of_page.take(&table);
                    continue;
                }
                Block::Commands(examples) => examples,
            };
            for example in examples {
                commands += 1;
                let (_, printed) = run(&example.command, of_page.home.path());
                if plain(&printed) != plain(&example.prints) && !rewrite(page, &example, &printed) {
                    let name = page.display();
                    wrong.push(format!("{name}: `{}` prints\n{printed}", example.command));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    (commands, tables)
}

/// Whether a page has by now what a command prints: only where it is wanted, for a person to read over.
fn rewrite(page: &Path, example: &Example, printed: &str) -> bool {
    if std::env::var_os("WRITE_DOCS").is_none() {
        return false;
    }
    let text = fs::read_to_string(page).expect("a page");
    let block = |prints: &str| format!("$ {}\n{prints}", example.command);
    let printed = plain(printed).join("\n") + "\n";
    let text = text.replacen(&block(&example.prints), &block(&printed), 1);
    fs::write(page, text).expect("a page");
    true
}

/// Whether a page is for those who write rule tables.
fn is_for_authors(page: &Path) -> bool {
    ["tables.md", "mechanisms.md", "extending.md"]
        .iter()
        .any(|name| page.ends_with(name))
}

#[test]
fn every_example_for_authors_does_what_its_page_says() {
    let pages: Vec<PathBuf> = pages()
        .into_iter()
        .filter(|path| is_for_authors(path))
        .collect();
    let (commands, tables) = run_pages(&pages);
    assert!(commands >= 50, "only {commands} commands were found");
    assert!(tables >= 50, "only {tables} tables were found");
}

#[test]
fn every_example_for_referees_prints_what_its_page_says() {
    let pages: Vec<PathBuf> = pages()
        .into_iter()
        .filter(|page| !is_for_authors(page))
        .collect();
    let (commands, _) = run_pages(&pages);
    assert!(commands >= 8, "only {commands} commands were found");
}

/// The page of keys, as the program's own lists of keys have it.
fn page_of_keys() -> String {
    let mut page = String::from(
        "# Every key of a rule table\n\nMade from the reading itself: `WRITE_DOCS=1 cargo test --test project` writes this page anew.\n\
         [tables.md](tables.md) says how the parts play together.\n",
    );
    for table in drumhead::rules::key_tables() {
        page.push_str(&format!(
            "\n## {}\n\n{}\n\n{}",
            table.name, table.about, table.keys
        ));
    }
    page
}

#[test]
fn the_page_of_keys_is_that_of_the_reading() {
    let path = root().join("docs/keys.md");
    if std::env::var_os("WRITE_DOCS").is_some() {
        fs::write(&path, page_of_keys()).expect("the page of keys");
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    let first = page_of_keys();
    let differs = first
        .lines()
        .zip(page.lines())
        .find(|(made, read)| made != read);
    assert!(
        page == first,
        "docs/keys.md is not what the reading has; `WRITE_DOCS=1` writes it anew: {differs:?}"
    );
}

/// Whether a value is as a schema has it; the parts of schemas that the program writes.
fn fits(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointed = root.pointer(reference.trim_start_matches('#'));
        return fits(
            value,
            pointed.ok_or_else(|| format!("no {reference}"))?,
            root,
        );
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let tried: Vec<String> = any
            .iter()
            .filter_map(|one| fits(value, one, root).err())
            .collect();
        return if tried.len() < any.len() {
            Ok(())
        } else {
            Err(format!("{value} is none of: {}", tried.join("; ")))
        };
    }
    if let Some(words) = schema["enum"].as_array() {
        return if words.contains(value) {
            Ok(())
        } else {
            Err(format!("{value} is none of {words:?}"))
        };
    }
    let is = |wanted: &Value| match (wanted.as_str(), value) {
        (Some("object"), Value::Object(_))
        | (Some("array"), Value::Array(_))
        | (Some("string"), Value::String(_))
        | (Some("boolean"), Value::Bool(_))
        | (Some("number"), Value::Number(_)) => true,
        (Some("integer"), Value::Number(number)) => number.is_i64(),
        _ => false,
    };
    let wanted = &schema["type"];
    let fit = wanted
        .as_array()
        .map_or_else(|| is(wanted), |all| all.iter().any(is));
    if !fit {
        return Err(format!("{value} is no {wanted}"));
    }
    let (items, keys) = (value.as_array(), value.as_object());
    for item in items.into_iter().flatten() {
        fits(item, &schema["items"], root)?;
    }
    for (key, value) in keys.into_iter().flatten() {
        let others = &schema["additionalProperties"];
        match (schema["properties"].get(key), others) {
            (Some(of_key), _) => fits(value, of_key, root),
            (None, Value::Object(_)) => fits(value, others, root),
            (None, _) => Err(format!("nothing is called `{key}`")),
        }
        .map_err(|why| format!("{key}: {why}"))?;
    }
    Ok(())
}

#[test]
fn every_rule_table_is_as_the_schema_has_it() {
    let schema = drumhead::rules::schema();
    let mut count = 0;
    for folder in ["tables", "tables/templates", "tests/authors"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder of tables") {
            let path = entry.expect("an entry of it").path();
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let Some(stem) = name.strip_suffix(".toml") else {
                continue;
            };
            if stem.contains('.') {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a table");
            let table: toml::Table = text.parse().expect("TOML");
            let table = serde_json::to_value(table).expect("a tree");
            count += 1;
            let fit = fits(&table, &schema, &schema);
            assert!(fit.is_ok(), "{name}: {fit:?}");
        }
    }
    assert!(count > 20, "only {count} tables were found");
}

#[test]
fn what_no_table_may_say_is_not_as_the_schema_has_it() {
    let schema = drumhead::rules::schema();
    for (wrong, why) in [
        (
            json!({ "format": 2, "nmae": "x" }),
            "nothing is called `nmae`",
        ),
        (json!({ "format": "2" }), "is no"),
        (json!({ "measure": "miles" }), "is none of"),
        (
            json!({ "ruling": { "fire": { "steps": { "a": { "rol": "d6" } } } } }),
            "`rol`",
        ),
    ] {
        let fault = fits(&wrong, &schema, &schema).expect_err("a fault");
        assert!(fault.contains(why), "{wrong}: {fault}");
    }
}
