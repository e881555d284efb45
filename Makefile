# The README's two commands are `make run` and `make test`; both set everything up that they need.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
IN = .venv/bin/
# Tests and checks keep their hands off the data of `make run`.
APART = CAGNOTTE_DATA=var/test CAGNOTTE_LOG=ERROR
# Worker processes for the tests, and anything else for pytest: make test ARGS="-k invitation"
JOBS ?= auto
ARGS ?=

.PHONY: help run test setup check bench format environment dev-environment

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 18

run: environment ## Start Cagnotte: web server, worker and scheduler (HOST=…, PORT=…)
	@exec $(IN)python manage.py serve --host $(HOST) --port $(PORT)

test: dev-environment ## Run the whole suite (ARGS=… goes to pytest)
	@$(APART) $(IN)python manage.py prepare
	@$(APART) $(IN)python -m pytest -n $(JOBS) $(ARGS)

setup: environment ## Make .venv, install, compile translations, build static files, migrate
	@$(IN)python manage.py prepare

check: dev-environment ## Format, lint, types, imports, templates, migrations, translations, deployment
	$(IN)ruff format --check .
	$(IN)ruff check .
	$(IN)mypy
	$(IN)lint-imports --no-cache
	$(IN)djlint --lint --quiet templates
	$(IN)deptry .
	@$(APART) $(IN)python manage.py prepare
	$(APART) $(IN)python manage.py makemigrations --check --dry-run
	$(APART) $(IN)python manage.py translations check
	$(IN)python -m tests.deploy_check

bench: dev-environment ## Measure, side by side with the floor
	@$(IN)python -m benchmarks $(ARGS)

format: dev-environment ## Format the code, and take new messages into the French catalogue
	$(IN)ruff format .
	$(IN)ruff check --fix .
	@$(APART) $(IN)python manage.py translations extract

environment:
	@$(PYTHON) config/bootstrap.py requirements.txt

dev-environment:
	@$(PYTHON) config/bootstrap.py requirements-dev.txt
