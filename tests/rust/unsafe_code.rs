//! The inventory of `docs/dev/unsafe.md` is that of the sources, and every module without an island forbids unsafe code.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const INVENTORY: &str = "docs/dev/unsafe.md";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All source files below `folder`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// How often the code, comments aside, says the word.
fn occurrences(source: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    source
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .flat_map(|code| code.split(|c| !is_part(c)))
        .filter(|word| *word == "unsafe")
        .count()
}

/// The rows `| `file` | number | …` of the inventory.
fn inventory() -> BTreeMap<String, usize> {
    let text = read(&root().join(INVENTORY));
    let rows = text.lines().filter_map(|line| {
        let mut columns = line.strip_prefix("| `src/")?.split(" | ");
        let file = columns.next()?.trim_end_matches('`');
        Some((format!("src/{file}"), columns.next()?.parse().ok()?))
    });
    rows.collect()
}

fn name(path: &Path) -> String {
    let path = path.strip_prefix(root()).expect("below the root");
    path.to_string_lossy().replace('\\', "/")
}

#[test]
fn the_inventory_is_complete_and_counts_right() {
    let found: BTreeMap<String, usize> = sources(&root().join("src"))
        .iter()
        .map(|path| (name(path), occurrences(&read(path))))
        .filter(|(_, count)| *count > 0)
        .collect();
    assert!(found.len() > 10, "the sources are there");
    let listed = inventory();
    for (file, count) in &found {
        let entry = listed.get(file);
        assert!(entry.is_some(), "{file} says `unsafe`; it is no island of {INVENTORY}");
        assert_eq!(
            Some(count),
            entry,
            "{file}: look at what changed, then put this into {INVENTORY}"
        );
    }
    for file in listed.keys() {
        assert!(found.contains_key(file), "{file} is in {INVENTORY} and has no unsafe code");
    }
}

#[test]
fn islands_lie_in_arch_folders_or_where_others_own_the_memory() {
    for file in inventory().keys() {
        assert!(
            file.contains("/arch/")
                || file == "src/python/shared_memory.rs"
                || file.starts_with("src/python/arrow_c/"),
            "{file}"
        );
    }
}

/// In its own file or in that of a module around it: the attribute holds for all within.
#[test]
fn every_other_module_forbids_unsafe_code() {
    let islands: Vec<PathBuf> = inventory().keys().map(|file| root().join(file)).collect();
    let forbids = |path: &Path| {
        path.is_file() && read(path).lines().any(|line| line == "#![forbid(unsafe_code)]")
    };
    for path in sources(&root().join("src")) {
        let folder = path.parent().expect("a folder");
        let holds_modules = path.ends_with("mod.rs") || path.ends_with("lib.rs");
        let holds_islands =
            holds_modules && islands.iter().any(|island| island.starts_with(folder));
        let in_arch = folder.components().any(|part| part.as_os_str() == "arch");
        if islands.contains(&path) || holds_islands || in_arch {
            continue;
        }
        let around = folder.ancestors().take_while(|folder| folder.starts_with(root().join("src")));
        assert!(
            forbids(&path)
                || around.into_iter().any(|folder| {
                    forbids(&folder.join("mod.rs")) || forbids(&folder.with_extension("rs"))
                }),
            "{} lacks `#![forbid(unsafe_code)]`",
            name(&path)
        );
    }
}
