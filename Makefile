# Start with `make web` or `make play`, and `make test`. Each sets up everything it needs.

PYTHON ?= python3
# Where it is set, each of the thousand programs that the tests start would compile all of Noughts.
export PYTHONDONTWRITEBYTECODE :=
BIN := .venv/bin
BIOME := $(BIN)/node node_modules/@biomejs/biome/bin/biome
TSC := $(BIN)/node node_modules/typescript/bin/tsc
NATIVE := CMakeLists.txt $(wildcard native/*)

.PHONY: help play web test docs docs-test check format site site-test bench corpus cluster fuzz net sanitize coverage
.PHONY: mutants dist gradescope release clean

help:
	@echo "make play      play tic-tac-toe in the terminal"
	@echo "make web       open the page in your browser"
	@echo "make test      run lint, types, tests and everything that the pages show"
	@echo "make docs      build the documentation as a site in build/docs (a minute)"
	@echo "make docs-test build it, follow its links, and run what its pages show that takes long"
	@echo "make check     run lint and types only"
	@echo "make format    format the code"
	@echo "make site      build the page that needs no server, and the documentation, for any static host, in build/site"
	@echo "make site-test build it, and run the tests of the page against it (half an hour)"
	@echo "make bench     measure speed against other libraries, proofs, threads, 300 players, ratings, reviews (forty minutes)"
	@echo "make corpus    grade all the wrong, right and hostile programs (fifteen minutes)"
	@echo "make cluster   install Ray (250 MB), and play and grade on a cluster of two nodes (five minutes)"
	@echo "make fuzz      try 10,000 random games, exercises and malformed requests per test (fifteen minutes)"
	@echo "make net       install PyTorch (several GB), and learn tables and a net from 400 games (two minutes)"
	@echo "make sanitize  check the native tests for memory errors and races (Linux, five minutes)"
	@echo "make coverage  list the lines and branches of Python code that no test runs (twenty minutes)"
	@echo "make mutants   list small changes to the rules and searches that no test notices (an hour)"
	@echo "make dist      build what is published: the sources and a wheel (a minute)"
	@echo "make gradescope  pack the zip that grades on Gradescope (a minute)"
	@echo "make release   check that everything is ready to be published (fifteen minutes)"
	@echo "make clean     remove .venv, builds and caches"

# Ends with how to go on without make. Ctrl-C goes to the shell as well, which must not end before.
noughts = @trap : INT; $(BIN)/noughts $(1); code=$$?; \
  echo "From now on: $(BIN)/noughts, or just noughts after: source $(BIN)/activate"; exit $$code

play: .venv/ready-play
	$(call noughts,play)

web: .venv/ready-play
	$(call noughts,web)

test: check
	$(BIN)/pytest -q -n 4 --dist worksteal

docs: .venv/ready-docs
	@rm -rf build/docs
	$(BIN)/sphinx-build -q -W --keep-going -n -E -j auto -d build/docs-cache docs build/docs
	@echo "The documentation is in build/docs/index.html"

docs-test: docs .venv/ready-test
	NOUGHTS_PAGES=all $(BIN)/pytest -q -n 2 -k "in_full or test_site" tests/test_pages.py tests/test_site.py

check: .venv/ready-test .venv/tidy node_modules/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(TSC)
	$(BIOME) check --error-on-warnings
	$(BIN)/clang-format --dry-run --Werror native/*.[hc]pp site/*.cpp

# Reads what CMake recorded about the latest build; runs only after a change, since it takes seconds.
.venv/tidy: .venv/ready-test .clang-tidy $(NATIVE)
	$(BIN)/clang-tidy --quiet -p $$(ls -t build/*/compile_commands.json | head -1) native/*.cpp
	@touch $@

format: .venv/ready-test node_modules/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIOME) check --write
	$(BIN)/clang-format -i native/*.[hc]pp site/*.cpp

# The page that needs no server; what it is made of is written down in site/build.py.
site: docs .venv/ready-site node_modules/ready
	$(BIN)/python site/build.py build/site build/docs

SITE_TESTS := tests/test_static_page.py $(addprefix tests/test_web_,board.py games.py lessons.py page.py \
  places.py practice.py review.py variations.py watch.py)

site-test: site
	NOUGHTS_SITE=$(CURDIR)/build/site $(BIN)/pytest -q -n 2 --dist worksteal $(SITE_TESTS)

bench: .venv/ready-bench
	$(BIN)/python bench/peers.py
	$(BIN)/python bench/mcts.py
	$(BIN)/python bench/proofs.py
	$(BIN)/python bench/threads.py
	$(BIN)/python bench/check.py
	$(BIN)/python bench/load.py
	$(BIN)/python bench/watch.py
	$(BIN)/python bench/levels.py
	$(BIN)/python bench/ratings.py
	$(BIN)/python bench/arena.py
	$(BIN)/python bench/review.py

corpus: .venv/ready-test
	NOUGHTS_CORPUS=all $(BIN)/pytest -q -n 4 --dist worksteal tests/test_check_*.py

cluster: .venv/ready-cluster
	$(BIN)/pytest -q tests/test_arena_cluster.py

fuzz: .venv/ready-test
	NOUGHTS_EXAMPLES=10000 $(BIN)/pytest -q -n 2 tests/test_engine.py \
	  -k "plain_search or line_is_a_win or nothing_false or win_in_one or crashes"
	NOUGHTS_EXAMPLES=10000 $(BIN)/pytest -q -n 2 tests/test_web_malformed.py
	NOUGHTS_EXAMPLES=10000 $(BIN)/pytest -q -n 2 tests/test_practice.py \
	  -k "brute_force or textbook_search or from_a_mistake or every_size or read_back"

net: .venv/ready-train
	rm -f build/games.txt
	$(BIN)/python training/selfplay.py 15x15x5 build/games.txt --games 400
	$(BIN)/python training/tables.py 15x15x5 build/games.txt --write build/learned.inc
	$(BIN)/python training/net.py build/games.txt --passes 10 --write build/net.bin
	$(BIN)/pytest -q tests/test_training.py

# The native module again, built with the compiler's sanitizers: one build runs the native tests and
# looks for memory errors and undefined behaviour, the other runs those with several threads and looks
# for races. Each has its own virtual environment. Python itself is built without sanitizers, so they
# must be loaded before it. The one for races expects memory at certain addresses, so addresses are
# not randomised. Their messages bypass pytest, which would lose them when the process dies.
SANITIZED := build/sanitize
SANITIZERS_memory := address,undefined
SANITIZERS_thread := thread
NATIVE_TESTS := tests/test_native.py tests/test_net.py tests/test_engine.py
watched = libraries=$$(ldd $(SANITIZED)/$(1)/lib/python*/site-packages/noughts/_native*.so | \
  awk '/asan|ubsan|tsan|stdc\+\+/ { print $$3 }' | paste -sd:) && PYTHONMALLOC=malloc \
  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 TSAN_OPTIONS=halt_on_error=1 \
  setarch -R env LD_PRELOAD=$$libraries $(SANITIZED)/$(1)/bin/python -m pytest -q --capture=sys $(NATIVE_TESTS)

