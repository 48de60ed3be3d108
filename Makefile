# make demo    build, solve the shipped puzzles, show some
# make check   for daily work: builds, lints, and runs Python tests of every subject
# make test    lints, and all tests but the slow ones
# make test-all   also the slow tests, and other combinations of features
# make docs    build the documentation: docs/_build/index.html
# make bench   measure beside other solvers; records go to benches/records/
#
# make fuzz      each fuzz target for TIME seconds (20), and the Python ones
# make asan      the Rust tests, and the Python tests of what is read in place, under the address sanitizer
# make valgrind  the kernels' tests under valgrind
# make coverage  which lines the tests run, of Rust and of Python
# make test-kernels BACKEND=neon  the tests of one backend; fails if the machine lacks it
# make test-wasm the kernels' tests for WebAssembly, under node; needs rustup target add wasm32-wasip1
# make web       the engine for browsers: web/dist; needs rustup target add wasm32-unknown-unknown
#
# make wheel test-wheel  the wheel of this machine, checked and tested: dist/; TARGET= for another
# make sdist test-sdist  the source distribution, and that it builds without the network
# make lock              the locks of the tools, requirements/, from pyproject.toml; UPGRADE=yes for newer ones
# make release-dry-run   rehearses the release VERSION
#
# Rust, Python 3.11 or newer and make are all that is needed: the Python tools live in .venv, made here.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CARGO ?= cargo
PEERS := benches/peers/Cargo.toml
FUZZ := fuzz/Cargo.toml
WEB := web/Cargo.toml

.PHONY: web test-wasm help demo check test test-all lint lint-rust lint-targets lint-features print-targets lint-python test-rust test-python fuzz \
	fuzz-rust fuzz-python asan asan-rust asan-python valgrind coverage test-kernels test-kernels-rust test-kernels-python bench \
	bench-table docs pictures build build-test wheel test-wheel sdist test-sdist lock release-dry-run clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

# One stamp for each set of tools, so that the demo does not wait for those of the tests. Tools come from the locks;
# with LOCKED=no the newest that pyproject.toml allows.
LOCKED ?= yes
install = $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	$(if $(filter no,$(LOCKED)),--group $(1),--require-hashes --requirement requirements/$(1).txt)

$(VENV)/.build: pyproject.toml requirements/build.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(call install,build)
	touch $@

$(VENV)/.dev: $(VENV)/.build requirements/dev.txt
	$(call install,dev)
	touch $@

$(VENV)/.bench: $(VENV)/.build requirements/bench.txt
	$(call install,bench)
	touch $@

$(VENV)/.release: $(VENV)/.build requirements/release.txt
	$(call install,release)
	touch $@

# The extension module and the Python files, in place: as it is released, or with the checks of Cargo's dev profile, which
# is compiled in parts and so has changes in seconds. Without a group, maturin would install dev.
develop = . $(BIN)/activate && maturin develop --quiet --locked --extras cli --group build
build: $(VENV)/.build
	$(develop) --release

# In a folder of its own: Cargo would compile the crate anew whenever it changes between this and the Rust tests. Not while
# pip installs dev.
build-test: $(VENV)/.dev
	$(develop) --target-dir target/python

demo: build
	$(BIN)/python examples/demo.py

# The most productive test files of each subject.
CHECK_TESTS ?= $(addprefix tests/test_,arguments.py cli_commands.py datasets.py errors.py explain.py generate.py input_forms.py \
	originals.py reading.py rules.py symmetry.py text.py verdicts.py writing.py)
check: build-test
	$(CARGO) fmt --check
	$(CLIPPY) --all-targets --features python,reference -- -D warnings
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
	$(BIN)/pytest --quiet $(PARALLEL) -m "not slow and not serial" $(CHECK_TESTS)

# Lints and the Rust tests side by side, then the Python tests, whose summary ends the output.
test:
	$(MAKE) -j2 lint test-rust
	$(MAKE) test-python

test-all:
	$(MAKE) -j2 lint lint-features test-rust
	$(MAKE) test-wasm
	$(MAKE) test-python SLOW=yes

lint: lint-rust lint-targets lint-python

# Clippy has a folder of its own: Cargo locks the one it builds in, and lints would wait for tests.
CLIPPY = $(CARGO) clippy --quiet --locked --target-dir target/lint
lint-rust:
	$(CARGO) fmt --check
	$(CARGO) fmt --check --manifest-path $(PEERS)
	$(CARGO) fmt --check --manifest-path $(FUZZ)
	$(CARGO) fmt --check --manifest-path $(WEB)
	$(CLIPPY) --all-targets --features python,reference -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --quiet --locked --no-deps --features full --target-dir target/lint
	! $(CARGO) tree --locked --edges normal | grep --ignore-case pyo3

