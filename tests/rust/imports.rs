//! Imports run in one direction: between the modules of the crate by the table below. At most two files import each other.
//!
//! An import counts for the file that defines the name: `pub use` in a `mod.rs` only makes a shorter path. Tests may import
//! anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the crate, lowest first, each with all that it imports.
const LAYERS: &[(&str, &[&str])] = &[
    ("control", &[]),
    ("error", &["control"]),
    ("cpu", &["error"]),
    ("arch", &["cpu"]),
    ("random", &[]),
    ("parallel", &["control", "error"]),
    ("board", &[]),
    ("reference", &["board"]),
    ("solve", &["control", "error", "cpu", "arch", "board"]),
    ("batch", &["control", "error", "cpu", "parallel", "board", "solve"]),
    ("rules", &["control", "error", "cpu", "solve"]),
    ("symmetry", &["control", "error", "cpu", "arch", "random", "board", "rules"]),
    ("generate", &["control", "error", "cpu", "arch", "random", "board", "solve", "rules"]),
    ("logic", &["control", "error", "board", "solve", "rules"]),
    ("depth", &["control", "cpu", "arch", "board", "solve", "logic"]),
    ("draw", &["logic"]),
    ("files", &[]),
    (
        "engine",
        &[
            "control", "error", "cpu", "random", "board", "solve", "rules", "symmetry", "generate",
            "logic", "depth",
        ],
    ),
    ("play", &["control", "error", "solve", "rules", "engine"]),
    ("decode", &["control", "error", "solve", "rules", "engine"]),
    ("answers", &["control", "error", "board", "solve", "rules", "engine"]),
    (
        "python",
        &[
            "control", "error", "cpu", "random", "parallel", "board", "solve", "rules", "symmetry",
            "generate", "logic", "draw", "files", "engine", "play", "decode", "answers",
        ],
    ),
];

#[test]
fn modules_import_what_the_table_says() {
    let crate_files = Crate::read();
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in crate_files.edges() {
        let module = |file: usize| crate_files.files[file].module.first().map(String::as_str);
        if let (Some(from), Some(to)) = (module(from), module(to))
            && from != to
        {
            found.entry(from).or_default().insert(to);
        }
    }
    for (i, (module, imports)) in LAYERS.iter().enumerate() {
        let below: Vec<&str> = LAYERS[..i].iter().map(|(module, _)| *module).collect();
        assert!(imports.iter().all(|import| below.contains(import)), "{module} is out of order");
        let listed: BTreeSet<&str> = imports.iter().copied().collect();
        let imported = found.remove(module).unwrap_or_default();
        assert_eq!(imported, listed, "src/{module} imports what is on the left, the table says");
    }
    assert!(found.is_empty(), "not in the table: {found:?}");
}

#[test]
fn at_most_two_files_import_each_other() {
    let crate_files = Crate::read();
    let edges: Vec<(usize, usize)> = crate_files.edges().into_iter().collect();
    assert!(edges.len() > 800, "the imports of src are found: {}", edges.len());
    let names = |circle: Vec<usize>| {
        circle.into_iter().map(|file| &crate_files.files[file].name[..]).collect::<Vec<_>>()
    };
    let circles: Vec<_> = circles(&edges).into_iter().filter(|circle| circle.len() > 2).collect();
    let circles: Vec<_> = circles.into_iter().map(names).collect();
    assert!(circles.is_empty(), "files that import each other: {circles:#?}");
}

/// The sets of several files each of which imports all the others, directly or through others of the set.
fn circles(edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let files = edges.iter().map(|&(from, to)| from.max(to) + 1).max().unwrap_or(0);
    // Which files each file imports, directly or not: a row of flags, closed by Warshall's algorithm.
    let mut reach = vec![vec![false; files]; files];
    edges.iter().for_each(|&(from, to)| reach[from][to] = true);
    for through in 0..files {
        let row = reach[through].clone();
        for from in reach.iter_mut().filter(|from| from[through]) {
            from.iter_mut().zip(&row).for_each(|(to, &more)| *to |= more);
        }
    }
    let mut circles: Vec<Vec<usize>> = Vec::new();
    for (file, row) in reach.iter().enumerate() {
        let circle: Vec<usize> =
            (0..files).filter(|&other| row[other] && reach[other][file]).collect();
        if circle.len() > 1 && circle[0] == file {
            circles.push(circle);
        }
    }
    circles
}

