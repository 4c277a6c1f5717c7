#!/bin/sh
# Print the folder of PostgreSQL's programs for the database tests; install them where they are not.
set -eu
. "$(dirname "$0")/need.sh"
skipped postgres && exit 0
[ -n "${LANDBRIDGE_TEST_POSTGRES:-}" ] && exit 0

find_postgres() {
  if command -v initdb >/dev/null 2>&1; then dirname "$(command -v initdb)" && return 0; fi
  for folder in /usr/lib/postgresql/*/bin /usr/local/pgsql/bin /opt/homebrew/opt/postgresql*/bin; do
    if [ -x "$folder/initdb" ]; then echo "$folder" && return 0; fi
  done
  return 1
}

need postgresql find_postgres \
  "The database tests need the programs of a PostgreSQL server (initdb, pg_ctl), and none were found." \
  "  Debian, Ubuntu:  sudo apt-get install postgresql" \
  "  Fedora:          sudo dnf install postgresql-server" \
  "  Arch:            sudo pacman -S postgresql" \
  "  macOS:           brew install postgresql" \
  "  elsewhere:       set LANDBRIDGE_TEST_POSTGRES to the address of a server, postgresql://user@host" \
  "To do without these tests: make test LANDBRIDGE_SKIP=postgres"
