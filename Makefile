# Soundmark: set-up, build, tests. `make help` lists the targets.
SHELL := /bin/bash
SWIFT ?= swift
JOBS ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)

BUILD_PACKAGES := pkg-config libfftw3-dev libsndfile1-dev libsoxr-dev libsqlite3-dev libssl-dev \
  zlib1g-dev libpulse-dev
RUN_PACKAGES := ffmpeg gnuplot-nox rubberband-cli
TEST_PACKAGES := sox libsox-fmt-all libchromaprint-tools python3-numpy python3-scipy sqlite3 valgrind \
  pulseaudio pulseaudio-utils
BREW_PACKAGES := pkg-config fftw libsndfile libsoxr sqlite openssl@3 zlib pulseaudio ffmpeg gnuplot rubberband
FORMATTED := Package.swift Sources Tests
SOUNDMARK := .build/release/soundmark
# Tests run optimised (the whole suite takes 1.5 instead of more than 15 minutes; overflow still traps), in a
# folder of their own because making internals visible to tests changes what is built.
TEST_FLAGS := --scratch-path .build/tests -c release -Xswiftc -enable-testing

.PHONY: help quickstart build deps test-deps test test-slow large-catalog live-figures soak thread-check documentation documentation-html test-build lint format instructions readme clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

quickstart: build ## install, build, run the quickstart experiment, print its headline table
	$(SOUNDMARK) corpus make synthetic
	$(SOUNDMARK) run Experiments/quickstart --jobs $(JOBS)

build: deps ## build the release executable
	$(SWIFT) build -c release --product soundmark

deps: ## install the C libraries and tools that building and running need
	@.ci/install $(BUILD_PACKAGES) $(RUN_PACKAGES) -- $(BREW_PACKAGES)

test-deps: deps ## install what only tests need
	@.ci/install $(TEST_PACKAGES) -- sox chromaprint numpy scipy

test: test-build ## the fast suite
	$(SWIFT) test $(TEST_FLAGS) --skip-build

test-slow: test-build ## the whole suite, slow tests included
	SOUNDMARK_SLOW=1 $(SWIFT) test $(TEST_FLAGS) --skip-build

large-catalog: test-build ## measure a catalog of 100,000 references
	SOUNDMARK_SLOW=1 SOUNDMARK_REFERENCES=100000 $(SWIFT) test $(TEST_FLAGS) --skip-build \
	  --filter LargeCatalogTests

live-figures: test-build ## measure what live matching costs: sessions, memory, long files
	SOUNDMARK_SLOW=1 $(SWIFT) test $(TEST_FLAGS) --skip-build --no-parallel \
	  --filter 'LiveFigureTests|ListenFigureTests'

soak: test-build ## listen to four sources for 24 simulated hours, with faults
	SOUNDMARK_SOAK=1 $(SWIFT) test $(TEST_FLAGS) --skip-build --filter SoakTests

thread-check: test-deps ## run the live matcher's tests under the thread sanitizer
	TSAN_OPTIONS=suppressions=$(CURDIR)/.ci/thread-suppressions $(SWIFT) test --scratch-path .build/threads \
	  -c release -Xswiftc -enable-testing --sanitize=thread --no-parallel \
	  --filter 'LiveMatchingTests|SoundmarkLiveTests'

documentation: test-build ## convert the documentation of the live matcher; warnings are errors
	.ci/documentation

documentation-html: test-build ## the same as pages for a browser, in .build/documentation/html
	.ci/documentation html

test-build: test-deps
	$(SWIFT) build $(TEST_FLAGS) --build-tests

lint: ## formatting and documentation rules
	$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED)

format: ## mend the formatting
	$(SWIFT) format format --in-place --parallel --recursive $(FORMATTED)

instructions: build test-deps ## compare instruction counts of fixed work with the kept ones
	$(SOUNDMARK) corpus make synthetic >/dev/null
	.ci/instructions

readme: build ## write the generated parts of README.md again
	.ci/readme

clean: ## remove what was built
	rm -rf .build
