//! What the fuzzer checks, on a few inputs and on random bytes.

use std::fs;
use std::path::Path;

use bitdoku::random::{Domain, Key};

#[path = "../../fuzz/targets/mod.rs"]
mod targets;

/// Those of `fuzz/inputs`: inputs that once failed, and some that the fuzzer starts from.
#[test]
fn inputs_that_are_kept() {
    let mut seen = 0;
    for (name, check) in targets::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/inputs").join(name);
        for entry in fs::read_dir(folder).expect("a folder for each target") {
            let path = entry.expect("an entry").path();
            println!("{}", path.display());
            check(&fs::read(path).expect("an input"));
            seen += 1;
        }
    }
    assert!(seen >= targets::TARGETS.len());
}

#[test]
fn random_bytes() {
    for (lane, (name, check)) in targets::TARGETS.iter().enumerate() {
        for item in 0..40 {
            let mut words = Key::from_u64(item).words(Domain::Clues, lane as u64, 0);
            let length = words.below(600) as usize;
            let bytes: Vec<u8> = (0..length).map(|_| words.next_word() as u8).collect();
            println!("{name} {item}");
            check(&bytes);
        }
    }
}
