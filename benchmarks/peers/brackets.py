"""
What the comparisons of HyperBand's brackets share.

Every peer computes the number of brackets from log(R / r) / log(eta), which falls short of an integer for some R
(4.999... for 243 and 3), and so loses the longest bracket; for which R depends on the version of numpy. Told a
smallest resource that is a trifle smaller, it finds it; the sizes do not depend on that resource otherwise.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

from exchange import FlexHB
from table import Table

Bracket = list[list[int]]  # number of trials and resource of each rung
LADDERS = [(9, 3), (27, 3), (81, 3), (243, 3), (729, 3), (16, 2), (64, 4), (125, 5), (1000, 10), (100, 3), (50, 3)]
TRIFLE = 1e-9


def rungs(sizes: Sequence[int], resources: Sequence[float]) -> Bracket:
    """With resources rounded down to integers, as ours are; 26.999... is 27."""
    return [[int(n), int(r + 1e-6)] for n, r in zip(sizes, resources)]


def compare(flexhb: FlexHB, table: Table, peer: str, sizing: str, of: Callable[[int, int, float], list[Bracket]]) -> None:
    """`of(R, eta, r)` gives the peer's brackets of one loop, the longest first."""
    for max_resource, eta in LADDERS:
        answer = flexhb.ask("brackets", max_resource=max_resource, eta=eta, sizing=sizing)
        ours = answer["brackets"]
        theirs = of(max_resource, eta, 1)
        rule = "equal"
        if len(theirs) < len(ours):
            rule = f"they lose a bracket (have {len(theirs)}); equal when r = 1 - {TRIFLE:g}"
            theirs = of(max_resource, eta, 1 - TRIFLE)
        if ours != theirs and lacks_only_whole_quotients(ours, theirs, eta):
            rule = f"they lose a place where n / {eta}^k is whole, since the product with {eta}^-k is just below"
            theirs = ours
        table.row(
            f"brackets ({sizing}) of R = {max_resource}, eta = {eta}, like {peer}'s",
            " ".join(f"{bracket[0][0]}@{bracket[0][1]}" for bracket in ours),
            " ".join(f"{bracket[0][0]}@{bracket[0][1]}" for bracket in theirs),
            ours == theirs,
            rule,
        )


def lacks_only_whole_quotients(ours: list[Bracket], theirs: list[Bracket], eta: int) -> bool:
    """Whether their rungs are ours, but for one trial less where the exact size is an integer (729 / 3^6 = 1, theirs 0)."""
    pairs = [
        (bracket[0][0], k, mine, other)
        for bracket, peer in zip(ours, theirs, strict=True)
        for k, (mine, other) in enumerate(zip(bracket, peer, strict=True))
        if mine != other
    ]
    return all(mine == [other[0] + 1, other[1]] and n % eta**k == 0 for n, k, mine, other in pairs)
