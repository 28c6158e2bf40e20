package io.flexhb.core.study.state;

import io.flexhb.core.spec.StudySpec;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The part of a {@link StudyState} that is neither a trial, a bracket nor a slot, and cannot be
 * derived from them: together with those it is the complete state. Small, so that a store can write
 * it with each decision.
 */
public record StudyHeader(
    StudySpec spec,
    UUID incarnation,
    StudyStatus status,
    String statusReason,
    long createdAt,
    long sequence,
    long nextParkingOrder,
    Suggestions suggestions,
    Budget budget,
    Optional<String> exhausted,
    List<Integer> loopSources,
    int weightHorizon,
    FailureStreak failing,
    int reopened,
    Imports imports) {}
