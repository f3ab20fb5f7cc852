# Each target is a few plain commands, which work without make too (README.md).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export REFLEX_TELEMETRY_ENABLED := false
unexport PYTHONSAFEPATH  # python -m gym_site must find the project
unexport PYTHONDONTWRITEBYTECODE  # each process would compile all packages again
export PATH := $(abspath $(VENV))/bin:$(PATH)
WORKERS := -n 4 --dist loadfile
NOT_INSTALLED = { echo "The packages could not be installed: is there a network, and does a package registry answer?"; exit 1; }

.PHONY: run dev test pages suite test-long check export brand launch bench-load bench-lighthouse clean

run: $(VENV)/desk.stamp  ## the production site on http://localhost:3000
	$(BIN)/python -m gym_site build
	@echo "Staff's desk, in another terminal: $(BIN)/python -m gym_site desk serve"
	$(BIN)/python -m gym_site serve

dev: $(VENV)/desk.stamp  ## the site with hot reload
	$(BIN)/python -m gym_site dev

test: $(VENV)/dev.stamp  ## the tests, including those in a real browser, but not those that take minutes
	$(MAKE) -j3 check pages suite

pages: $(VENV)/dev.stamp  # tests that need no pages run meanwhile
	$(BIN)/python -m tests.build

suite: $(VENV)/dev.stamp node_modules/stamp
	$(BIN)/python -m scripts.programs
	$(BIN)/python -m lean_reflex.tests
	$(BIN)/python -m pytest $(WORKERS) --ignore tests/unit/test_import_rules.py  # which `check` runs beside this

test-long: $(VENV)/dev.stamp check  ## all tests, as before a release
	$(BIN)/python -m scripts.programs --long
	$(BIN)/python -m lean_reflex.tests
	$(BIN)/python -m pytest $(WORKERS) --long

check: $(VENV)/dev.stamp node_modules/stamp  ## style, types, import rules, known vulnerabilities of packages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(BIN)/python -m pytest -q tests/unit/test_import_rules.py
	npm run --silent check
	$(BIN)/python -m scripts.audit

bench-load: $(VENV)/dev.stamp  ## the site under load: targets and measured values
	$(BIN)/python -m bench.load

bench-lighthouse: $(VENV)/dev.stamp  ## Lighthouse on every page, and on one without scripts
	$(BIN)/python -m bench.lighthouse

export: $(VENV)/site.stamp  ## the static site in dist/
	$(BIN)/python -m gym_site export

brand: $(VENV)/dev.stamp  ## icons, cards of shared links, prints and the map, if their inputs have changed
	$(BIN)/python -m scripts.programs chromium-headless-shell
	$(BIN)/python -m scripts.draw_brand

launch: $(VENV)/site.stamp  ## what must be done before the launch
	$(BIN)/python -m gym_site check --launch

clean:  ## remove everything that can be made again; keep the database
	rm -rf .web .states .cache node_modules dist dist.new dist.old .pytest_cache .ruff_cache .hypothesis $(VENV)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
	@sed -n '/^pip==/,/[^\\]$$/p' requirements-dev.txt > $(VENV)/pip.txt  # the pip of an older Python takes twice as long
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(VENV)/pip.txt || $(NOT_INSTALLED)

$(VENV)/site.stamp: requirements.txt | $(VENV)/bin/python
	@$(BIN)/python -c 'import pip' 2>/dev/null || $(BIN)/python -m ensurepip  # a .venv that uv made has no pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt || $(NOT_INSTALLED)
	@touch $@

$(VENV)/desk.stamp: requirements-desk.txt $(VENV)/site.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-desk.txt || $(NOT_INSTALLED)
	@touch $@

node_modules/stamp: package.json package-lock.json $(VENV)/dev.stamp
	npm ci --silent || $(NOT_INSTALLED)
	@touch $@

# The list contains the two others. Its packages are compiled when they are first imported: most never are.
$(VENV)/dev.stamp: requirements.txt requirements-desk.txt requirements-dev.txt | $(VENV)/bin/python
	@$(BIN)/python -c 'import pip' 2>/dev/null || $(BIN)/python -m ensurepip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements-dev.txt || $(NOT_INSTALLED)
	@touch $(VENV)/site.stamp $(VENV)/desk.stamp
	@touch $@
