# Every target sets up .venv first; when nothing changed that takes no time and needs no network.
PYTHON3 ?= python3
PYTHON := .venv/bin/python
ON_ALL_CORES := -n logical --maxprocesses 4 --dist loadfile
ARGS ?=
# Modules are compiled once: some images have it that each process compiles them anew, each test's module as well.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup demo run test road screenshots languages test-changed test-shuffled test-defences test-slow test-llama-server vulkan test-vulkan test-arm test-windows check count sanitize bench bench-quality bench-teach bench-documents bench-small bench-estimate bench-memory bench-long bench-latency bench-computers bench-rows bench-pairs bench-convert bench-start bench-pages bench-kernel bench-data fuzz fuzz-guided fuzz-sanitized faults format clean elsewhere parity parity-published published audit bundle test-bundle wheels test-wheels installer test-installer docs lock

help:
	@echo "make demo    convert, train, evaluate and export the bundled model (ARGS=--chat: with conversations)"
	@echo "make run     the window"
	@echo "make test    all quick tests: those that start no processes (ARGS='-k name' for some)"
	@echo "make test-changed  quick tests and those with processes that the changes since the last commit can reach (ARGS='--since COMMIT', --list)"
	@echo "make test-shuffled  the same of everything, in another order each day (SEED=20261125: as on that day)"
	@echo "make test-defences  break twenty defences one after the other: a test has to fail for each"
	@echo "make languages  the window's texts to the files of its languages, and these as the window reads them"
	@echo "make test-slow  all others: those with processes, and roads through other programs, in every version and type (SINCE=COMMIT: that the changes since can reach)"
	@echo "make road    the whole road in the window, by mouse and keys (ARGS=FOLDER: with pictures)"
	@echo "make screenshots  pictures of every page on the screens that people have (ARGS=--readme: also the README's)"
	@echo "make test-llama-server  build llama.cpp's own server and test against it"
	@echo "make vulkan  build what trains on graphics cards (docs/gpu.md)"
	@echo "make test-vulkan  build it, and its tests (ARGS=--short: not the longest; DEVICE=vulkan:0: on this machine's own card)"
	@echo "make test-arm  the kernels, the commands and the demo on ARM64, in an emulator (ARGS=--short: the kernels, fewer cases)"
	@echo "make test-windows  the kernels, the commands, the demo and the window on Windows, under Wine (ARGS=--short: the kernels, fewer cases)"
	@echo "make check   style, types, import rules, the C kernels' warnings, and known faults where a network is there"
	@echo "make audit   whether faults are known of the versions in constraints.txt (needs the network)"
	@echo "make count   lines of code in each room, and the share of imports"
	@echo "make sanitize  the kernels' tests with sanitizers for addresses and undefined behaviour"
	@echo "make elsewhere  the scripts for a bigger machine, against training here (ARGS=--short: one case)"
	@echo "make parity MODEL=FOLDER  a model's logits and a training step, against Transformers, PEFT and llama.cpp"
	@echo "make parity-published  the same of the two models that make published fetches (needs the network)"
	@echo "make bench   speed and memory of a training step, against PEFT (ONLY=smollm2-135m: one shape; this and all bench-…, ARGS=--short: does it work?)"
	@echo "make bench-estimate  the memory plan against what training takes"
	@echo "make bench-memory  the memory plan against what is taken, for every family (ARGS='glm4 gpt-oss': some)"
	@echo "make bench-long  twenty thousand steps: memory, handles, threads and speed must stay as they are"
	@echo "make bench-latency  how late other programs get their turn while a training goes on"
	@echo "make bench-computers  a training on another computer: a pulled cable, the bytes sent, a sweep on two (Linux, as root)"
	@echo "make bench-rows  useful tokens/s on real conversations, padded, packed and sharing a prompt, beside TRL"
	@echo "make bench-pairs  what a pair costs in a step of DPO, beside an ordinary row and beside TRL's"
	@echo "make bench-kernel  ggml's products against kernels of our own"
	@echo "make bench-quality  evaluation loss after the same steps as PEFT, taken apart by cause"
	@echo "make bench-teach  what trainings teach: nine tasks, two published models, our recipe beside others"
	@echo "make bench-documents  rows that models write about a book, a manual and a company's papers, and what they teach"
	@echo "make bench-small  what files of few bits keep of trainings: the small export beside llama.cpp's types (ARGS=--seconds: what it takes)"
	@echo "make published  two published models into the cache folder, for tests and benchmarks (needs the network)"
	@echo "make fuzz    10,000 mutated files for each reader (FILES=500: so many)"
	@echo "make fuzz-guided  the same readers, by a fuzzer that follows what code it reaches (RUNS=1000: so many inputs)"
	@echo "make fuzz-sanitized  llama.cpp's own readers under a sanitizer for addresses (FILES=500: so many)"
	@echo "make faults  kills, full disks, pulled plugs and damaged files, done to the real program (ARGS=--short: fewer)"
	@echo "make bench-convert  MB/s and memory of converting and quantizing, against llama.cpp's own tools"
	@echo "make bench-start  how long the window takes to its first frame, and its memory then"
	@echo "make bench-pages  for how long each page keeps the window busy when it is first shown"
	@echo "make bench-data  memory and speed of reading a million rows (ARGS=10000: fewer)"
	@echo "make bundle  the program that is downloaded, in build/bundle: needs no Python, no compiler, no network"
	@echo "make wheels  what pip installs, in build/wheels: Luthier, and its engine for all processors (ARGS='windows arm': also for these systems)"
	@echo "make test-wheels  pip installs both without a compiler, in an empty home: doctor, and the demo (needs the network)"
	@echo "make installer  the installer of Windows, in build/installer"
	@echo "make test-installer  that installer under Wine: install, doctor, demo, remove"
	@echo "make lock    what each environment is made of, with hashes: after pins or dependencies have changed (needs the network)"
	@echo "make docs    the documentation as a site, in build/site"
	@echo "make test-bundle  that program in an empty system: doctor, demo, the main road by mouse and keys, its contents, its speed"
	@echo "make setup   only make .venv ready"
	@echo "make format  format the code"
	@echo "make clean   remove .venv and everything built"

