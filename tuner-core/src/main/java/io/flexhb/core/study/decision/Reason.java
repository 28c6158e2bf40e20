package io.flexhb.core.study.decision;

import java.util.SortedMap;

/**
 * Why one thing was decided.
 *
 * @param rule glosh, successive-halving, flexband, hyperband, budget, lease, protocol ...
 * @param trial number of its trial, -1 when it has none
 * @param text one sentence
 * @param values the inputs of the rule
 */
public record Reason(String rule, int trial, String text, SortedMap<String, String> values) {}
