# Two commands are all that a person needs: `make demo` and `make test`. Both set everything up.
# Between two changes: `make check` takes seconds, `make test TESTS=tests/panel` checks and then tests one room.
PYTHON ?= python3
VENV ?= .venv
# Half as many again as there are cores: much of a test's time is waited for, for a part, a process or a browser.
JOBS ?= $(shell cores=$$(nproc 2>/dev/null || echo 2); echo $$((cores + (cores + 1) / 2)))
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: demo test check pytest test-pi test-pi-full test-pi-times venv browser analyze compiler transcripts pictures icons language rooms wiring \
  terminal case sheet \
  openscad benchmarks attack mutants coverage deb card apt-repository archiver shellcheck broker pins release clean

# GAME=la-strada begins with that game, PORT=8081 answers there where 8080 is taken.
demo: venv
	@echo "Starts a box with a game in progress; its address comes in a moment"
	@$(BIN)/companion demo $(if $(GAME),--game $(GAME)) $(if $(PORT),--port $(PORT))

test: check pytest

check: $(VENV)/.for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy
	$(BIN)/python -m tests.rulebook.coverage

# On every core. TESTS is what pytest is asked for, all by default; JOBS=0 keeps to one process, for a debugger.
# What is compiled is kept, whatever the environment says: else every process that a test starts compiles all anew.
pytest: $(VENV)/.for-tests browser analyze compiler archiver shellcheck broker
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(TESTS)

# A virtual Raspberry Pi: asks for root, and for a Debian to take the kernel and the disk's packages from.
# SUITE=deb13 is one with Raspberry Pi OS trixie; else it is bookworm.
# A first run makes kernel and disks, and a Pi from the card installs itself: longer than a test may take else.
CHECKS = $(BIN)/python -m pytest -v --durations=0 -o python_files='check_*.py' -o faulthandler_timeout=1800 \
  tests/virtual_pi

test-pi: $(VENV)/.for-tests broker
	$(CHECKS) $(if $(SUITE),--suite $(SUITE)) -m quick

test-pi-full: $(VENV)/.for-tests broker
	$(CHECKS) $(if $(SUITE),--suite $(SUITE)) --machine arm64

# From the plug to the display's first line, to the page, to the first tag; and what a Zero 2 W takes for that.
test-pi-times: $(VENV)/.for-tests
	$(CHECKS)/check_times.py $(if $(SUITE),--suite $(SUITE))

venv: $(VENV)/.for-playing

$(VENV)/.for-playing: pyproject.toml companion/__init__.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Companion needs Python 3.11 or newer; say which: make PYTHON=python3.11 ..."; exit 1; }
	@echo "1 of 3: makes a place of its own for Python, in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@echo "2 of 3: brings Python's installer up to date"
	@$(PIP) install --upgrade 'pip>=25.1'
	@echo "3 of 3: fetches what the companion needs, which takes a minute or two"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.for-tests: $(VENV)/.for-playing
	$(PIP) install --group dev
	@touch $@

# $(call debian,a command,its package) installs what is not there, where we may.
debian = command -v $(1) >/dev/null 2>&1 \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 \
	       && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(2) >/dev/null; }
missing = echo "No $(1) here and no right to install it: apt install $(2), then run again."

# The tests of the pages run in Debian's Chromium: one built without windows takes half the work of the whole.
browser:
	@command -v chromium >/dev/null 2>&1 || $(call debian,chromium-headless-shell,chromium-headless-shell) \
	  || $(call debian,chromium,chromium) || $(call missing,Chromium,chromium-headless-shell)

# The unit is judged by systemd's own tool.
analyze:
	@$(call debian,systemd-analyze,systemd) || $(call missing,systemd-analyze,systemd)

# The disk that fails and lies is compiled by the tests themselves.
compiler:
	@command -v cc >/dev/null 2>&1 || $(call debian,gcc,gcc libc6-dev) || $(call missing,C compiler,gcc libc6-dev)

# What is shown of each recorded game, entry by entry, on its pages, and in each scene at the box: the difference is
# read before it is kept.
transcripts: $(VENV)/.for-tests
	$(BIN)/python -m tests.games.transcript
	$(BIN)/python -m tests.scenes
	$(BIN)/python -m tests.hardware.setup.scenes
	$(BIN)/python -m tests.web.admin.scenes
	$(BIN)/python -m tests.web.pages.transcript

pictures: $(VENV)/.for-tests browser
	$(BIN)/python -m docs.pictures

# The pictures for home screens, from web/static/icon.svg.
icons: $(VENV)/.for-tests browser
	$(BIN)/python -m docs.icons

# The sheet of the buttons, as a file to print for each game and language.
sheet: $(VENV)/.for-tests browser
	$(BIN)/python -m docs.sheet