#[test]
fn circles_are_found() {
    assert!(circles(&[(0, 1), (1, 2), (0, 2), (3, 0)]).is_empty());
    assert_eq!(
        circles(&[(0, 1), (1, 2), (2, 3), (3, 1), (4, 5), (5, 4)]),
        [vec![1, 2, 3], vec![4, 5]]
    );
    let import = |text: &str| {
        let uses = imports(text);
        uses.into_iter().map(|import| import.path.join("::")).collect::<Vec<_>>()
    };
    assert_eq!(
        import("use a::b; pub(super) use c::{self, d as e, f::{g, h}};"),
        ["a::b", "c", "c::d", "c::f::g", "c::f::h"]
    );
}

/// One source file.
struct File {
    /// Its path from the root.
    name: String,
    /// `rules`, `boards`, `search` for src/rules/boards/search.rs; none for src/lib.rs.
    module: Vec<String>,
    /// The code without comments, tests and imports.
    code: String,
    imports: Vec<Import>,
}

/// One name of a `use` declaration.
struct Import {
    path: Vec<String>,
    /// What the name is here.
    alias: String,
    is_public: bool,
}

struct Crate {
    files: Vec<File>,
    /// The file of each module.
    modules: BTreeMap<Vec<String>, usize>,
}

impl Crate {
    fn read() -> Crate {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |path: PathBuf| {
            let name = path.strip_prefix(root).expect("below the root").to_string_lossy();
            let name = name.replace('\\', "/");
            let inside = name.strip_prefix("src/").expect("in src").trim_end_matches(".rs");
            let mut module: Vec<String> = inside.split('/').map(str::to_owned).collect();
            module.pop_if(|last| last == "mod" || last == "lib");
            let source = fs::read_to_string(&path).expect("a source file");
            let (code, imports) = split(&without_comments_and_tests(&source));
            File { name, module, code, imports }
        };
        let files: Vec<File> = sources(&root.join("src")).into_iter().map(read).collect();
        // Files with `mod tests;` below them hold nothing else.
        let files: Vec<File> =
            files.into_iter().filter(|file| !file.module.contains(&"tests".to_owned())).collect();
        let modules = files.iter().enumerate().map(|(i, file)| (file.module.clone(), i)).collect();
        Crate { files, modules }
    }

    /// Which file imports something of which other.
    fn edges(&self) -> BTreeSet<(usize, usize)> {
        let mut edges = BTreeSet::new();
        for (number, file) in self.files.iter().enumerate() {
            let paths = paths(&file.code);
            // A variable may have the name of a function.
            let is_used = |alias: &str| {
                file.code.match_indices(alias).any(|(at, _)| {
                    let after = &file.code[at + alias.len()..];
                    let is_name =
                        !file.code[..at].ends_with(is_word) && !after.starts_with(is_word);
                    is_name && (alias.starts_with(char::is_uppercase) || after.starts_with('('))
                })
            };
            let mut add = |to: Option<usize>| {
                edges.extend(to.filter(|&to| to != number).map(|to| (number, to)));
            };
            for import in &file.imports {
                if import.is_public && !is_used(&import.alias) {
                    continue;
                }
                let Some(path) = self.absolute(&file.module, &import.path) else { continue };
                if self.modules.contains_key(&path) {
                    // A module: what is named through it.
                    for used in paths.iter().filter(|used| used[0] == import.alias) {
                        add(self.definition(&[&path, &used[1..]].concat()));
                    }
                } else {
                    add(self.definition(&path));
                }
            }
            for path in &paths {
                if let Some(path) = self.absolute(&file.module, path) {
                    add(self.definition(&path));
                }
            }
        }
        edges
    }

    /// The path from the root of the crate; none for names of other crates and of the file itself.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let mut from = module.to_vec();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => (from, rest) = (Vec::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|first| first == "super") {
                    from.pop();
                    rest = &rest[1..];
                }
            }
            child => {
                from.push(child.to_owned());
                self.modules.get(&from)?;
                rest = &rest[1..];
            }
        }
        from.extend(rest.iter().cloned());
        Some(from)
    }

    /// The file that defines the name at the end of a path.
    fn definition(&self, path: &[String]) -> Option<usize> {
        let depth = (0..=path.len()).rev().find(|&n| self.modules.contains_key(&path[..n]))?;
        let number = self.modules[&path[..depth]];
        let file = &self.files[number];
        let re_export = path.get(depth).and_then(|name| {
            file.imports.iter().find(|import| import.is_public && import.alias == *name)
        });
        let there = re_export.and_then(|import| self.absolute(&file.module, &import.path));
        match there {
            Some(there) if there[..] != path[..depth + 1] => self.definition(&there),
            _ => Some(number),
        }
    }
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
    found.sort();
    found
}

