/**
 * A study as a state machine. {@link io.flexhb.core.study.StudyEngine} decides on each {@link
 * io.flexhb.core.study.StudyEvent}; {@link io.flexhb.core.study.Fact}s say what changed; {@link
 * io.flexhb.core.study.StudyState} is what they add up to. What was asked for is a {@link
 * io.flexhb.core.spec.StudySpec}. Nothing here knows Kafka, Avro, a clock or a thread.
 *
 * <p>What each kind of event leads to, and where the paper's steps are taken (docs/algorithms.md):
 *
 * <ul>
 *   <li>{@code WorkDesk}, {@code Grants}: a worker asks (section 8); {@code Reports}, {@code
 *       Losses}: it says something of an attempt, or nothing any more
 *   <li>{@code Rungs}: a rung is complete: GloSH (section 3); {@code Asha}: nobody waits for one
 *   <li>{@code Arrangement}: a bracket opens: HyperBand, FlexBand (sections 2 and 4)
 *   <li>{@code Preparation}, {@code Supply}: where configurations come from (section 6)
 *   <li>{@code EarlyStopping}: rules between rungs (section 7)
 *   <li>{@code Lifecycle}, {@code Enqueueing}, {@code Importing}: wishes of the platform, the
 *       study's end, what is known from before; {@code FailurePause}: nothing but failures
 * </ul>
 *
 * <p>They read a {@code RuleContext} and return a {@code RuleResult}, which names the rules to
 * follow after it. {@code Deliberation} applies the results one after the other; {@code Evolution}
 * says what each fact changes.
 */
package io.flexhb.core.study;
