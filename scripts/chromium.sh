#!/usr/bin/env bash
# Prints the path of a Chromium or Chrome for the browser tests. On a Debian-like system where there
# is none, and with the right to do so, it installs the package "chromium" first.
set -euo pipefail

find_chromium() {
  local name
  if [ -n "${LANDBRIDGE_CHROMIUM:-}" ]; then
    command -v "$LANDBRIDGE_CHROMIUM" && return 0
    echo "LANDBRIDGE_CHROMIUM is set to '$LANDBRIDGE_CHROMIUM', which cannot be run." >&2
    exit 1
  fi
  for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
    command -v "$name" && return 0
  done
  local app="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
  [ -x "$app" ] && echo "$app" && return 0
  return 1
}

find_chromium && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo -n)
fi
if command -v apt-get >/dev/null && { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; }; then
  echo "No Chromium yet: installing the package chromium." >&2
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get update >&2
  "${as_root[@]}" apt-get install --yes --no-install-recommends chromium >&2
  find_chromium && exit 0
fi

cat >&2 <<'TXT'
The browser tests need Chromium or Chrome, and none was found.
  Debian, Ubuntu:  sudo apt-get install chromium
  Fedora:          sudo dnf install chromium
  Arch:            sudo pacman -S chromium
  macOS:           brew install --cask chromium
  elsewhere:       install Chrome, or set LANDBRIDGE_CHROMIUM to the path of a Chromium
Without it everything else works; the browser tests are skipped.
TXT
exit 1
