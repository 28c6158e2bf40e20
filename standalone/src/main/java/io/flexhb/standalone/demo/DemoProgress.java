package io.flexhb.standalone.demo;

import io.flexhb.avro.JournalReason;
import io.flexhb.core.study.state.StudyState;
import java.util.List;
import java.util.Optional;

/**
 * The progress of a demo run.
 *
 * @param state the study after the newest decision
 * @param reasons reasons of the decisions since the last progress, in order
 * @param epochs epochs trained so far
 * @param events records of trainers that the tuner has processed so far
 * @param seconds wall-clock time since the start
 */
record DemoProgress(
    Optional<StudyState> state,
    List<JournalReason> reasons,
    long epochs,
    long events,
    double seconds) {}
