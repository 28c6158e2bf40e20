/**
 * A study as a state machine. {@link io.flexhb.core.study.StudyEngine} decides on each event; facts
 * say what changed; the state is what they add up to. The definition of a study is a {@link
 * io.flexhb.core.spec.StudySpec}. Nothing here knows Kafka, Avro, a clock or a thread.
 *
 * <ul>
 *   <li>{@link io.flexhb.core.study.message}: the input and output of a study: {@code StudyEvent},
 *       {@code Command}
 *   <li>{@link io.flexhb.core.study.state}: the state and how it changes: {@code StudyState},
 *       {@code Fact}, {@code Evolution}
 *   <li>{@link io.flexhb.core.study.decision}: what a decision consists of, and how rules build one
 *   <li>{@link io.flexhb.core.study.rule}: what each event leads to, and the paper's steps
 * </ul>
 *
 * <p>A driver of the engine reads a study with {@link io.flexhb.core.study.StudySnapshot} for the
 * models, {@link io.flexhb.core.study.StudyInsight} for display, {@link
 * io.flexhb.core.study.StudyLeases} for the clock, {@link io.flexhb.core.study.StateChanges} for a
 * store.
 */
package io.flexhb.core.study;
