"""Times icepool on the questions of the benches, and sets it beside what criterion measured.

Usage: icepool_ratios.py ICEPOOL_VERSION CRITERION_FOLDER

Every question is asked in a process of its own, several times, so that nothing
that icepool keeps from one question helps with the next; the median counts.
"""

import json
import statistics
import subprocess
import sys
from pathlib import Path

# The name of the bench, what is asked, and the same asked of icepool.
QUESTIONS = [
    ("dice/40d6-at-least-5", "40d6, how many show 5 or more", "40 @ (d(6) >= 5)"),
    ("dice/40d6", "the sum of 40d6", "40 @ d(6)"),
    ("dice/40d6-less-40d6", "40d6 less 40d6", "40 @ d(6) - 40 @ d(6)"),
    ("odds/fire-40", "fire of 40 dice, a whole ruling", "40 @ (d(6) >= 6)"),
    (
        "odds/melee",
        "a melee, a whole ruling",
        "map(lambda a, b: (a > b) - (a < b), 14 * (3 @ d(6)), 3 * (3 @ d(6)))",
    ),
]

TIMES = 15

CHILD = """
import time
from icepool import d, map
begun = time.perf_counter()
die = {question}
items = list(die.items())
print(time.perf_counter() - begun)
"""


def icepool_seconds(question):
    """The median of several first answers."""
    seconds = []
    for _ in range(TIMES):
        child = [sys.executable, "-c", CHILD.format(question=question)]
        answer = subprocess.run(child, check=True, capture_output=True, text=True)
        seconds.append(float(answer.stdout))
    return statistics.median(seconds)


def our_seconds(folder, name):
    """What criterion measured last; it writes `/` in a name as `_`."""
    path = folder / name.replace("/", "_") / "new" / "estimates.json"
    return json.loads(path.read_text())["median"]["point_estimate"] / 1e9


def shown(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def main():
    version, folder = sys.argv[1], Path(sys.argv[2])
    print(f"| question | drumhead | icepool {version} | ratio |")
    print("|---|---:|---:|---:|")
    for name, question, asked in QUESTIONS:
        ours, theirs = our_seconds(folder, name), icepool_seconds(asked)
        print(f"| {question} | {shown(ours)} | {shown(theirs)} | {theirs / ours:.0f} |")


main()