lint-features:
	$(CLIPPY) --no-default-features -- -D warnings
	$(CLIPPY) -- -D warnings
	for feature in symmetry generate logic draw full; do $(CLIPPY) --features $$feature -- -D warnings || exit 1; done
	$(CLIPPY) --manifest-path $(PEERS) -- -D warnings
	$(CLIPPY) --manifest-path $(FUZZ) -- -D warnings
	$(CLIPPY) --manifest-path $(WEB) -- -D warnings
	$(CLIPPY) --manifest-path $(WEB) --no-default-features -- -D warnings

# Whether the code compiles for other systems; for the last one, which has no Python, the core. A target whose standard
# library is missing is skipped. CI installs all.
CHECK_TARGETS = x86_64-pc-windows-msvc aarch64-apple-darwin wasm32-unknown-emscripten wasm32-unknown-unknown
lint-targets:
	@set -e; for target in $(CHECK_TARGETS); do \
		if ! ls "$$(rustc --print target-libdir --target $$target)"/libstd-* >/dev/null 2>&1; then \
			echo "lint-targets: SKIPPED $$target, whose standard library is missing: rustup target add $$target" >&2; \
			continue; \
		fi; \
		features=python; test $$target != wasm32-unknown-unknown || features=full; \
		echo "lint-targets: $$target"; \
		PYO3_CROSS_PYTHON_VERSION=3.11 RUSTFLAGS='-D warnings' $(CARGO) check --quiet --locked --target $$target \
			--target-dir target/lint --features $$features; \
	done

print-targets:
	@echo $(CHECK_TARGETS)

test-rust:
	$(CARGO) test --quiet --locked --features reference

lint-python: build-test
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest bitdoku._core --allowlist tests/typed/stubtest.txt --ignore-unused-allowlist

# One process a core, which gets whole files; then the tests that must run alone.
PARALLEL = --numprocesses auto --dist loadfile
test-python: build-test
	$(BIN)/pytest $(PARALLEL) -m "not serial$(if $(SLOW),, and not slow)"
	$(BIN)/pytest -m "serial$(if $(SLOW),, and not slow)"

# The Python files with another extension module: a folder, and the module.
copy_python = rm -rf $(1)/python && mkdir -p $(1) && cp -R python $(1)/ && cp $(2) $(1)/python/bitdoku/_core.abi3.so

# The options are those of libFuzzer, for a stable compiler; FUZZ_TARGETS and FUZZ_PYTHON choose some of the targets. What
# the fuzzer finds worth keeping goes to fuzz/corpus, an input that fails to fuzz/artifacts. fuzz/inputs is in the suite.
TIME ?= 20
FUZZ_TARGETS ?= answers batch files general logic rules solver symmetry text
FUZZ_PYTHON ?= rules_as_json fpuzzles links
FUZZ_RUSTFLAGS = --cfg fuzzing -Cpasses=sancov-module $(addprefix -Cllvm-args=-sanitizer-coverage-, \
	level=4 inline-8bit-counters pc-table trace-compares)
FUZZ_OPTIONS = -max_total_time=$(TIME) -max_len=1200 -timeout=300 -rss_limit_mb=4096 -print_final_stats=1
fuzz: fuzz-rust fuzz-python

fuzz-rust:
	RUSTFLAGS="$(FUZZ_RUSTFLAGS)" $(CARGO) build --quiet --locked --release --manifest-path $(FUZZ) --target $(TARGET_HOST)
	@set -e; for name in $(FUZZ_TARGETS); do \
		echo "=== $$name"; mkdir -p fuzz/corpus/$$name fuzz/artifacts; \
		FUZZ_TARGET=$$name fuzz/target/$(TARGET_HOST)/release/fuzz $(FUZZ_OPTIONS) -artifact_prefix=fuzz/artifacts/$$name- \
			fuzz/corpus/$$name fuzz/inputs/$$name; done

# Atheris, which has no wheels for each version of Python, is no part of dev. It sees the coverage of Python code only, so
# the tests of Arrow columns run for longer by HYPOTHESIS_PROFILE=slow. Examples need inputs that are not short.
fuzz-python: build $(VENV)/.dev
	$(BIN)/python -m pip install --quiet 'atheris>=3'
	@set -e; for name in $(FUZZ_PYTHON); do \
		echo "=== $$name"; mkdir -p fuzz/corpus/$$name fuzz/artifacts; \
		$(BIN)/python fuzz/python_tests.py $$name $(FUZZ_OPTIONS) -len_control=0 -artifact_prefix=fuzz/artifacts/$$name- \
			fuzz/corpus/$$name; done

# With every kernel that this machine has. The sanitizer is not yet a stable option of the compiler, hence the variable;
# it needs a target, so that build scripts are left alone, and a folder of its own, so that nothing is built twice.
TARGET_HOST = $(shell rustc --version --verbose | sed -n 's/^host: //p')
ASAN_CARGO = RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address $(CARGO)
ASAN_FLAGS = --quiet --locked --target $(TARGET_HOST) --target-dir target/asan
asan: asan-rust asan-python