# CODE=fi begins Finnish, or adds to it in English what it lacks by now, to be translated.
language: $(VENV)/.for-tests
	@$(BIN)/python -m docs.language $(CODE)

# The rooms of the program, from import-linter's contracts and each room's first sentence.
rooms: $(VENV)/.for-tests
	$(BIN)/python -m docs.rooms

wiring: $(VENV)/.for-tests
	$(BIN)/python -m docs.wiring

# CASE="display=1.3 button=16" makes another case than the one that is drawn.
case: $(VENV)/.for-tests openscad
	$(BIN)/python -m docs.case $(CASE)

openscad:
	@$(call debian,openscad,openscad) || $(call missing,OpenSCAD,openscad)

# Captures the terminal, by Debian's tmux.
terminal: $(VENV)/.for-tests
	$(BIN)/python -m docs.terminal

# One table of every figure and its goal. AGAINST=a-commit measures that one beside, in turn; PI=1 measures all that
# is to be quick on 12 % of a core and a slow disk as well, for which root is needed; ONLY="post press" measures these.
benchmarks: $(VENV)/.for-tests
	$(BIN)/python -m benchmarks $(if $(AGAINST),--against $(AGAINST)) $(if $(PI),--pi) $(if $(ONLY),--only $(ONLY))

# Every attack for an hour in all, and a table of what held; ATTACK="--minutes 5 --only bits" does less.
attack: $(VENV)/.for-tests compiler
	$(BIN)/python -m tests.adversary $(ATTACK)

# Plants small faults into rules, storage, panel and broadcaster, and counts how many of a sample the tests find:
# 100 a room, by a seed that is printed. MUTANTS="--sample 300 --seed 12" draws others.
mutants: $(VENV)/.for-measuring
	PATH="$(abspath $(BIN)):$$PATH" nice $(BIN)/python -m tests.mutants $(MUTANTS)

# Which share of each room's branches the tests run; build/coverage has each file's lines, to read in a browser.
coverage: $(VENV)/.for-measuring browser analyze compiler archiver shellcheck broker
	mkdir -p build
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest -n $(JOBS) --dist worksteal $(TESTS)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage html --quiet
	$(BIN)/python -m coverage json --quiet
	$(BIN)/python -m tests.branches build/coverage.json

$(VENV)/.for-measuring: $(VENV)/.for-tests
	$(PIP) install --group measuring
	@touch $@

# The packages for Raspberry Pi OS and for ordinary computers, into dist/. KEY= is one of gpg's: with its public half
# inside, a box takes the updates that are signed with it.
deb: venv
	$(BIN)/python -m release.build_deb --lint $(if $(KEY),--key "$(KEY)")

# What goes onto a freshly flashed card, into dist/companion-card.zip: two files, and a text that says how.
card: venv
	$(BIN)/python -m release.make_card $(if $(KEY),--key "$(KEY)")

# What updates come from, signed: `KEY=fingerprint` of gpg's. dist/apt is for any web space, the file
# dist/companion-<version>.update for a stick or a phone.
apt-repository: venv archiver
	@[ -n "$(KEY)" ] || { echo "Which key of gpg signs it? make apt-repository KEY=fingerprint"; exit 1; }
	$(BIN)/python -m release.apt_repository --key "$(KEY)"

# The card's script is judged by the tool for such scripts.
shellcheck:
	@$(call debian,shellcheck,shellcheck) || $(call missing,shellcheck,shellcheck)

# What a box tells to a broker is told to Debian's, which the tests start themselves; openssl makes its certificate.
broker:
	@$(call debian,/usr/sbin/mosquitto,mosquitto) || $(call missing,Mosquitto,mosquitto)
	@$(call debian,openssl,openssl) || $(call missing,openssl,openssl)

archiver:
	@$(call debian,apt-ftparchive,apt-utils) || $(call missing,apt-ftparchive,apt-utils)
	@$(call debian,gpg,gpg gpg-agent) || $(call missing,gpg,gpg gpg-agent)

# What the packages carry, version by version; UPGRADE=1 takes the newest that fits.
pins: $(VENV)/.for-release
	$(BIN)/python -m release.pins $(if $(UPGRADE),--upgrade)

# A clean tree and a section of CHANGELOG.md are asked for; TRIAL=1 builds without. KEY= makes updates, too.
release: $(VENV)/.for-release archiver openscad
	$(BIN)/python -m release.make_release $(if $(TRIAL),--trial) $(if $(KEY),--key "$(KEY)")

$(VENV)/.for-release: $(VENV)/.for-playing
	$(PIP) install --group release
	@touch $@

clean:
	rm -rf .venv .venv-3.* build dist mutants .mypy_cache .ruff_cache .import_linter_cache .pytest_cache .hypothesis
