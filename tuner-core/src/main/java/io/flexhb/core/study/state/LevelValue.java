package io.flexhb.core.study.state;

/**
 * The value of a trial at a level: that of its first accepted report at or beyond it.
 *
 * @param level absolute resource of the level
 * @param resource resource of the report, at least {@code level}
 * @param value minimised objective, finite
 * @param measured whether the level was the highest the report passed; only those feed surrogates
 *     and tau, the others judge the trial at the rung but are copies (docs/algorithms.md section 1)
 */
public record LevelValue(long level, long resource, double value, boolean measured) {}
