# Two commands on a fresh machine with Python 3.11+ and make:  make sheets   make test
# Everything lives in .venv. Outside this folder only `make test` may add something, as root on Debian: what its tests
# need and pip cannot give.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-compile  # on import is soon enough
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps
PINNED = --require-hashes $(addprefix --requirement=requirements,$(1))
OURS := --no-build-isolation --editable .
install = $(UV) $(1) || $(PIP) $(1)  # uv is quick, pip knows the settings of this machine
PINS := requirements.txt $(wildcard requirements/*.txt)
DEBIAN := chromium-headless-shell curl postgresql $(if $(shell command -v npm),,npm)
FILES := --dist loadfile --no-loadscope-reorder  # a file stays on one core, where its tests share what they need

unexport PYTHONDONTWRITEBYTECODE  # a machine may set it: then every process would compile all again

.PHONY: sheets site docs quick test exhaustive types content collected tested tried bench release clean

sheets: .venv/printing
	$(BIN)/companion print sheets --game dice

site: .venv/testing .venv/debian
	$(BIN)/companion site --out output/site

docs: .venv/testing .venv/debian
	$(BIN)/python -m mkdocs build --quiet --strict
	$(BIN)/companion site --out site/try

quick:
	$(MAKE) --jobs=3 types content tried

tried: .venv/testing
	$(BIN)/pytest -q -n 2 $(FILES) --tier quick

test:  # tests wait a quarter of their time: types and content are looked at meanwhile, packages come beside one another
	$(MAKE) --jobs=3 types content tested

exhaustive: .venv/testing .venv/debian .venv/release
	sh tools/debian_packages.sh firefox-esr liblouis-bin
	$(MAKE) --jobs=3 types content collected
	$(BIN)/pytest -q -n 2 $(FILES) --tier exhaustive --timeout 14400

types: .venv/testing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

content: .venv/testing
	$(BIN)/companion check --faces > /dev/null

collected: .venv/testing  # compiles libraries and tests once; otherwise each process of pytest does, which also tells what is wrong
	-$(BIN)/pytest -q --collect-only > /dev/null

tested: collected .venv/debian
	$(BIN)/pytest -q -n 3 $(FILES)

bench: .venv/testing .venv/debian
	PYTHON=$(PYTHON) sh tools/bench_peers.sh build/peers
	$(BIN)/python benchmarks

release: .venv/release
	$(BIN)/python tools/release.py dist

.venv/bin/uv: requirements/uv.txt
	$(PYTHON) -m venv .venv
	-$(PIP) --require-hashes --requirement $<
	touch $@

.venv/printing: pyproject.toml $(PINS) .venv/bin/uv
	$(call install,$(call PINNED,/build.txt /print.txt))
	$(call install,$(OURS))
	touch $@

.venv/testing: pyproject.toml $(PINS) .venv/bin/uv
	$(call install,$(call PINNED,.txt))
	$(call install,$(OURS))
	touch .venv/printing $@

.venv/release: .venv/printing
	$(call install,$(call PINNED,/release.txt))
	touch $@

.venv/debian: Makefile tools/debian_packages.sh .venv/bin/uv
	sh tools/debian_packages.sh $(DEBIAN)
	touch $@

clean:
	rm -rf .venv build dist site
