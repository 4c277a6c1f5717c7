"""Kill servers and databases at random while several people play: `make chaos`.

Whatever was acknowledged must be in the database, whatever is there must have been asked for, and
every match must load. The exit status is 1 if one of them was not so.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from chaos.campaign import Campaign, Limits, Result
from cli import registered
from store.postgres_server import missing

DATABASES = ("SQLite", "PostgreSQL")
COLUMNS = (
    "kills",
    "stops",
    "locks",
    "matches",
    "acknowledged",
    "unsure",
    "lost",
    "invented",
    "refused",
    "differing",
    "errors",
    "seconds",
)


def main(words: list[str]) -> int:
    """Run the campaigns and print what came of them."""
    parser = argparse.ArgumentParser(prog="python -m chaos")
    parser.add_argument("--seconds", type=float, default=600, help="stop after so many seconds")
    parser.add_argument("--kills", type=int, default=1000, help="kill the server so often")
    parser.add_argument("--stops", type=int, default=200, help="stop PostgreSQL so often")
    parser.add_argument("--seed", type=int, default=1, help="the order of faults")
    parser.add_argument("--database", choices=DATABASES, help="only this one")
    given = parser.parse_args(words)
    why = missing()
    if why:
        print(f"Without PostgreSQL: {why}.", flush=True)
    wanted = [given.database] if given.database else list(DATABASES)
    names = [name for name in wanted if name == "SQLite" or not why]
    results = []
    with registered.toys():
        for index, name in enumerate(names):
            # The kills are shared out; only PostgreSQL can be stopped.
            kills = given.kills // len(names) + (given.kills % len(names) if index == 0 else 0)
            stops = given.stops if name == "PostgreSQL" else 0
            limits = Limits(kills, stops, given.seconds / len(names))
            results.append(run(name, limits, given.seed))
            for text in results[-1].findings.texts:
                print(text)
    print(table(results))
    return 0 if all(one.findings.clean for one in results) else 1


def run(name: str, limits: Limits, seed: int) -> Result:
    """One campaign, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("w") as errors:
            try:
                return Campaign(name, limits, seed, Path(folder), errors).run()
            except BaseException:
                errors.flush()
                print(log.read_text()[-4000:], file=sys.stderr)
                raise


def table(results: list[Result]) -> str:
    """What came of the campaigns, and all of them together."""
    lines = [f"{'':11}" + "".join(f"{column:>13}" for column in COLUMNS)]
    total = dict.fromkeys(COLUMNS, 0.0)
    for result in results:
        row = {name: _number(result, name) for name in COLUMNS}
        total = {name: total[name] + row[name] for name in COLUMNS}
        lines.append(_line(result.name, row))
    lines.append(_line("together", total))
    return "\n".join(lines)


def _number(result: Result, name: str) -> float:
    source = result if hasattr(result, name) else result.findings
    return float(getattr(source, name))


def _line(name: str, row: dict[str, float]) -> str:
    return f"{name:11}" + "".join(f"{round(row[column]):>13,}" for column in COLUMNS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
