package io.flexhb.core.study.decision;

import java.util.SortedMap;

/**
 * Why one thing was decided.
 *
 * @param rule glosh, successive-halving, flexband, hyperband, budget, lease, protocol ...
 * @param trial trial it is about, -1 when about none
 * @param text one sentence for people
 * @param values what the rule looked at
 */
public record Reason(String rule, int trial, String text, SortedMap<String, String> values) {}
