/**
 * A study as a state machine. {@link io.flexhb.core.study.StudyEngine} decides on each {@link
 * io.flexhb.core.study.StudyEvent}; {@link io.flexhb.core.study.Fact}s say what changed; {@link
 * io.flexhb.core.study.StudyState} is what they add up to. What was asked for is a {@link
 * io.flexhb.core.spec.StudySpec}. Nothing here knows Kafka, Avro, a clock or a thread.
 */
package io.flexhb.core.study;
