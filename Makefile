# Two commands on a fresh machine with Python 3.11+ and make:  make sheets   make test
# Everything lives in .venv; nothing outside this folder is touched.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: sheets test bench clean

sheets: .venv/printing
	$(BIN)/companion print sheets --game dice

test: .venv/testing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/companion check
	$(BIN)/pytest -q

bench: .venv/testing
	$(BIN)/python benchmarks/referee.py
	$(BIN)/python benchmarks/print_sheets.py

.venv/printing: pyproject.toml requirements.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint requirements.txt --editable .
	touch $@

.venv/testing: .venv/printing
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint requirements.txt --editable '.[test]'
	touch $@

clean:
	rm -rf .venv build dist
