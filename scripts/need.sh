# Sourced by the scripts that find what the tests need; plain sh, for dash and bash alike.

# need PACKAGE FINDER ADVICE...: print what FINDER finds; where it finds nothing, install PACKAGE
# on a Debian-like system, if that is allowed, and look again; else say how to get it, and fail.
need() {
  package=$1 finder=$2
  shift 2
  "$finder" && return 0
  if [ "$(id -u)" -eq 0 ]; then as_root=""; else as_root="sudo -n"; fi
  if command -v apt-get >/dev/null 2>&1 && $as_root true 2>/dev/null; then
    echo "Installing the package $package." >&2
    if $as_root apt-get update >&2 &&
      DEBIAN_FRONTEND=noninteractive $as_root apt-get install --yes --no-install-recommends "$package" >&2
    then
      "$finder" && return 0
    fi
  fi
  printf '%s\n' "$@" >&2
  return 1
}

# skipped WORD: whether LANDBRIDGE_SKIP, a list like "browser,postgres", names it.
skipped() {
  case ",${LANDBRIDGE_SKIP:-}," in *",$1,"*) return 0 ;; esac
  return 1
}
