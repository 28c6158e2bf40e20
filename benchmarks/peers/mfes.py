"""
The weights of MFES-HB's ensemble, beside OpenBox's two implementations.

MFGPE is told the same predictions, and must find the same weights; then the same history, and must come near. mqMFES
keeps its held-out predictions in an array of integers, so that values below 1 all become 0 and the full fidelity's
weight is arbitrary. Told values a million times as large it loses nothing, and then must come near ours as well, which
do not depend on the scale.
"""
from __future__ import annotations

import logging
import tempfile

import ConfigSpace
import numpy as np
from openbox.apps.multi_fidelity.mq_mfes import mqMFES, std_normalization
from openbox.surrogate.base.rf_ensemble import RandomForestEnsemble
from openbox.surrogate.tlbo.mfgpe import MFGPE
from openbox.utils.history import History, Observation
from openbox.utils.util_funcs import get_types

import spaces
import study
from exchange import FlexHB
from table import Table

HISTORIES = 40
NEAR = 0.03
COUNTS = {1: 90, 3: 60, 9: 40, 27: 25}


def formula(flexhb: FlexHB, table: Table) -> None:
    random = np.random.default_rng(3)
    worst = 0.0
    for _ in range(50):
        y = random.normal(size=20)
        means = [y + random.normal(size=20) * scale for scale in (0.3, 1, 3)]
        peer = MFGPE.__new__(MFGPE)
        peer.K = 2
        theirs = peer.get_w_ranking_pairs(means, [], y)
        ours = flexhb.ask("weights", means=[mean.tolist() for mean in means], y=y.tolist(), gamma=3)["weights"]
        worst = max(worst, float(np.max(np.abs(theirs - ours))))
    table.row("mfes: weights from the same predictions like OpenBox MFGPE's, largest difference", worst, "-", worst < 1e-12, "< 1e-12")


def order(flexhb: FlexHB, table: Table) -> None:
    """Ties in the predictions, which forests have many of: theirs count by the order of arrival, ours half."""
    random = np.random.default_rng(4)
    y, mean = random.normal(size=20), np.floor(random.normal(size=20))
    ours, theirs = set(), set()
    for _ in range(30):
        shuffled = random.permutation(20)
        theirs.add(MFGPE.calculate_preserving_order_num(mean[shuffled], y[shuffled])[0])
        means = [mean[shuffled].tolist(), y[shuffled].tolist()]
        ours.add(flexhb.ask("weights", means=means, y=y[shuffled].tolist(), gamma=1)["weights"][0])
    rule = "ours does not depend on the order of arrival, theirs does"
    table.row("mfes: different counts of the same ties in 30 orders", len(ours), len(theirs), len(ours) == 1 < len(theirs), rule)


def flexhb_weights(flexhb: FlexHB, trials: list[dict], seed: int) -> np.ndarray:
    history = {"space": study.SPACE, "levels": study.LEVELS, "trials": trials}
    weights = flexhb.ask("predict", candidates=[], seed=seed, **history)["weights"]
    return np.array([weights[str(level)] for level in study.LEVELS])


def of_level(trials: list[dict], level: int) -> tuple[list[study.Configuration], np.ndarray]:
    reached = [trial for trial in trials if str(level) in trial["values"]]
    return [t["configuration"] for t in reached], np.array([t["values"][str(level)] for t in reached])


def mfgpe_weights(trials: list[dict]) -> np.ndarray:
    space, histories = spaces.config_space(), []
    for level in study.LEVELS:
        history = History(config_space=space)
        for configuration, value in zip(*of_level(trials, level)):
            config = spaces.configuration(space, configuration)
            history.update_observation(Observation(config=config, objectives=[value]))
        histories.append(history)
    peer = MFGPE(space, None, 1, surrogate_type="prf")
    peer.update_mf_trials(histories)
    configurations, values = of_level(trials, study.LEVELS[-1])
    peer.train(spaces.matrix(space, configurations), std_normalization(values))
    return np.array(peer.get_weights())


def mq_weights(trials: list[dict], factor: float) -> np.ndarray:
    """mqMFES without its queue of workers, told values times a factor."""
    space = spaces.config_space()
    types, bounds = get_types(space)
    peer = mqMFES.__new__(mqMFES)
    peer.config_space, peer.iterate_r, peer.hist_weights, peer.weight_changed_cnt = space, study.LEVELS, [], 0
    peer.weight_method, peer.power_num, peer.method_name, peer.data_directory = "rank_loss_p_norm", 3, "peer", tempfile.mkdtemp()
    peer.weighted_surrogate = RandomForestEnsemble(types, bounds, 3, 3, [0.25] * 4, "idp")
    peer.target_x, peer.target_y = {}, {}
    for level in study.LEVELS:
        configurations, values = of_level(trials, level)
        peer.target_x[level] = [spaces.configuration(space, c) for c in configurations]
        peer.target_y[level] = list(values * factor)
        normalised = np.array(std_normalization(peer.target_y[level]), dtype=np.float64)
        peer.weighted_surrogate.train(spaces.matrix(space, configurations), normalised, r=level)
    peer.update_weight()
    return np.array([peer.weighted_surrogate.surrogate_weight[level] for level in study.LEVELS])


def ensembles(flexhb: FlexHB, table: Table) -> None:
    histories = [study.trials(COUNTS, seed) for seed in range(1, HISTORIES + 1)]
    ours = np.mean([flexhb_weights(flexhb, trials, seed) for seed, trials in enumerate(histories)], axis=0)
    peers = {
        "OpenBox MFGPE's": np.mean([mfgpe_weights(trials) for trials in histories], axis=0),
        "OpenBox mqMFES's, values times a million,": np.mean([mq_weights(trials, 1e6) for trials in histories], axis=0),
    }
    for name, theirs in peers.items():
        near = bool(np.max(np.abs(ours - theirs)) < NEAR)
        table.row(f"mfes: weights like {name} mean of {HISTORIES} histories", ours.tolist(), theirs.tolist(), near, f"within {NEAR}")
    broken = np.mean([mq_weights(trials, 0.1) for trials in histories], axis=0)
    gap = float(abs(ours[-1] - broken[-1]))
    rule = f"control: their integers lose values below 1, so differs by more than {NEAR}"
    table.row("mfes: weights of mqMFES, values times 0.1", ours.tolist(), broken.tolist(), gap > NEAR, rule)


def main() -> None:
    # OpenBox asks for the attribute by the name it had in an older ConfigSpace.
    ConfigSpace.Configuration.configuration_space = property(lambda configuration: configuration.config_space)
    logging.disable(logging.CRITICAL)
    table = Table("openbox", "pyrfr")
    with FlexHB() as flexhb:
        formula(flexhb, table)
        order(flexhb, table)
        ensembles(flexhb, table)
    table.end()


if __name__ == "__main__":
    main()
