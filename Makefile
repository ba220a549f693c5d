# Two commands for a newcomer: `make demo` and `make test`. Both set up what they need in .venv, anew when
# pyproject.toml changes.

PYTHON ?= python3
DEMO := manila-demo
# Every path is relative, so that a clone may lie in a folder with blanks in its name.
VENV := .venv

.PHONY: demo test soak bench picture clean

demo: $(VENV)/ready
	rm -rf $(DEMO)/demo
	$(VENV)/bin/python -m manila_pbem demo $(DEMO)

test: $(VENV)/ready-to-test
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy --strict
	$(VENV)/bin/mypy --strict docs games
	$(VENV)/bin/python -m pytest tests/rules --cov=manila_pbem.rules --cov-report=term-missing:skip-covered --cov-fail-under=100
	$(VENV)/bin/python -m pytest tests --ignore=tests/rules

soak: $(VENV)/ready-to-test
	MANILA_SOAK=1 $(VENV)/bin/python -m pytest tests -m soak

bench: $(VENV)/ready-to-bench
	$(VENV)/bin/python -m bench

# The report that the README shows, of the game kept in games/demo; needs Chromium and Noto's Chinese fonts.
picture:
	chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
		--disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$$(mktemp -d)" \
		--window-size=860,1700 --screenshot=docs/pictures/report.png \
		"file://$(CURDIR)/games/demo/reports/v5-plunder/report.html"

clean:
	rm -rf $(VENV) $(DEMO)/demo build dist tests/actual .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage

$(VENV)/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --editable .
	touch $@

$(VENV)/ready-to-test: $(VENV)/ready
	$(VENV)/bin/python -m pip install --quiet --editable '.[test]'
	touch $@

$(VENV)/ready-to-bench: $(VENV)/ready
	$(VENV)/bin/python -m pip install --quiet --only-binary open_spiel --editable '.[bench]' \
		|| echo 'There is no wheel of OpenSpiel for this Python; the figures are told without it.'
	touch $@
