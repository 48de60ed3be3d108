//! Solutions a second: counting them all.

use std::time::Duration;

use bitdoku::board::Grid;
use serde_json::{Value, json};

use crate::contestants::{Contestant, backends, peers};
use crate::measure::{Runner, median, ratio, rounds, timed};
use crate::sets::grid;
use crate::{CountOptions, Mode, record};

/// Random clues of random grids, with the number of solutions that crate `sudoku` counted.
const PUZZLES: [(&str, u64); 8] = [
    ("67.......2.....1.3...83...........5...74.5...4.....8.9.....3..........1.7.2.6.34.", 82_453),
    ("....8.3.......7........6...4.6...7....8.7.2..5....2....53...97.8...29......7...1.", 226_388),
    ("72.85...........68....2...........2....38..1.....1...3234........12.....6......32", 838_783),
    (
        "74.......3.....5.....8.................5.2...8.......3.....7.2......4.69..9....41",
        2_128_772,
    ),
    (
        ".....27....2...........7.3.........3.61......5....1...61.3.........6.........518.",
        8_158_206,
    ),
    (
        "...5...47...38..9...7...8.............2.6............8.....5.....6..3.....3....75",
        13_043_880,
    ),
    (
        "....758....5..1...6.......5....2............7.9.......7.....5....2....68....58...",
        69_764_478,
    ),
    (
        "4.....97.1..2........6..2..7........9.....7...537....9...4.............1.......2.",
        132_013_376,
    ),
];

/// Who would need longer than this for a puzzle, by his speed on those before, is left out of it.
const PASS: Duration = Duration::from_secs(5);

/// The number of solutions of one puzzle, all of them.
fn solutions_of(contestant: Contestant, puzzle: &Grid) -> u64 {
    let mut counts = [0];
    contestant.count(&[*puzzle], u64::MAX - 1, &mut counts);
    counts[0]
}

pub fn run(options: CountOptions) -> Result<(), String> {
    let common = &options.common;
    let backends = backends(&common.backend)?;
    let everybody: Vec<Contestant> = backends
        .iter()
        .map(|&backend| Contestant::Ours(backend, Mode::Batch))
        .chain(peers(&common.peer)?)
        .collect();
    let mut record = record::header("count", common);
    record["backends"] = json!(backends.iter().map(|b| b.name()).collect::<Vec<_>>());
    let mut results = Vec::new();
    // Seconds a solution.
    let mut slowest = vec![0.0f64; everybody.len()];
    for (line, solutions) in PUZZLES {
        if solutions > options.up_to {
            continue;
        }
        eprintln!("\n{line} ({solutions} solutions)");
        let puzzle = grid(line);
        let mut contestants = Vec::new();
        for (i, &contestant) in everybody.iter().enumerate() {
            if solutions as f64 * slowest[i] > PASS.as_secs_f64() {
                continue;
            }
            let mut count = 0;
            let took = timed(common.clock, 1, &mut || count = solutions_of(contestant, &puzzle));
            if count != solutions {
                let name = contestant.name();
                return Err(format!("{name} counts {count} solutions of {line}, not {solutions}"));
            }
            slowest[i] = slowest[i].max(took.as_secs_f64() / solutions as f64);
            contestants.push(contestant);
        }
        let mut runners: Vec<Runner> = contestants
            .iter()
            .map(|&contestant| Runner {
                units: solutions as f64,
                pass: Box::new(move || {
                    std::hint::black_box(solutions_of(contestant, &puzzle));
                }),
            })
            .collect();
        let turn = Duration::from_millis(common.turn_ms);
        let rates = rounds(&mut runners, common.rounds, turn, common.clock);
        let fastest = (0..contestants.len())
            .filter(|&i| contestants[i].is_peer())
            .max_by(|&a, &b| median(&rates[a]).total_cmp(&median(&rates[b])));
        let mut rows = Vec::new();
        for (i, contestant) in contestants.iter().enumerate() {
            let mut row = json!({
                "contestant": contestant.name(),
                "solutions_per_second": median(&rates[i]).round(),
                "rounds": rates[i].iter().map(|r| r.round()).collect::<Vec<_>>(),
            });
            let mut text = format!("  {:24} {:>14.0} /s", contestant.name(), median(&rates[i]));
            if let (Contestant::Ours(backend, _), Some(j)) = (contestant, fastest) {
                let x = ratio(&rates[i], &rates[j]);
                row["backend"] = json!(backend.name());
                row["to_fastest_registry"] = json!({"peer": contestants[j].name(), "ratio": x});
                text += &format!("   {x:6.2} x {}", contestants[j].name());
            }
            eprintln!("{text}");
            rows.push(row);
        }
        results.push(json!({"puzzle": line, "solutions": solutions, "contestants": rows}));
    }
    record["results"] = Value::from(results);
    match &common.record {
        Some(path) => record::write(&record, path),
        None => Ok(()),
    }
}
