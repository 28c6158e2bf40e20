/**
 * Decides what is trained next and how far. One class per algorithm, each a pure function of its
 * arguments; {@code study} calls them and applies their results.
 *
 * <ul>
 *   <li>{@link io.flexhb.core.schedule.HyperBand}: the table of brackets (docs/algorithms.md
 *       section 2)
 *   <li>{@link io.flexhb.core.schedule.GloSH}: successive halving with global ranking and revival
 *       (section 3); {@link io.flexhb.core.schedule.TrialPool} holds the stopped trials of a level
 *   <li>{@link io.flexhb.core.schedule.FlexBand}: brackets re-arranged by {@link
 *       io.flexhb.core.schedule.KendallTau} (section 4)
 *   <li>{@link io.flexhb.core.schedule.AsynchronousRung}, {@link
 *       io.flexhb.core.schedule.MedianStoppingRule}, {@link
 *       io.flexhb.core.schedule.CurveFittingRule}: of systems the paper compares with (section 7)
 * </ul>
 */
package io.flexhb.core.schedule;
