#!/bin/sh
# Exact odds here and in icepool, on the same questions, one after the other.
#
# Usage: tests/benches/icepool.sh
#
# Needs cargo, and a Python with venv: PYTHON, or python3. icepool comes from
# PyPI into a temporary folder. Prints a table in Markdown, as
# docs/odds-speed.md has it.
set -eu

python=${PYTHON:-python3}
# The latest, and the last one for a Python before 3.12.
if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))'; then
    icepool=2.2.2
else
    icepool=2.1.3
fi
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

"$python" -m venv "$temporary/venv"
"$temporary/venv/bin/pip" --quiet --disable-pip-version-check install "icepool==$icepool"
(cd "$root" && cargo bench --quiet --bench odds -- --quiet) >&2
"$temporary/venv/bin/python" "$here/icepool_ratios.py" "$icepool" "${CARGO_TARGET_DIR:-$root/target}/criterion"
