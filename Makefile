# Two commands do everything: `make play` and `make test`. They set up what they need in .venv.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
# pip itself comes from the wheel kept in setup/, so that a Python without ensurepip is enough.
PIP := $(PY) $(wildcard setup/pip-*.whl)/pip
# Quiet twice leaves out warnings, of which a machine's own settings of pip may give dozens; errors are still told.
INSTALL := $(PIP) install --quiet --quiet --disable-pip-version-check --require-hashes

.PHONY: play run test setup check bench load soak gallery lock clean

play: $(VENV)/.dev
	$(PY) -m bot.playground

run: $(VENV)/.runtime
	$(PY) -m bot

test: $(VENV)/.dev
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(PY) -m pytest

setup: $(VENV)/.dev

bench: $(VENV)/.bench
	$(PY) -m bench

# From click to answer: the real process on one core, against the targets.
load: $(VENV)/.bench
	$(PY) -m bench load

# The long part of the tests: many kills, every fault at every call, and 20 minutes of play in which nothing may grow.
soak: $(VENV)/.dev
	$(PY) -m pytest tests/wire/test_wire_kills.py tests/world/test_injected.py --kills=200 --every-fault
	$(PY) -m bench soak --minutes 20

# Every picture on one page: build/gallery/index.html and gallery.png.
gallery: $(VENV)/.runtime
	$(PY) -m render gallery -o build/gallery --cache build/carved

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Haugbui needs Python 3.11 or newer.")'
	$(PYTHON) -m venv --without-pip $(VENV)

$(VENV)/.runtime: requirements.lock | $(VENV)/bin/python
	$(INSTALL) -r requirements.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock | $(VENV)/bin/python
	$(INSTALL) -r requirements-dev.lock
	@touch $@ $(VENV)/.runtime

$(VENV)/.bench: requirements-bench.lock | $(VENV)/bin/python
	$(INSTALL) -r requirements-bench.lock
	@touch $@ $(VENV)/.dev $(VENV)/.runtime

# Locks are written by uv (`pip install uv`): it leaves index addresses out of them.
lock:
	uv pip compile --quiet --universal --generate-hashes pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --generate-hashes pyproject.toml --extra dev -o requirements-dev.lock
	uv pip compile --quiet --universal --generate-hashes pyproject.toml --extra dev --extra bench -o requirements-bench.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
