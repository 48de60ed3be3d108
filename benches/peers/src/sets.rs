//! The puzzles: every `*.txt` and `*.txt.xz` of the folder named by BITDOKU_PUZZLES, one puzzle a line;
//! the shipped ones where it is unset. In both cases also those of subsets.rs.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use bitdoku::board::Grid;
use sha2::{Digest, Sha256};

use crate::subsets;

/// One set.
pub struct Set {
    pub name: String,
    /// SHA-256 of the uncompressed file, in hexadecimal.
    pub sha256: String,
    pub puzzles: Vec<Grid>,
}

/// Where the sets are, and whether they are the shipped ones.
pub fn folder() -> (PathBuf, bool) {
    match std::env::var_os("BITDOKU_PUZZLES") {
        Some(folder) => (PathBuf::from(folder), false),
        None => (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data"), true),
    }
}

/// The sets called `names`, or all; at most `sample` puzzles of each, evenly spaced.
pub fn load(names: &[String], sample: Option<usize>) -> Result<Vec<Set>, String> {
    let (folder, shipped) = folder();
    if shipped {
        eprintln!("BITDOKU_PUZZLES is not set: measuring on the shipped puzzles");
    }
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<(String, PathBuf)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let file = path.file_name()?.to_str()?;
            let name = file.strip_suffix(".xz").unwrap_or(file).strip_suffix(".txt")?;
            Some((name.to_owned(), path))
        })
        .collect();
    files.sort();
    let subsets = subsets::GIVENS.map(|givens| (format!("random_{givens}"), givens));
    for name in names {
        let known = files.iter().map(|(n, _)| n).chain(subsets.iter().map(|(n, _)| n));
        if !known.clone().any(|n| n == name) {
            let known: Vec<_> = known.map(String::as_str).collect();
            return Err(format!("no set called {name:?}; there are {}", known.join(", ")));
        }
    }
    let wanted = |name: &String| names.is_empty() || names.contains(name);
    let mut sets = Vec::new();
    for (name, path) in files.into_iter().filter(|(name, _)| wanted(name)) {
        sets.push(read(name, &path, sample)?);
    }
    for (name, givens) in subsets.into_iter().filter(|(name, _)| wanted(name)) {
        let puzzles = subsets::make(givens, sample.unwrap_or(subsets::PUZZLES), 1);
        let text: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
        sets.push(Set { name, sha256: hash(text.as_bytes()), puzzles });
    }
    Ok(sets)
}

fn hash(text: &[u8]) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(name: String, path: &Path, sample: Option<usize>) -> Result<Set, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    let mut text = Vec::new();
    let file = fs::File::open(path).map_err(failed)?;
    if path.extension().is_some_and(|extension| extension == "xz") {
        liblzma::read::XzDecoder::new(file).read_to_end(&mut text).map_err(failed)?;
    } else {
        std::io::BufReader::new(file).read_to_end(&mut text).map_err(failed)?;
    }
    let sha256 = hash(&text);
    let mut puzzles = Vec::new();
    for (i, line) in text.split(|&byte| byte == b'\n').enumerate() {
        if !line.is_empty() && line[0] != b'#' {
            puzzles.push(parse(line).ok_or_else(|| format!("{name}, line {}: no puzzle", i + 1))?);
        }
    }
    if let Some(sample) = sample {
        puzzles = spread(&puzzles, sample);
    }
    Ok(Set { name, sha256, puzzles })
}

/// The digits in the first 81 bytes of a line.
fn parse(line: &[u8]) -> Option<Grid> {
    let mut cells = [0; 81];
    for (cell, &byte) in cells.iter_mut().zip(line.get(..81)?) {
        *cell = match byte {
            b'1'..=b'9' => byte - b'0',
            b'0' | b'.' => 0,
            _ => return None,
        };
    }
    Grid::new(cells).ok()
}

/// A grid from its 81-character line.
pub fn grid(line: &str) -> Grid {
    parse(line.as_bytes()).expect("81 cells")
}

/// At most `n` of `puzzles`, evenly spaced.
pub fn spread(puzzles: &[Grid], n: usize) -> Vec<Grid> {
    let n = n.min(puzzles.len());
    (0..n).map(|i| puzzles[i * puzzles.len() / n]).collect()
}