/// Tests are at the end of their files.
fn without_comments_and_tests(source: &str) -> String {
    let is_test = |line: &&str| line.starts_with("#[cfg(") && line.contains("test");
    let mut lines = source.lines().peekable();
    let mut code = String::new();
    let mut is_nested = false;
    while let Some(line) = lines.next() {
        if is_test(&line) && lines.peek().is_some_and(|next| next.starts_with("mod tests")) {
            if lines.peek().is_some_and(|next| next.ends_with('{')) {
                break;
            }
            lines.next();
            continue;
        }
        let line = line.split("//").next().unwrap_or_default();
        is_nested = !line.starts_with('}') && (is_nested || is_module(line));
        // Neither a module's declaration nor a visibility is an import.
        if !(line.ends_with(';') && line.split("mod ").count() == 2 && !line.contains('=')) {
            // In a module inside the file, `super` is the file.
            let line = line.replace("in crate::", "");
            code.push_str(&if is_nested { line.replacen("super::", "self::", 1) } else { line });
            code.push('\n');
        }
    }
    code
}

/// Whether a line begins a module inside its file.
fn is_module(line: &str) -> bool {
    line.ends_with('{') && (line.starts_with("mod ") || line.starts_with("pub mod "))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The code without imports, and the imports.
fn split(source: &str) -> (String, Vec<Import>) {
    let (mut code, mut uses) = (String::new(), String::new());
    let mut in_use = false;
    for line in source.lines() {
        let text = line.trim_start();
        in_use |= text.starts_with("use ") || (text.starts_with("pub") && text.contains(" use "));
        let to = if in_use { &mut uses } else { &mut code };
        to.push_str(text);
        to.push('\n');
        in_use &= !line.contains(';');
    }
    (code, imports(&uses))
}

/// The names of `use` declarations.
fn imports(uses: &str) -> Vec<Import> {
    fn expand(tree: &str, prefix: &[String], is_public: bool, found: &mut Vec<Import>) {
        let tree = tree.trim();
        if let Some((before, group)) = tree.split_once('{') {
            let names = before.split("::").map(str::trim).filter(|name| !name.is_empty());
            let prefix: Vec<String> =
                prefix.iter().cloned().chain(names.map(str::to_owned)).collect();
            let group = group.trim_end().strip_suffix('}').expect("a closing brace");
            let (mut depth, mut start) = (0, 0);
            for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        expand(&group[start..at], &prefix, is_public, found);
                        start = at + 1;
                    }
                    _ => {}
                }
            }
        } else if !tree.is_empty() {
            let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
            let names = path.split("::").map(|name| name.trim().to_owned());
            let mut path: Vec<String> = prefix.iter().cloned().chain(names).collect();
            path.pop_if(|last| last == "self");
            let alias = match alias.trim() {
                "" => path.last().expect("a name").clone(),
                alias => alias.to_owned(),
            };
            found.push(Import { path, alias, is_public });
        }
    }
    let mut found = Vec::new();
    for declaration in uses.split(';').filter(|declaration| !declaration.trim().is_empty()) {
        let words = declaration.replace('\n', " ");
        let (visibility, tree) = words.split_once("use ").expect("a declaration");
        expand(tree, &[], visibility.contains("pub"), &mut found);
    }
    found
}

/// All paths of two names or more that occur in code.
fn paths(code: &str) -> Vec<Vec<String>> {
    code.split(|c: char| !is_word(c) && c != ':')
        .map(|path| path.split("::").map(str::to_owned).collect::<Vec<String>>())
        .filter(|path| path.len() > 1 && path.iter().all(|name| !name.contains(':')))
        .filter(|path| !path[0].is_empty())
        .map(|mut path| {
            path.retain(|name| !name.is_empty());
            path
        })
        .collect()
}