setup:
	@$(PYTHON3) packaging/setup_env.py $(if $(filter setup,$(MAKECMDGOALS)),--again)

demo: setup
	.venv/bin/luthier demo $(ARGS)

run: setup
	.venv/bin/luthier app $(ARGS)

test: setup
	QT_QPA_PLATFORM=offscreen $(PYTHON) -m pytest $(ON_ALL_CORES) -m "not process and not slow and not vulkan" $(ARGS)

test-changed: setup
	QT_QPA_PLATFORM=offscreen $(PYTHON) -m tests.changed $(ON_ALL_CORES) -m "not slow and not vulkan" $(ARGS)

test-shuffled: setup
	QT_QPA_PLATFORM=offscreen $(PYTHON) -m pytest $(ON_ALL_CORES) -p randomly --randomly-seed=$(or $(SEED),$(shell date +%Y%m%d)) -m "not slow and not vulkan" $(ARGS)

test-defences: setup
	$(PYTHON) -m tests.defences

languages: setup
	$(PYTHON) packaging/languages.py

test-slow: setup
	QT_QPA_PLATFORM=offscreen $(PYTHON) -m $(if $(SINCE),tests.changed --since $(SINCE),pytest) $(ON_ALL_CORES) -m "(process or slow) and not vulkan" $(ARGS)
	$(if $(ARGS),,$(PYTHON) -m tests.on_vulkan --short)

road: setup
	$(PYTHON) -m tests.lab.road.road $(ARGS)

screenshots: setup
	$(PYTHON) -m tests.lab.road.screenshots $(ARGS)

test-llama-server: setup
	$(PYTHON) packaging/build_llama_server.py
	$(PYTHON) -m pytest -n 0 -m "slow or not slow" tests/export/test_llama_server.py tests/export/test_thinking_in_llama_server.py $(ARGS)

vulkan: setup
	$(PYTHON) packaging/setup_vulkan.py

test-vulkan: setup
	$(PYTHON) packaging/setup_vulkan.py $(if $(DEVICE),,--test-device)
	LUTHIER_TEST_DEVICE=$(or $(DEVICE),lavapipe) QT_QPA_PLATFORM=offscreen $(PYTHON) -m tests.on_vulkan $(ARGS)