asan-rust:
	$(ASAN_CARGO) test $(ASAN_FLAGS) --features reference --lib --tests

# Python is not built for the sanitizer, so its run-time library, which comes with GCC, is loaded before all else. It sees
# what NumPy and Arrow allocate, and Python with PYTHONMALLOC. Tests that limit memory are left out: it reserves terabytes.
ASAN_TESTS ?= $(addprefix tests/test_,input_forms.py out.py columns.py results.py symbols.py check.py hostile.py text.py \
	threads.py verdicts.py fuzz.py)
asan-python: $(VENV)/.dev
	$(ASAN_CARGO) build $(ASAN_FLAGS) --features python --lib
	$(call copy_python,target/asan,target/asan/$(TARGET_HOST)/debug/libbitdoku.so)
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
		PYTHONPATH=$(CURDIR)/target/asan/python $(BIN)/pytest -k "not memory" $(ASAN_TESTS)

# Valgrind hides AVX-512 from the program, so that AVX2, SSE and the scalar kernel run. It takes many times as long,
# hence no test with 70,000 puzzles or 200,000 solutions; VALGRIND_TESTS chooses others.
VALGRIND_TESTS ?= solve::arch --skip more_puzzles_than_a_run --skip nodes_that_become_the_same
valgrind:
	$(CARGO) test --quiet --locked --features reference --lib \
		--config "target.'cfg(all())'.runner = 'valgrind --quiet --error-exitcode=1'" -- --test-threads=1 $(VALGRIND_TESTS)

# Both suites, with counters in the Rust code (`rustup component add llvm-tools`) and coverage.py, which is no part of dev;
# what of it counts is in pyproject.toml. Each binary keeps four files of counters, which its processes share. Tests that
# limit time or memory may fail.
COVERAGE = $(CURDIR)/target/coverage
COVERAGE_RUST = LLVM_PROFILE_FILE=$(COVERAGE)/profiles/%4m.profraw RUSTFLAGS=-Cinstrument-coverage
COVERAGE_PYTHON = COVERAGE_FILE=$(COVERAGE)/lines $(BIN)/python -m coverage
LLVM_TOOLS = $(shell rustc --print sysroot)/lib/rustlib/$(TARGET_HOST)/bin
coverage: build $(VENV)/.dev
	rm -rf $(COVERAGE)/profiles $(COVERAGE)/lines*
	-find $(COVERAGE)/debug/deps -type f -executable ! -name '*.so' -delete
	$(BIN)/python -m pip install --quiet 'coverage>=7.10'
	$(COVERAGE_RUST) $(CARGO) rustc --quiet --locked --lib --crate-type cdylib --features python --target-dir $(COVERAGE)
	$(call copy_python,$(COVERAGE),$(COVERAGE)/debug/libbitdoku.so)
	-$(COVERAGE_RUST) PYTHONPATH=$(COVERAGE)/python $(COVERAGE_PYTHON) run -m pytest --timeout 1800
	-$(COVERAGE_RUST) $(CARGO) test --quiet --locked --features reference --lib --tests --no-fail-fast --target-dir $(COVERAGE)
	$(COVERAGE_PYTHON) combine --quiet
	$(COVERAGE_PYTHON) report --show-missing --skip-covered
	$(LLVM_TOOLS)/llvm-profdata merge --failure-mode all --output $(COVERAGE)/merged $(COVERAGE)/profiles
	$(LLVM_TOOLS)/llvm-cov export --format lcov --instr-profile $(COVERAGE)/merged $(COVERAGE)/debug/libbitdoku.so \
		$$(find $(COVERAGE)/debug/deps -type f -executable ! -name '*.so' -printf ' --object %p') >$(COVERAGE)/rust.lcov
	$(BIN)/python scripts/rust_coverage.py src <$(COVERAGE)/rust.lcov

# Fails if the backend is missing. RUNNER runs programs, such as an emulator. With TARGET, the Rust tests are built for
# another machine, and the Python tests are left out (CONTRIBUTING.md).
KERNEL_TESTS ?= $(addprefix tests/test_,verdicts.py generate.py symmetry.py promises.py)
KERNEL_TARGET = $(or $(TARGET),$(TARGET_HOST))
test-kernels: test-kernels-rust $(if $(TARGET),,test-kernels-python)

# One of the unit tests reads the variable; the others, and those beside the reference, run all backends of the machine.
KERNEL = BITDOKU_BACKEND=$(or $(BACKEND),$(error BACKEND= names the backend))
KERNEL_CARGO = $(KERNEL) \
	$(if $(RUNNER),CARGO_TARGET_$(shell echo $(KERNEL_TARGET) | tr a-z- A-Z_)_RUNNER="$(RUNNER)") \
	$(CARGO) test --quiet --locked --features reference $(addprefix --target ,$(TARGET))
