"""The memory plan's total against the peak of a real worker that trains: every family, in sizes that are published.

    make bench-memory                          every model, as the app plans it and streamed
    make bench-memory ARGS='glm4 gpt-oss'      some
    make bench-memory ARGS=--short             one, which fails for no difference: does it work?
    make bench-memory ARGS='qwen3 --set context=2048 --set rank=64 --backward auto'
    make bench-memory ARGS='qwen3 --set objective=dpo --set context=512'

The models are hollow files: most weights are holes, which cost no disk but take memory as any file's once they are
read. Tokens are real, their embeddings and the routers of mixtures random, so that every expert gets tokens. One at a
time, each below build/bench/memory until it was measured. A run is a worker's, as the window starts it: two steps of
real text and a checkpoint.

Taken is that process's largest resident set, what it read of the file and of its copies included: what other programs
do does not change it unless memory gets short. Unread are the embeddings that no token of the two steps touched: they
come with the texts of a longer run, so the plan counts them, and what is taken is held against it with them. Fails
where a plan is more than 10% off.
"""

from __future__ import annotations

import json
import sys

from core.families.table import ARCHITECTURES
from tests.lab.bench.environments import BUILD, Options
from tests.lab.bench.memory.measure import Measured, measure
from tests.lab.bench.memory.models import MODELS

LIMIT = 0.10
HEAD = (
    f"{'':22}{'layers':>8}{'width':>7}{'tokens':>8}{'rank':>6}  {'backward':9}{'kept':>5}"
    f"{'planned':>10}{'taken':>10}{'unread':>10}{'off':>8}"
)


def main() -> None:
    parser = Options(__doc__, names=["llama"], backward=["auto"], steps=1, set=["context=32", "rank=2"])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MODELS)}; none: all")
    parser.add_argument("--backward", choices=["auto", "cached", "streamed"], nargs="*", default=["auto", "streamed"])
    parser.add_argument("--budget", type=float, default=5.0, help="GiB that a plan may take (5)")
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of the training")
    options = parser.parsed()
    if unknown := [name for name in options.names if name not in MODELS]:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(MODELS)}")
    print(HEAD)
    found: list[Measured] = []
    for name in options.names or MODELS:
        ways = (f"backward={way}" for way in options.backward)
        settings = [[*options.set, f"max_steps={options.steps}", way] for way in ways]
        for measured in measure(name, MODELS[name], settings, options.budget, BUILD / "bench" / "memory"):
            found.append(measured)
            print(line(measured), flush=True)
            file = BUILD / "bench-memory.json"
            file.write_text(json.dumps([one._asdict() for one in found], indent=2) + "\n")
    left = sorted(ARCHITECTURES.keys() - MODELS.keys())
    if left and not options.short:
        print(f"Not measured: {', '.join(left)}.")
    if not options.short and (far := [one for one in found if abs(one.off) > LIMIT]):
        sys.exit(f"{len(far)} of {len(found)} plans are more than {LIMIT:.0%} off.")


def line(one: Measured) -> str:
    layers = f"{one.layers}/{one.of}"
    return (
        f"{one.title:22}{layers:>8}{one.width:7}{one.tokens:8}{one.rank:6}  {one.backward:9}{one.kept:5}"
        f"{one.planned / 1e6:7.0f} MB{one.taken / 1e6:7.0f} MB{one.unread / 1e6:7.0f} MB{one.off:+8.1%}"
    )


if __name__ == "__main__":
    main()
