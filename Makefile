# make play    set up and start the app in the browser
# make test    set up and run every check: lint, types, unit, conformance, browser
.DEFAULT_GOAL := help
.PHONY: help setup play test lint format engine compiled trials bench chaos docs clean

PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null || echo .tools/bin/uv)
RUN := $(UV) run --frozen --no-sync
export UV_PYTHON_DOWNLOADS := never
export LANDBRIDGE_SKIP
# The tests start hundreds of programs; none should have to compile every module anew.
unexport PYTHONDONTWRITEBYTECODE
CLIENT := src/landbridge/client
DEMO := $(addprefix tests/browser/demo/,*.js *.css *.html)
DENO := NO_COLOR=1 DENO_NO_UPDATE_CHECK=1 DENO_DIR="$(CURDIR)/.tools/deno" $(RUN) deno

help:
	@sed -n '1,2s/^# //p' $(firstword $(MAKEFILE_LIST))
	@echo "make setup   create the local environment"
	@echo "make lint    style, types (Python and the client) and dependencies"
	@echo "make format  put Python, JavaScript, CSS and HTML into the project's style"
	@echo "make trials  how strong the bots are, and many more matches at random: minutes"
	@echo "make bench   measure, side by side"
	@echo "make chaos   kill servers and databases while people play: SECONDS= KILLS= STOPS="
	@echo "make docs    build the documentation into site/"

.tools/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Landbridge needs Python 3.11 or newer; set PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv .tools
	.tools/bin/python -m pip install --quiet --disable-pip-version-check uv

# To play needs little; to check needs browsers, compilers and plots as well.
.venv/.playable: pyproject.toml uv.lock | $(filter .tools/bin/uv,$(UV))
	$(UV) sync --frozen --quiet --inexact --extra server --extra fast --no-default-groups
	@touch $@

.venv/.ready: pyproject.toml uv.lock | $(filter .tools/bin/uv,$(UV))
	$(UV) sync --frozen --quiet --inexact --extra server --extra fast
	@touch $@ .venv/.playable

setup: .venv/.ready

play: .venv/.playable
	$(RUN) landbridge serve

lint: .venv/.ready
	$(RUN) ruff check src tests bench scripts
	$(RUN) ruff format --check src tests bench scripts
	$(RUN) python scripts/rulings.py --check
	$(RUN) mypy
	$(RUN) lint-imports
	@if ! $(DENO) --version >/dev/null 2>&1; then \
	  echo "deno does not run on this machine: style and types of $(CLIENT) are not checked"; \
	else echo "deno fmt --check, deno check $(CLIENT)"; \
	  $(DENO) fmt --quiet --check --config $(CLIENT)/deno.json $(CLIENT) $(DEMO) && \
	  $(DENO) check --quiet --no-remote --config $(CLIENT)/tsconfig.json \
	    $$(find $(CLIENT) -name '*.js'); fi

# Put every file into the one style that make lint asks for.
format: .venv/.ready
	$(RUN) ruff format src tests bench scripts
	$(DENO) fmt --quiet --config $(CLIENT)/deno.json $(CLIENT) $(DEMO)

# Lint and the engine's tests run beside each other, each with its output in one piece where make
# can do that; if either fails, so does the whole. Servers and browsers share the machine with
# everything else: a test of the rest that fails is run again, twice at most, and the summary names each that
# was (RERUN); one that fails three times fails.
test: .venv/.ready
	@$(MAKE) --no-print-directory -j3 $(if $(filter output-sync,$(.FEATURES)),-O) lint engine compiled
	LANDBRIDGE_CHROMIUM="$$(sh scripts/chromium.sh)" && export LANDBRIDGE_CHROMIUM && \
	  sh scripts/postgres.sh >/dev/null && \
	  $(RUN) pytest -n auto --dist loadscope --ignore tests/engine --reruns 2 -raR

engine: .venv/.ready
	$(RUN) pytest tests/engine -n auto --cov=landbridge.engine --cov-fail-under=95 \
	  --cov-report=term:skip-covered

# In a fresh clone each of the processes that run the other tests would compile every module for
# itself; they are compiled once, by looking for the tests. What is wrong there, the tests will say.
compiled: .venv/.ready
	@-$(RUN) pytest --collect-only -qq --ignore tests/engine >/dev/null 2>&1

trials: .venv/.ready
	$(RUN) pytest tests/trials -n auto -rP

bench: .venv/.ready
	$(UV) run --frozen --group bench python -m bench

SECONDS ?= 600
KILLS ?= 1000
STOPS ?= 200

chaos: .venv/.ready
	PYTHONPATH=tests:. $(RUN) python -m chaos --seconds $(SECONDS) --kills $(KILLS) --stops $(STOPS)

docs: .venv/.ready
	$(UV) run --frozen --group docs mkdocs build --strict

clean:
	rm -rf .venv .tools site dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
