//! Tests of finding rule sets.

#![allow(clippy::unwrap_used)]

use std::fs;

use super::*;

/// A folder with files of the names given; each gives its path as its name.
fn folder(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        fs::write(folder.path().join(file), format!("name = '{file}'\n")).unwrap();
    }
    folder
}

fn library(dirs: &[&tempfile::TempDir], own: Option<&tempfile::TempDir>) -> Library {
    let path = |folder: &tempfile::TempDir| folder.path().to_owned();
    Library {
        dirs: dirs.iter().copied().map(path).collect(),
        own: own.map(path),
    }
}

fn ids(library: &Library) -> Vec<String> {
    library
        .ids()
        .unwrap()
        .into_iter()
        .map(|listed| listed.id)
        .collect()
}

#[test]
fn what_is_built_in_says_its_id_and_name() {
    for &(id, text, name) in BUILT_IN {
        let table = toml::de::DeTable::parse(text).unwrap();
        let said = |key: &str| {
            table
                .get_ref()
                .get(key)
                .and_then(|value| value.get_ref().as_str())
        };
        assert_eq!((said("id"), said("name")), (Some(id), Some(name)));
        assert!(is_id(id));
    }
}

/// The ids of a listing that do not come with the program.
fn besides_built_in(listed: &[String]) -> Vec<&str> {
    let mine = listed.iter().map(String::as_str);
    mine.filter(|id| !BUILT_IN.iter().any(|(built_in, ..)| built_in == id))
        .collect()
}

#[test]
fn listings_are_sorted_and_leave_other_names_out() {
    let given = folder(&[
        "zulu.toml",
        "agincourt-2.toml",
        "Bad.toml",
        "my rules.toml",
        "x.txt",
    ]);
    fs::create_dir(given.path().join("folder.toml")).unwrap();
    fs::write(given.path().join("\u{1b}[31m.toml"), "").unwrap();
    let listed = ids(&library(&[&given], None));
    assert!(listed.is_sorted());
    assert_eq!(besides_built_in(&listed), ["agincourt-2", "zulu"]);
}

#[test]
fn the_first_place_wins() {
    let first = folder(&["a.toml"]);
    let second = folder(&["a.toml", "b.toml"]);
    let own = folder(&["b.toml", "kriegspiel.toml"]);
    let library = library(&[&first, &second], Some(&own));
    let found = |id| library.find(id).unwrap().origin;
    assert_eq!(found("a"), Origin::File(first.path().join("a.toml")));
    assert_eq!(found("b"), Origin::File(second.path().join("b.toml")));
    assert_eq!(
        found("kriegspiel"),
        Origin::File(own.path().join("kriegspiel.toml"))
    );
}

#[test]
fn an_exact_id_wins_over_its_longer_kin() {
    let given = folder(&["quoit.toml", "quoit-2d6.toml", "zouave.toml"]);
    let library = library(&[&given], None);
    let found = |typed| {
        library
            .find(typed)
            .map(|source| source.id)
            .map_err(|e| e.to_string())
    };
    assert_eq!(found("quoit"), Ok("quoit".to_owned()));
    assert_eq!(found("Quoit-2"), Ok("quoit-2d6".to_owned()));
    assert_eq!(found("z"), Ok("zouave".to_owned()));
    assert_eq!(
        found("quo"),
        Err("`quo` fits several rule sets: `quoit` and `quoit-2d6`".to_owned())
    );
}

#[test]
fn an_unknown_id_names_the_nearest() {
    let library = library(&[], None);
    let unknown = |typed| library.find(typed).unwrap_err();
    assert_eq!(
        unknown("kreigspiel").to_string(),
        "unknown rule set `kreigspiel`"
    );
    assert_eq!(
        unknown("kreigspiel").hint().unwrap(),
        "did you mean `kriegspiel`?"
    );
    assert_eq!(
        unknown("").hint().unwrap(),
        "`drumhead rules` lists the rule sets"
    );
    assert_eq!(
        unknown("\u{1b}[2J").to_string(),
        "unknown rule set `\u{fffd}[2J`"
    );
}

#[test]
fn a_folder_given_must_be_there_and_the_users_own_need_not() {
    let missing = PathBuf::from("no/such/folder");
    let own = Library {
        dirs: Vec::new(),
        own: Some(missing.clone()),
    };
    assert_eq!(besides_built_in(&ids(&own)), [""; 0]);
    let given = Library {
        dirs: vec![missing],
        own: None,
    };
    assert_eq!(
        given.ids().unwrap_err().to_string(),
        "cannot read the folder `no/such/folder`: there is no such file or folder"
    );
}

#[test]
fn only_the_file_asked_for_is_read() {
    let given = folder(&["good.toml"]);
    fs::write(given.path().join("latin.toml"), b"name = '\xe9'").unwrap();
    let library = library(&[&given], None);
    assert_eq!(library.find("good").unwrap().text, "name = 'good.toml'\n");
    assert!(matches!(
        library.find("latin"),
        Err(LookupError::File(FileError::Encoding(faults))) if faults.len() == 1
    ));
}

#[test]
fn names_for_the_list_come_from_the_head_of_the_file() {
    assert_eq!(
        name_in("# x\nid = 'x'\n  name = \"A # B\" # c\n").as_deref(),
        Some("A # B")
    );
    assert_eq!(name_in("names = 'a'\n[type]\nname = 'no'\n"), None);
    assert_eq!(name_in("name = \"open\n"), None);
    assert_eq!(name_in("name = 3\n"), None);
    assert_eq!(
        name_in("name = \"\\u001b[2J\"").as_deref(),
        Some("\u{fffd}[2J")
    );
}

#[test]
fn a_listed_file_and_a_built_in_one_give_their_names() {
    let given = folder(&["good.toml"]);
    let listed = library(&[&given], None).ids().unwrap();
    let name = |id: &str| {
        listed
            .iter()
            .find(|set| set.id == id)
            .and_then(Listed::name)
    };
    assert_eq!(
        [name("good"), name("kriegspiel")],
        [
            Some("good.toml".to_owned()),
            Some("Le Kriegspiel, 1680".to_owned())
        ]
    );
}