test-arm: setup
	$(PYTHON) -m tests.lab.foreign arm $(ARGS)

test-windows: setup
	$(PYTHON) -m tests.lab.foreign windows $(ARGS)

check: setup
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	$(PYTHON) -m mypy --platform win32 --cache-dir .mypy_cache/win32
	$(PYTHON) -m mypy --platform darwin --cache-dir .mypy_cache/darwin
	.venv/bin/lint-imports
	$(PYTHON) packaging/check_kernels.py warnings
	$(PYTHON3) packaging/audit.py --if-reachable

audit:
	$(PYTHON3) packaging/audit.py $(ARGS)

count: setup
	$(PYTHON) packaging/count_code.py

sanitize: setup
	$(PYTHON) packaging/check_kernels.py sanitize

elsewhere: setup
	$(PYTHON) -m tests.lab.bench.elsewhere $(ARGS)

parity: setup
	$(PYTHON) -m tests.lab.bench.parity $(MODEL) $(ARGS)

parity-published: setup
	$(PYTHON) packaging/published_models.py
	$(PYTHON) -m tests.lab.bench.parity --published $(ARGS)

published: setup
	$(PYTHON) packaging/published_models.py

bench: setup
	ONLY=$(ONLY) $(PYTHON) -m tests.lab.bench.bench_step $(ARGS)

bench-estimate: setup
	$(PYTHON) -m tests.lab.bench.bench_estimate $(ARGS)

bench-memory: setup
	$(PYTHON) -m tests.lab.bench.memory $(ARGS)

bench-long: setup
	$(PYTHON) -m tests.lab.bench.bench_long $(ARGS)

bench-latency: setup
	$(PYTHON) -m tests.lab.bench.bench_latency $(ARGS)

bench-computers: setup
	$(PYTHON) -m tests.lab.bench.bench_computers $(ARGS)

bench-rows: setup
	$(PYTHON) -m tests.lab.bench.real_rows $(ARGS)

bench-pairs: setup
	$(PYTHON) -m tests.lab.bench.bench_pairs $(ARGS)

bench-kernel: setup
	$(PYTHON) -m tests.lab.bench.kernel $(ARGS)

bench-quality: setup
	$(PYTHON) -m tests.lab.bench.quality $(ARGS)

bench-teach: setup
	$(PYTHON) -m tests.lab.bench.teach $(ARGS)

bench-documents: setup
	$(PYTHON) -m tests.lab.bench.documents $(ARGS)

bench-small: setup
	$(PYTHON) -m tests.lab.bench.bench_small $(ARGS)

fuzz: setup
	FUZZ_FILES=$(or $(FILES),10000) QT_QPA_PLATFORM=offscreen $(PYTHON) -m pytest tests/fuzz -s $(ARGS)

fuzz-guided: setup
	$(PYTHON) -m tests.fuzz.guided --runs $(or $(RUNS),10000) $(ARGS)

fuzz-sanitized: setup
	$(PYTHON) -m tests.fuzz.sanitized --files $(or $(FILES),10000)

faults: setup
	$(PYTHON) -m tests.lab.faults $(ARGS)

bench-convert: setup
	$(PYTHON) -m tests.lab.bench.bench_convert $(ARGS)

bench-start: setup
	$(PYTHON) -m tests.lab.bench.bench_start $(ARGS)

bench-pages: setup
	$(PYTHON) -m tests.lab.bench.bench_pages $(ARGS)

bench-data: setup
	$(PYTHON) -m tests.lab.bench.bench_data $(ARGS)

format: setup
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

bundle: setup
	$(PYTHON3) packaging/bundle.py $(ARGS)

wheels: setup
	$(PYTHON3) packaging/engine_wheel.py $(ARGS)

test-wheels: setup
	$(PYTHON) -m tests.lab.bundle.wheels

installer: setup
	$(PYTHON) packaging/windows_installer.py

test-installer: setup
	$(PYTHON) -m tests.lab.foreign.installer

lock:
	$(PYTHON3) packaging/lock.py

docs: setup
	$(PYTHON3) packaging/docs.py

test-bundle: setup
	$(PYTHON) -m tests.lab.bundle $(ARGS)

clean:
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
