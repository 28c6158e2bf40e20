"""HyperBand's brackets with sizes rounded down, beside HpBandSter and DEHB."""
from __future__ import annotations

import tempfile
from unittest.mock import patch

from dehb import DEHB
from hpbandster.core.master import Master
from hpbandster.optimizers.hyperband import HyperBand

import brackets
import spaces
from exchange import FlexHB
from table import Table


def hpbandster(max_resource: int, eta: int, min_resource: float) -> list[brackets.Bracket]:
    """Its optimizer, without the connection to its workers."""

    def unconnected(self: Master, config_generator: object) -> None:
        self.config, self.config_generator = {}, config_generator

    with patch.object(Master, "__init__", unconnected):
        optimizer = HyperBand(spaces.config_space(), eta=eta, min_budget=min_resource, max_budget=max_resource)
    loop = [optimizer.get_next_iteration(i, {"result_logger": None}) for i in range(optimizer.max_SH_iter)]
    return [brackets.rungs(bracket.num_configs, bracket.budgets) for bracket in loop]


def dehb(max_resource: int, eta: int, min_resource: float) -> list[brackets.Bracket]:
    with tempfile.TemporaryDirectory() as logs:
        optimizer = DEHB(
            f=print, dimensions=1, min_fidelity=min_resource, max_fidelity=max_resource, eta=eta, n_workers=1, output_path=logs
        )
    return [brackets.rungs(*optimizer._get_next_iteration(i)) for i in range(optimizer.max_SH_iter)]


def main() -> None:
    table = Table("hpbandster", "dehb")
    with FlexHB() as flexhb:
        brackets.compare(flexhb, table, "HpBandSter", "floor", hpbandster)
        brackets.compare(flexhb, table, "DEHB", "floor", dehb)
    table.end()


if __name__ == "__main__":
    main()
