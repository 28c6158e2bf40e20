package io.flexhb.simulator;

import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.StudyEvent;

/** One entry of a run's journal: an event and what the engine made of it. */
public record Step(StudyEvent event, Decision decision) {}
