#!/bin/sh
# Exact odds here and in icepool, on the same questions, one after the other.
#
# Usage: tests/benches/icepool.sh
#
# Needs cargo, and a python3 with venv; icepool comes from PyPI into a
# temporary folder. Prints a table in Markdown, as docs/odds-speed.md has it.
set -eu

ICEPOOL=2.2.2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

python3 -m venv "$temporary/venv"
"$temporary/venv/bin/pip" --quiet --disable-pip-version-check install "icepool==$ICEPOOL"
(cd "$root" && cargo bench --quiet --bench odds -- --quiet) >&2
"$temporary/venv/bin/python" "$here/icepool_ratios.py" "${CARGO_TARGET_DIR:-$root/target}/criterion"
