#!/bin/sh
# Sets Mel up on first use, then: `./mel.sh test` runs every check, `./mel.sh ANYTHING` runs `mel ANYTHING`.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
venv="$here/.venv"

# A pyenv shim may exist and not run, and Debian may lack ensurepip: take the first Python that proves itself.
works() { "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
find_python() {
    for candidate in python3.14 python3.13 python3.12 python3.11 python3; do
        if command -v "$candidate" >/dev/null 2>&1 && works "$candidate"; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

pick_python() {
    if found=$(find_python); then echo "$found"; return 0; fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        { apt-get update && apt-get install -y --no-install-recommends python3 python3-venv; } >&2
        if found=$(find_python); then echo "$found"; return 0; fi
    fi
    echo "Mel precisa de Python 3.11 ou mais novo, com o módulo venv. Instale e rode de novo." >&2
    return 1
}

# install LOCK STAMP: only when the lock or pyproject is newer than what is installed
install() {
    if [ -f "$2" ] && ! [ "$1" -nt "$2" ] && ! [ "$here/pyproject.toml" -nt "$2" ]; then return 0; fi
    if [ ! -x "$venv/bin/python" ]; then
        python=$(pick_python)
        "$python" -m venv "$venv" >&2
    fi
    echo "Preparando a Mel (só na primeira vez ou quando algo muda)…" >&2
    # Hash mode refuses an editable install, so the two steps are apart.
    "$venv/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r "$1" >&2
    "$venv/bin/python" -m pip install -qq --disable-pip-version-check --no-deps -e "$here" >&2
    touch "$2"
}

if [ "${1:-}" = test ]; then
    shift
    install "$here/requirements-test.lock" "$venv/.tests-ready"
    cd "$here"
    if [ $# -gt 0 ]; then exec "$venv/bin/python" -m pytest "$@"; fi
    "$venv/bin/ruff" format --check .
    "$venv/bin/ruff" check .
    "$venv/bin/mypy"
    "$venv/bin/lint-imports"
    exec "$venv/bin/python" -m pytest -n auto
fi

[ -f "$venv/.tests-ready" ] && ! [ "$here/requirements.lock" -nt "$venv/.tests-ready" ] \
    || install "$here/requirements.lock" "$venv/.ready"
exec "$venv/bin/mel" "$@"
