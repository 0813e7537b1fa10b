# Everything sets up what it needs, in .venv; a machine needs only Python 3.11 or newer, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install
PINNED := $(PIP) --require-hashes -r# others' packages first, each file by its hash
OURS := $(PIP) --no-deps --no-build-isolation# then our own, for which nothing is looked for any more
EXAMPLES := $(wildcard examples/*/pyproject.toml)
INPUTS := pyproject.toml $(wildcard pins/*.txt) $(EXAMPLES)
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')# many tests wait for something, and while they do others run
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist=worksteal
BROWSERS ?= $(WORKERS)
PAGE_TEST := $(BIN)/pytest -n $(BROWSERS) --dist=worksteal tests/page
unexport PYTHONDONTWRITEBYTECODE# or every process of the tests would compile everything anew

.PHONY: help play party terminal page icons pictures positions look weigh test check rules bench bench-server attacks leaks faults soak pins data throws solutions mutants campaign goldens docs picture browser bare clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Knobel needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Name a newer one: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing: install it (on Debian and Ubuntu: apt-get install python3-venv)"; exit 1; }
	@touch $@

$(VENV)/play: $(VENV)/made $(INPUTS)
	@echo "Setting the table (once) ..."
	@$(PINNED) pins/play.txt
	@$(OURS) -e .
	@touch $@

$(VENV)/test: $(VENV)/made $(INPUTS)
	@echo "Installing what the tests and checks need (once) ..."
	@$(PINNED) pins/test.txt
	@$(PINNED) pins/redis.txt --no-deps --only-binary=:all: --python-version=3.11 --upgrade --target=$(VENV)/redis # a program, which every Python can start
	@$(OURS) -e . $(EXAMPLES:%/pyproject.toml=-e %)
	@touch $(VENV)/play $@

$(VENV)/bench: $(VENV)/test
	@$(PINNED) pins/bench.txt
	@touch $@

$(VENV)/mutants: $(VENV)/test
	@$(PINNED) pins/mutants.txt
	@touch $@

play: page ## open the house here, and its page in the browser
	@$(BIN)/knobel serve --log warning --browse

party: page ## open the house for the local network, and show phones the way in
	@$(BIN)/knobel party

terminal: $(VENV)/play ## the list of games, and a game, in the terminal
	@$(BIN)/knobel

pictures: page browser ## take the pictures of the page that stand in docs/ and the README
	$(BIN)/python -m tests.page.pictures

look: page browser ## contact sheets of every phase of every game, in build/look: to be looked at
	$(BIN)/python -m tests.page.look $(ARGS)

positions: page ## record anew the positions that the picture tests show: every phase of every game, and turns
	$(BIN)/python -m tests.page.positions
	$(BIN)/python -m tests.page.positions --turns

icons: browser ## draw the icons of an installed page from web/public/icon.svg
	$(BIN)/python -m tests.page.icons

page: $(VENV)/play ## build the page into the package, if something in web/ changed
	@$(BIN)/python tools/page.py build

weigh: page ## what a first visit to the page loads
	@$(BIN)/python tools/page.py weigh

browser: $(VENV)/test ## a Chromium for the page's tests, if the machine has none
	@$(BIN)/python -m tools.browser

test: $(VENV)/test ## every test, and the checks
	@$(MAKE) --no-print-directory -j2 -Otarget check check-logic check-rules
	$(PYTEST) --ignore=tests/page --durations=10
	@$(BIN)/python -m tools.browser  # only now: where no browser can be had, all else was tried
	$(PAGE_TEST) --durations=10  # apart: a browser and other tests' event loops do not mix

rules: $(VENV)/test ## every rule and option with its tests; fails on a gap
	$(BIN)/python tools/rules.py

bench: $(VENV)/bench ## moves, appends, words in a roll, a die on the tower: beside others in the same run
	$(BIN)/python bench/rulebook.py
	$(BIN)/python bench/store.py
	$(BIN)/python -m bench.solve
	$(BIN)/python -m bench.lanes
	$(foreach own,$(wildcard bench/games/*.py),$(BIN)/python $(own) && ) true

bench-server: $(VENV)/bench ## the server's moves a second and memory, beside boardgame.io in the same run
	$(BIN)/python -m bench.server $(ARGS)

attacks: $(VENV)/bench ## what others feel while one address attacks a house, beside a quiet one in the same run
	$(BIN)/python -m bench.attacks $(ARGS)

leaks: $(VENV)/test ## can anybody tell what they may not know? thousands of twin games, frame by frame
	$(BIN)/python -m tests.server.twins --games 1000
	$(BIN)/pytest tests/server/test_leaks.py

faults: $(VENV)/test ## a house that is killed, fuzzed and listened to; can be stopped and gone on with (ARGS='--minutes 60')
	$(BIN)/python -m tests.server.campaign $(ARGS)

soak: $(VENV)/test ## tables of bots for minutes, to see that memory stays flat: TABLES=500 MINUTES=10
	$(BIN)/python -m tests.server.soak --tables $(or $(TABLES),500) --minutes $(or $(MINUTES),10)

mutants: $(VENV)/mutants ## would the tests notice a wrong rule? GAME=name for one game only
	$(BIN)/python tools/mutants.py $(GAME)

bare: $(VENV)/test ## make play and make test on a bare machine, made for it (needs root and mmdebstrap)
	$(BIN)/python -m tools.bare $(ARGS)

campaign: page $(VENV)/bench $(VENV)/mutants ## the large sizes: thorough tests, benchmarks and mutants; takes long
	$(PYTEST) --timeout=0 --hypothesis-profile=campaign --ignore=tests/page --durations=10
	@$(BIN)/python -m tools.browser
	$(PAGE_TEST) --timeout=0 --hypothesis-profile=campaign
	$(BIN)/python bench/rulebook.py --moves 100000 --repetitions 15
	$(BIN)/python tools/mutants.py
	$(BIN)/python -m tests.server.twins --games 2000
	$(BIN)/python -m tests.server.campaign
	$(BIN)/python -m tests.server.soak --tables 500 --minutes 10
	$(BIN)/python -m bench.attacks
	$(BIN)/python -m bench.server --human
	$(BIN)/python -m tools.bare
	$(BIN)/python -m tools.bare --suite trixie

CHECKS := check-style check-types check-rooms check-page check-docs
.PHONY: $(CHECKS) check-logic check-rules

check: $(CHECKS) ## style, types, and which room may know which

check-style: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

check-types: $(VENV)/test
	$(BIN)/basedpyright

check-rooms: $(VENV)/test
	$(BIN)/lint-imports

check-page: page $(VENV)/test
	$(BIN)/python tools/page.py check

check-logic: page $(VENV)/test
	$(BIN)/python tools/page.py test

check-docs: $(VENV)/test
	$(BIN)/python tools/pins.py --check
	$(BIN)/python tools/rulebooks.py --check
	$(BIN)/python tools/wire.py --check

check-rules: $(VENV)/test
	$(BIN)/python tools/rules.py --brief

pins: $(VENV)/test ## write anew, from constraints.txt, what a set-up installs, with hashes (INDEX=address of an index of packages)
	$(BIN)/python tools/pins.py $(INDEX)

docs: $(VENV)/test ## write the rulebooks' pages from their ledgers, and the wire's schema from its structs
	$(BIN)/python tools/rulebooks.py
	$(BIN)/python tools/wire.py

data: $(VENV)/test ## build the games' data (a dictionary, say) anew and compare it with what is here (ACCEPT=1 replaces it)
	$(foreach own,$(wildcard tools/games/*/data.py),$(BIN)/python $(own) $(if $(ACCEPT),--accept) && ) true

solutions: $(VENV)/test ## work the solutions out anew that come with the games and compare them (ACCEPT=1 replaces them)
	$(BIN)/python -m tools.solutions $(if $(ACCEPT),--accept)

throws: $(VENV)/test ## record the page's throws anew and compare them with what is here (ACCEPT=1 replaces them)
	$(BIN)/python tools/throws.py $(if $(ACCEPT),--accept)

goldens: $(VENV)/test ## play the golden games again; read what changed before you keep it
	$(BIN)/python -m tools.goldens

picture: $(VENV)/test ## draw the README's picture from a moment of a record: RECORD=tests/golden/... MOVE=14
	$(BIN)/python tools/picture.py $(RECORD) $(MOVE)

clean: ## throw away what was set up
	rm -rf $(VENV) tools/chromium/node_modules tools/chromium/unpacked build dist mutants .pytest_cache .ruff_cache .hypothesis .import_linter_cache
