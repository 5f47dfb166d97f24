# Soundmark: set-up, build, tests. `make help` lists the targets.
SHELL := /bin/bash
SWIFT ?= swift
JOBS ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

BUILD_PACKAGES := pkg-config libfftw3-dev libsndfile1-dev libsoxr-dev libsqlite3-dev libssl-dev \
  zlib1g-dev
RUN_PACKAGES := ffmpeg gnuplot-nox
TEST_PACKAGES := sox libsox-fmt-all libchromaprint-tools python3-numpy python3-scipy sqlite3 valgrind
BREW_PACKAGES := pkg-config fftw libsndfile libsoxr sqlite openssl@3 zlib ffmpeg gnuplot
FORMATTED := Package.swift Sources Tests
SOUNDMARK := .build/release/soundmark

.PHONY: help quickstart build deps test-deps test test-slow lint format corpus-debian clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

quickstart: build ## install, build, run the quickstart experiment, print its headline table
	$(SOUNDMARK) corpus make synthetic
	$(SOUNDMARK) run Experiments/quickstart --jobs $(JOBS)

build: deps ## build the release executable
	$(SWIFT) build -c release --product soundmark

deps: ## install the C libraries and tools that building and running need
	@.ci/install $(BUILD_PACKAGES) $(RUN_PACKAGES) -- $(BREW_PACKAGES)

test-deps: deps ## install what only tests need
	@.ci/install $(TEST_PACKAGES) -- sox chromaprint numpy scipy

test: test-deps ## the fast suite
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

test-slow: test-deps ## the whole suite, slow tests included
	$(SWIFT) build --build-tests
	SOUNDMARK_SLOW=1 $(SWIFT) test --skip-build

lint: ## formatting and documentation rules
	$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED)

format: ## mend the formatting
	$(SWIFT) format format --in-place --parallel --recursive $(FORMATTED)

clean: ## remove what was built
	rm -rf .build