sanitize: $(SANITIZED)/memory/ready $(SANITIZED)/thread/ready
	$(call watched,memory)
	$(call watched,thread) -k "thread or stop or pause or signal or crashes"

# Tracing is slow, so tests that look at the clock may fail here; that does not matter.
coverage: .venv/ready-measure
	rm -rf build/coverage
	-NOUGHTS_CORPUS=all $(BIN)/coverage run -m pytest -q -n 3 -m "not exhaustive"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	@echo "tests/uncovered.md says why these are not covered"

# MODULES="rules textbook.order" tries only these modules.
mutants: .venv/ready-measure
	$(BIN)/python tests/mutants.py $(MODULES)

dist: .venv/ready-release
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/twine check --strict dist/*

gradescope: dist
	$(BIN)/python release/gradescope.py dist/noughts-gradescope.zip dist/*.tar.gz

release: .venv/ready-release
	@$(BIN)/python release/check.py

clean:
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist node_modules

# Each missing requirement gets a one-line message. Older versions of pip lack `--group`.
.venv/ready:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "noughts needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V). Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@for compiler in $${CXX:-c++ g++ clang++}; do command -v $$compiler >/dev/null && exit; done; \
	  { echo "noughts needs a C++ compiler: on Debian and Ubuntu, apt install g++; on macOS, xcode-select --install" >&2; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' || \
	  { echo "noughts needs Python's headers: on Debian and Ubuntu, apt install python3-dev" >&2; exit 1; }
	@echo 'Setting up in .venv; this takes a minute or two ...'
	@$(PYTHON) -m venv .venv || \
	  { echo "cannot create .venv: on Debian and Ubuntu, install python3-venv first" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@touch $@

# The build tools stay in .venv, so that after an edit only what has changed is rebuilt.
.venv/ready-build: .venv/ready pyproject.toml
	@$(BIN)/python -m pip install --quiet --group build
	@touch $@

.venv/ready-play: .venv/ready-build $(NATIVE)
	@$(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	@touch $@

.venv/ready-test: .venv/ready-play
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

.venv/ready-docs: .venv/ready-play
	@$(BIN)/python -m pip install --quiet --group docs
	@touch $@

# What only some targets need: the group of that name in pyproject.toml.
EXTRA := site measure train cluster release bench
$(EXTRA:%=.venv/ready-%): .venv/ready-%: .venv/ready-test
	@$(BIN)/python -m pip install --quiet --group $*
	@touch $@

# The tools that check the page; Node itself comes with the group `dev`.
node_modules/ready: package-lock.json | .venv/ready-test
	@$(BIN)/npm ci --silent --ignore-scripts --prefer-offline
	@touch $@

$(SANITIZED)/%/ready: .venv/ready pyproject.toml $(NATIVE)
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	@$(@D)/bin/python -m pip install --quiet --group build --group dev
	@$(@D)/bin/python -m pip install --quiet --no-build-isolation --editable . \
	  -C build-dir=$(@D)/native -C cmake.build-type=RelWithDebInfo \
	  -C cmake.define.NOUGHTS_SANITIZE=$(SANITIZERS_$*)
	@touch $@
