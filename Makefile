# Springfield Companion. `make play` opens a table; `make test` checks everything.
# Nothing here needs a system package: Python 3.11 or newer is enough.

PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo "$$python" && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet

.PHONY: help play test check measure bench format clean

help:
	@echo "make play     open a table in the browser"
	@echo "make test     all checks, then all tests"
	@echo "make check    format, lint, types, import rules"
	@echo "make measure  the long measurements, with their figures"
	@echo "make bench    speed and reads beside other readers"
	@echo "make format   put the code into its format"
	@echo "make clean    remove what was built"

play: $(VENV)/.installed
	$(BIN)/companion play

test: check
	$(BIN)/python -m pytest

check: $(VENV)/.installed-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

measure: $(VENV)/.installed-test
	$(BIN)/python -m pytest -m slow -s --durations=10

bench: $(VENV)/.installed-test
	$(BIN)/companion bench

format: $(VENV)/.installed-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Stamps: a second run does nothing until pyproject.toml changes.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: https://www.python.org/downloads/" >&2; exit 2; }
	"$(PYTHON)" -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Installing; the first time this takes a minute."
	$(PIP) -e .
	@touch $@

$(VENV)/.installed-test: pyproject.toml | $(BIN)/python
	$(PIP) -e ".[test]"
	@touch $@ $(VENV)/.installed
