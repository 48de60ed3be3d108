//! What else crate `sudoku` makes: complete grids, minimal puzzles and equivalents a second.

use std::time::Duration;

use bitdoku::board::Grid;
use bitdoku::control::Control;
use bitdoku::generate::grids::GridStream;
use bitdoku::generate::{Maker, Request, generate};
use bitdoku::random::{Domain, Key};
use bitdoku::solve::Backend;
use bitdoku::symmetry::{Draw, Group, shuffle};
use serde_json::{Value, json};

use crate::contestants::backends;
use crate::measure::{Runner, median, ratio, rounds};
use crate::{Common, record};

/// Items of ours in a pass; the peer makes fewer, one at a time.
const OURS: usize = 8192;
const THEIRS: usize = 64;

pub fn run(common: Common) -> Result<(), String> {
    let mut grids = vec![Grid::EMPTY; OURS];
    stream(1).fill(0, &mut grids);

    let mut results = Vec::new();
    let mut kernels = vec![("bitdoku portable", Backend::Scalar)];
    if Backend::Avx512.is_available() {
        kernels.push(("bitdoku avx512", Backend::Avx512));
    }
    let ours = kernels.into_iter().map(|(name, backend)| -> Ours {
        let stream = GridStream { backend, ..stream(2) };
        let (mut made, mut first) = (vec![Grid::EMPTY; OURS], 0);
        let pass = move || {
            stream.fill(first, &mut made);
            first += OURS as u64;
        };
        (name.to_owned(), OURS, Box::new(pass))
    });
    results.push(measure(
        &common,
        "complete grids",
        ours.collect(),
        Box::new(|| {
            std::hint::black_box(sudoku::Sudoku::generate_solved());
        }),
    ));
    for backend in backends(&common.backend)? {
        let maker = Maker { key: Key::from_u64(3), backend };
        let (mut puzzles, mut solutions) = (vec![Grid::EMPTY; OURS], vec![Grid::EMPTY; OURS]);
        let mut first = 0;
        results.push(measure(
            &common,
            "minimal puzzles",
            vec![(
                format!("bitdoku {}", backend.name()),
                OURS,
                Box::new(|| {
                    let control = Control::unlimited();
                    let (puzzles, solutions) = (&mut puzzles, &mut solutions);
                    let made = std::sync::atomic::AtomicU64::new(0);
                    generate(
                        &maker,
                        &Request::MINIMAL,
                        None,
                        first,
                        puzzles,
                        solutions,
                        &made,
                        &control,
                    )
                    .expect("minimal puzzles are everywhere");
                    first += OURS as u64;
                }),
            )],
            Box::new(|| {
                let none = sudoku::board::Symmetry::None;
                std::hint::black_box(sudoku::Sudoku::generate_with_symmetry(none));
            }),
        ));
    }
    let theirs = sudoku::Sudoku::from_bytes(*grids[0].cells()).expect("digits");
    let key = Key::from_u64(4);
    let mut turned = vec![Grid::EMPTY; OURS];
    results.push(measure(
        &common,
        "equivalents",
        vec![(
            "bitdoku".to_owned(),
            OURS,
            Box::new(|| {
                let mut draw = Draw::new(&key, Group::All, 0);
                shuffle(
                    Backend::detect(),
                    &grids,
                    &mut turned,
                    1,
                    &mut draw,
                    &Control::unlimited(),
                )
                .expect("no cancel");
            }),
        )],
        Box::new(|| {
            std::hint::black_box(theirs.shuffled());
        }),
    ));
    let mut record = record::header("make", &common);
    record["results"] = Value::from(results);
    match &common.record {
        Some(path) => record::write(&record, path),
        None => Ok(()),
    }
}

fn stream(seed: u64) -> GridStream {
    GridStream {
        key: Key::from_u64(seed),
        domain: Domain::Grids,
        family: 0,
        backend: Backend::detect(),
    }
}

type Ours<'a> = (String, usize, Box<dyn FnMut() + 'a>);

fn measure<'a>(
    common: &Common,
    what: &str,
    ours: Vec<Ours<'a>>,
    mut theirs: Box<dyn FnMut() + 'a>,
) -> Value {
    eprintln!("\n{what}");
    let mut names = Vec::new();
    let mut runners = Vec::new();
    for (name, units, pass) in ours {
        names.push(name);
        runners.push(Runner { units: units as f64, pass });
    }
    names.push("sudoku".to_owned());
    runners.push(Runner {
        units: THEIRS as f64,
        pass: Box::new(move || (0..THEIRS).for_each(|_| theirs())),
    });
    let turn = Duration::from_millis(common.turn_ms);
    let rates = rounds(&mut runners, common.rounds, turn, common.clock);
    let peer = rates.len() - 1;
    let mut rows = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let ratio = ratio(&rates[i], &rates[peer]);
        eprintln!("  {name:24} {:>12.0} /s   {ratio:8.2} x sudoku", median(&rates[i]));
        rows.push(json!({
            "contestant": name,
            "per_second": median(&rates[i]).round(),
            "ratio_to_sudoku": (ratio * 1000.0).round() / 1000.0,
            "rounds": rates[i].iter().map(|r| r.round()).collect::<Vec<_>>(),
        }));
    }
    json!({"what": what, "contestants": rows})
}
