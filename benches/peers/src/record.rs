//! The JSON record: what was measured, where, with which versions, round by round.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::contestants::PEER_VERSIONS;
use crate::{Clock, Common};

/// Everything about the run except its results.
pub fn header(kind: &str, common: &Common) -> Value {
    let peers: serde_json::Map<_, _> =
        PEER_VERSIONS.iter().map(|(name, version)| (name.to_string(), json!(version))).collect();
    json!({
        "kind": kind,
        "date": humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        "machine": {
            "cpu": processor(),
            "cores": std::thread::available_parallelism().map_or(1, |n| n.get()),
            "architecture": std::env::consts::ARCH,
            "os": std::env::consts::OS,
        },
        "versions": {
            "bitdoku": Value::from(bitdoku_version()),
            "revision": output("git", &["describe", "--always", "--dirty"]),
            "rustc": output("rustc", &["--version"]),
            "peers": peers,
        },
        "compiled_for": compiled_for(),
        "threads": 1,
        "clock": match common.clock { Clock::Cpu => "thread processor time", Clock::Wall => "wall" },
        "rounds": common.rounds,
        "turn_ms": common.turn_ms,
        "quick": common.quick,
    })
}

/// Writes the record, whole or not at all.
pub fn write(record: &Value, path: &Path) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let unfinished = path.with_extension("json.part");
    let text = serde_json::to_string_pretty(record).expect("a JSON value") + "\n";
    std::fs::write(&unfinished, text).map_err(failed)?;
    std::fs::rename(&unfinished, path).map_err(failed)?;
    eprintln!("record: {}", path.display());
    Ok(())
}

/// The version in the library's Cargo.toml.
fn bitdoku_version() -> &'static str {
    let manifest = include_str!("../../../Cargo.toml");
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = "));
    line.map_or("unknown", |version| version.trim_matches('"'))
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line =
            text.lines().find(|line| line.split(':').next().is_some_and(|k| k.trim() == name));
        line.and_then(|line| line.split(':').nth(1)).map(|value| value.trim().to_owned())
    };
    match field("model name") {
        Some(name) => format!(
            "{name} (family {}, model {})",
            field("cpu family").unwrap_or_default(),
            field("model").unwrap_or_default()
        ),
        None => {
            output("sysctl", &["-n", "machdep.cpu.brand_string"]).unwrap_or("unknown".to_owned())
        }
    }
}

/// Instruction sets that the compiler could use everywhere, in ours and in the peers.
fn compiled_for() -> &'static str {
    if cfg!(target_feature = "avx512bw") {
        "AVX-512"
    } else if cfg!(target_feature = "avx2") {
        "AVX2"
    } else {
        "the baseline of the architecture"
    }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let folder = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(program).args(arguments).current_dir(folder).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
