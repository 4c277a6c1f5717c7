#!/bin/sh
# Print the path of the Chromium or Chrome for the browser tests; install one where there is none.
set -eu
. "$(dirname "$0")/need.sh"
skipped browser && exit 0

find_chromium() {
  if [ -n "${LANDBRIDGE_CHROMIUM:-}" ]; then
    command -v "$LANDBRIDGE_CHROMIUM" && return 0
    echo "LANDBRIDGE_CHROMIUM is set to '$LANDBRIDGE_CHROMIUM', which cannot be run." >&2
    exit 1
  fi
  # The shell draws pages and nothing around them: the tests take half as long in it.
  for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome; do
    command -v "$name" && return 0
  done
  app="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
  [ -x "$app" ] && echo "$app"
}

installable=chromium
if command -v apt-cache >/dev/null 2>&1 && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
  installable=chromium-headless-shell
fi
need "$installable" find_chromium \
  "The browser tests need Chromium or Chrome, and none was found." \
  "  Debian, Ubuntu:  sudo apt-get install chromium" \
  "  Fedora:          sudo dnf install chromium" \
  "  Arch:            sudo pacman -S chromium" \
  "  macOS:           brew install --cask chromium" \
  "  elsewhere:       install Chrome, or set LANDBRIDGE_CHROMIUM to the path of a Chromium" \
  "To do without these tests: make test LANDBRIDGE_SKIP=browser"
