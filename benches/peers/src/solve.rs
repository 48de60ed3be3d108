//! Puzzles a second: a solution and whether it is the only one.

use std::time::Duration;

use bitdoku::board::Grid;
use bitdoku::solve::Verdict;
use serde_json::{Map, Value, json};

use crate::contestants::{Answers, Contestant, PEERS, backends, peers};
use crate::measure::{Runner, median, ratio, rounds, timed};
use crate::sets::{self, Set, spread};
use crate::{Mode, Question, SolveOptions, check, published, record};

/// Who needs longer than this many turns for a set gets an evenly spaced sample of it. Samples must not be
/// small: on a few hundred puzzles, over and over, the processor learns the branches by heart (crate
/// `sudoku` then does kaggle 1.8 times as fast as on all 10,000).
const TURNS: f64 = 8.0;
const SMALLEST_SAMPLE: usize = 100;

pub fn run(options: SolveOptions) -> Result<(), String> {
    let backends = backends(&options.common.backend)?;
    let sets = sets::load(&options.set, options.sample)?;
    let ours = backends.iter().flat_map(|&backend| {
        [Mode::Batch, Mode::Single].map(|mode| Contestant::Ours(backend, mode))
    });
    let ours = ours.filter(
        |c| !matches!((c, options.only), (Contestant::Ours(_, mode), Some(only)) if *mode != only),
    );
    let contestants: Vec<Contestant> = ours.chain(peers(&options.common.peer)?).collect();

    let mut record = record::header("solve", &options.common);
    record["backends"] = json!(backends.iter().map(|b| b.name()).collect::<Vec<_>>());
    record["published"] = json!(published::PROVENANCE);
    let mut results = Vec::new();
    for set in sets.iter().filter(|set| !set.puzzles.is_empty()) {
        eprintln!("\n{} ({} puzzles)", set.name, set.puzzles.len());
        let multiple = compare(set, &contestants, &options)?;
        let questions = match (options.limit, options.question) {
            (Some(limit), _) => vec![Question::Count(limit)],
            (None, Some(question)) => vec![question],
            (None, None) if multiple => vec![Question::Solve, Question::Verdict],
            (None, None) => vec![Question::Solve],
        };
        for question in questions {
            results.push(measure(set, question, &contestants, &options));
        }
    }
    record["results"] = Value::from(results);
    match &options.common.record {
        Some(path) => record::write(&record, path),
        None => Ok(()),
    }
}

/// Checks everybody's answers against crate `sudoku`. Whether the set has puzzles with several solutions.
fn compare(set: &Set, contestants: &[Contestant], options: &SolveOptions) -> Result<bool, String> {
    let question = options.limit.map_or(Question::Solve, Question::Count);
    let mut truth = Answers::new(set.puzzles.len());
    Contestant::Sudoku.answer(question, &set.puzzles, &mut truth);
    let multiple = truth.verdicts.contains(&Verdict::Multiple);
    if options.no_check {
        return Ok(multiple);
    }
    for &contestant in contestants {
        // A slow peer is asked about fewer puzzles.
        let few = if contestant == Contestant::Rustoku { 200 } else { usize::MAX };
        let puzzles = spread(&set.puzzles, few);
        let mut expected = Answers::new(puzzles.len());
        Contestant::Sudoku.answer(question, &puzzles, &mut expected);
        let (wrong, first) = match options.limit {
            Some(limit) => check::compare_counts(contestant, &puzzles, limit, &expected),
            None => check::compare(contestant, &puzzles, &expected),
        };
        match first {
            None => {}
            Some(first) if contestant.is_peer() => {
                eprintln!("  {wrong} wrong answers of a peer, the first: {first}");
            }
            Some(first) => return Err(format!("{wrong} wrong answers, the first: {first}")),
        }
    }
    Ok(multiple)
}

fn measure(
    set: &Set,
    question: Question,
    contestants: &[Contestant],
    options: &SolveOptions,
) -> Value {
    let common = &options.common;
    let samples: Vec<Vec<Grid>> =
        contestants.iter().map(|c| fitting(*c, question, set, options)).collect();
    let mut runners: Vec<Runner> = contestants
        .iter()
        .zip(&samples)
        .map(|(&contestant, puzzles)| {
            let mut answers = Answers::new(puzzles.len());
            Runner {
                units: puzzles.len() as f64,
                pass: Box::new(move || {
                    contestant.answer(question, puzzles, &mut answers);
                    std::hint::black_box(&answers);
                }),
            }
        })
        .collect();
    let turn = Duration::from_millis(common.turn_ms);
    let rates = rounds(&mut runners, common.rounds, turn, common.clock);
    drop(runners);

    let place = |peer: Contestant| contestants.iter().position(|&c| c == peer);
    let fastest = (0..contestants.len())
        .filter(|&i| contestants[i].is_peer())
        .max_by(|&a, &b| median(&rates[a]).total_cmp(&median(&rates[b])));
    let mut rows = Vec::new();
    for (i, contestant) in contestants.iter().enumerate() {
        let mut row = json!({
            "contestant": contestant.name(),
            "puzzles": samples[i].len(),
            "puzzles_per_second": median(&rates[i]).round(),
            "rounds": rates[i].iter().map(|r| r.round()).collect::<Vec<_>>(),
        });
        let mut line = format!("  {:24} {:>12.0} /s", contestant.name(), median(&rates[i]));
        if let Contestant::Ours(backend, mode) = contestant {
            row["backend"] = json!(backend.name());
            row["mode"] = json!(if *mode == Mode::Batch { "batch" } else { "single" });
            let mut ratios = Map::new();
            for peer in PEERS {
                if let Some(j) = place(peer) {
                    ratios.insert(peer.name(), json!(rounded(ratio(&rates[i], &rates[j]))));
                }
            }
            row["ratios"] = Value::from(ratios);
            if let Some(j) = fastest {
                let x = ratio(&rates[i], &rates[j]);
                row["to_fastest_registry"] =
                    json!({"peer": contestants[j].name(), "ratio": rounded(x)});
                line += &format!("   {x:6.2} x {}", contestants[j].name());
            }
            if let (false, Some((name, relation)), Some(j)) =
                (options.limit.is_some(), published::fastest(&set.name), place(Contestant::Sudoku))
            {
                let x = ratio(&rates[i], &rates[j]) / relation;
                row["to_fastest_published"] = json!({"peer": name, "ratio": rounded(x)});
                line += &format!("   {x:6.2} x {name} (published)");
            }
        }
        eprintln!("{line}");
        rows.push(row);
    }
    let question = match question {
        Question::Solve => "solve".to_owned(),
        Question::Verdict => "verdict".to_owned(),
        Question::Count(limit) => format!("count up to {limit}"),
    };
    json!({
        "set": set.name,
        "sha256": set.sha256,
        "puzzles": set.puzzles.len(),
        "question": question,
        "contestants": rows,
    })
}

/// The puzzles that a contestant gets: all, or as many as fit a pass of reasonable length.
fn fitting(
    contestant: Contestant,
    question: Question,
    set: &Set,
    options: &SolveOptions,
) -> Vec<Grid> {
    let probe = spread(&set.puzzles, SMALLEST_SAMPLE);
    let mut answers = Answers::new(probe.len());
    let took = timed(options.common.clock, 1, &mut || {
        contestant.answer(question, &probe, &mut answers);
    });
    let pass_ms = TURNS * options.common.turn_ms as f64;
    let fit = pass_ms / 1e3 / (took.as_secs_f64() / probe.len() as f64);
    spread(&set.puzzles, (fit as usize).max(SMALLEST_SAMPLE))
}

fn rounded(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}
