# A newcomer needs two commands: `make play` and `make test`. Both set up everything by themselves.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help play test check format bench clean

help:
	@echo "make play    play tic-tac-toe in the terminal"
	@echo "make test    lint, types, tests, the README's examples"
	@echo "make check   lint and types only"
	@echo "make format  put the code into shape"
	@echo "make bench   speed beside other libraries (a minute)"
	@echo "make clean   remove .venv and the caches"

play: .venv/ready-play
	@$(BIN)/noughts play

test: check
	$(BIN)/pytest -q -n 2

check: .venv/ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/ready-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/ready-bench
	$(BIN)/python bench/peers.py

clean:
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist

# pip first: older ones know no dependency groups (`--group`).
.venv/ready:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "noughts needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V). Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || \
	  { echo "cannot make .venv: on Debian and Ubuntu, install python3-venv first" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@touch $@

.venv/ready-play: .venv/ready pyproject.toml
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/ready-test: .venv/ready-play
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

.venv/ready-bench: .venv/ready-play
	@$(BIN)/python -m pip install --quiet --group bench
	@touch $@
