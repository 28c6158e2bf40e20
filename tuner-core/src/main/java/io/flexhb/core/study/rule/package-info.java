/**
 * The rules: the effect of each kind of event, with the paper's steps (docs/algorithms.md). A rule
 * reads a {@link io.flexhb.core.study.decision.RuleContext} and returns a {@link
 * io.flexhb.core.study.decision.RuleResult}; {@code EventRules} maps events to rules.
 *
 * <ul>
 *   <li>{@code WorkRequests}, {@code WorkAssignment}, {@code Grants}: a worker asks (section 8)
 *   <li>{@code Reports}, {@code MetricReports}, {@code StallRule}: a trainer reports
 *   <li>{@code AttemptEnds}, {@code Convergence}: a worker has ended an attempt; {@code
 *       ExpiredLeases}: it fell silent
 *   <li>{@code LostAttempts}, {@code FailedTrials}: the trial gets another attempt, or fails
 *   <li>{@code PromotionRule} with {@code RungPromotion} and {@code RungDecisions}: a rung is
 *       complete: successive halving, GloSH and revival (section 3); with {@code
 *       AsynchronousPromotion} and {@code Asha}: trials do not wait for rungs
 *   <li>{@code BracketArrangement}: a bracket opens: HyperBand, FlexBand (sections 2 and 4)
 *   <li>{@code SuggestionRules}, {@code ConfigurationSupply}: where configurations come from
 *       (section 6)
 *   <li>{@code EarlyStopping}: rules between rungs (section 7)
 *   <li>{@code Lifecycle}, {@code Reopening}, {@code FailurePause}, {@code CheckpointDiscards}: the
 *       study as a whole
 *   <li>{@code Enqueueing}, {@code Importing}: what a user adds
 * </ul>
 */
package io.flexhb.core.study.rule;
