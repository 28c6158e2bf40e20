/**
 * A study as a state machine. {@link io.flexhb.core.study.StudyEngine} decides on each event; facts
 * say what changed; the state is what they add up to. What was asked for is a {@link
 * io.flexhb.core.spec.StudySpec}. Nothing here knows Kafka, Avro, a clock or a thread.
 *
 * <ul>
 *   <li>{@link io.flexhb.core.study.message}: what a study hears and says: {@code StudyEvent},
 *       {@code Command}
 *   <li>{@link io.flexhb.core.study.state}: what it is and how it changes: {@code StudyState},
 *       {@code Fact}, {@code Evolution}
 *   <li>{@link io.flexhb.core.study.decision}: what a decision consists of, and how rules make one
 *   <li>{@link io.flexhb.core.study.rule}: what each event leads to, and the paper's steps
 * </ul>
 *
 * <p>Whoever runs the engine reads a study here: {@link io.flexhb.core.study.StudySnapshot} for the
 * models, {@link io.flexhb.core.study.StudyInsight} for people, {@link
 * io.flexhb.core.study.StudyLeases} for the clock, {@link io.flexhb.core.study.StateChanges} for a
 * store.
 */
package io.flexhb.core.study;
