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
  for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
    command -v "$name" && return 0
  done
  app="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
  [ -x "$app" ] && echo "$app"
}

need chromium find_chromium \
  "The browser tests need Chromium or Chrome, and none was found." \
  "  Debian, Ubuntu:  sudo apt-get install chromium" \
  "  Fedora:          sudo dnf install chromium" \
  "  Arch:            sudo pacman -S chromium" \
  "  macOS:           brew install --cask chromium" \
  "  elsewhere:       install Chrome, or set LANDBRIDGE_CHROMIUM to the path of a Chromium" \
  "To do without these tests: make test LANDBRIDGE_SKIP=browser"
