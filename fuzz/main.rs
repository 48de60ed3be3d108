//! The fuzzer of the target that `FUZZ_TARGET` names.
#![no_main]

#[path = "targets/mod.rs"]
mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

static CHECK: LazyLock<targets::Check> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let target = targets::TARGETS.iter().find(|target| target.0 == name);
    target.expect("FUZZ_TARGET names one of the targets").1
});

fuzz_target!(|data: &[u8]| CHECK(data));