test-kernels-rust:
	$(KERNEL_CARGO) --lib -- arch:: solve:: cpu::
	$(KERNEL_CARGO) --test batch --test shipped --test solving

test-kernels-python: build $(VENV)/.dev
	$(KERNEL) $(RUNNER) $(BIN)/python -m pytest $(KERNEL_TESTS)

# The same for the vectors of WebAssembly, under node. Skipped without the standard library of the target.
WASM_FLAGS = RUSTFLAGS='-C target-feature=+simd128'
test-wasm:
	@if ls "$$(rustc --print target-libdir --target wasm32-wasip1)"/libstd-* >/dev/null 2>&1; then \
		$(WASM_FLAGS) $(MAKE) test-kernels-rust BACKEND=simd128 TARGET=wasm32-wasip1 \
			RUNNER='node --no-warnings $(CURDIR)/web/tests/wasi.mjs'; \
	else \
		echo "test-wasm: SKIPPED, the standard library is missing: rustup target add wasm32-wasip1" >&2; \
	fi

# Both modules with their JavaScript, the playground of the site, and their sizes. tests/test_web.py and
# tests/test_playground.py compare their answers with those of Python; benches/web.py measures them in Chromium.
web: build
	$(BIN)/python scripts/web.py

# Each backend in turn, all beside the peers. BENCH takes further options, such as BENCH=--quick; a first look leaves the
# records alone. Other raters are found by SUKAKU_FORGE_RATE and SKFR (benches/rate.py).
RECORDS ?= $(if $(findstring --quick,$(BENCH)),target/quick-records,benches/records)
bench: build $(VENV)/.bench
	$(CARGO) build --quiet --release --locked --manifest-path $(PEERS)
	benches/peers/target/release/bitdoku-peers solve --backend all --record $(RECORDS)/solve.json $(BENCH)
	benches/peers/target/release/bitdoku-peers count --backend all --record $(RECORDS)/count.json $(BENCH)
	benches/peers/target/release/bitdoku-peers make --record $(RECORDS)/make.json --backend all $(BENCH)
	benches/peers/target/release/bitdoku-peers canonical --record $(RECORDS)/canonical.json $(BENCH)
	$(BIN)/python benches/python_bench.py --record $(RECORDS)/python.json $(BENCH)
	$(BIN)/python benches/rate.py --record $(RECORDS)/rate.json $(BENCH)
	$(BIN)/python benches/table.py --records $(RECORDS)

# Writes the tables of the records into docs/performance.md.
bench-table:
	$(PYTHON) benches/table.py --write

# Warnings are errors: a link that leads nowhere, a page that no other names, a docstring that cannot be read.
docs: build $(VENV)/.dev
	$(BIN)/sphinx-build --fresh-env --fail-on-warning --keep-going --quiet docs docs/_build

# All that is drawn, but for what takes minutes: the examples of the techniques (docs/make_techniques.py), and the ratings
# of a million puzzles (docs/make_bands.py).
pictures: build $(VENV)/.dev
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_sheets.py
	$(BIN)/python docs/make_rules.py
	$(BIN)/python docs/make_techniques.py --pictures
	$(BIN)/python docs/make_speed.py

wheel: $(VENV)/.release
	rm -f dist/*.whl
	$(BIN)/python scripts/wheel.py build $(TARGET)

# NUMPY=1.26.0 is the oldest that is supported; the newest by default.
test-wheel:
	$(PYTHON) scripts/wheel.py test $(if $(NUMPY),--numpy $(NUMPY))

sdist: $(VENV)/.release
	rm -f dist/*.tar.gz
	$(BIN)/maturin sdist --out dist

# With crates from the cache of cargo, as a distribution of packages would build it.
test-sdist: $(VENV)/.release
	$(CARGO) fetch --quiet --locked
	CARGO_NET_OFFLINE=true PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip wheel --quiet --no-deps --no-index \
		--no-build-isolation --wheel-dir target/from-sdist dist/*.tar.gz

lock: $(VENV)/.build
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	for group in build:3.11 dev:3.11 bench:3.11 release:3.11 pyodide:3.14; do \
		$(BIN)/uv pip compile --quiet --group $${group%:*} --universal --python-version $${group#*:} \
			--generate-hashes $(if $(UPGRADE),--upgrade) --no-header --no-annotate --output-file requirements/$${group%:*}.txt || exit; \
	done

VERSION ?= 0.1.0rc1
release-dry-run: $(VENV)/.release
	$(BIN)/python scripts/release.py $(VERSION)

clean:
	rm -rf $(VENV) dist target benches/peers/target fuzz/target web/target web/dist docs/_build
