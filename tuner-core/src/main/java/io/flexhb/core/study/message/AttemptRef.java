package io.flexhb.core.study.message;

import java.util.UUID;

/** Names one attempt of one trial of one incarnation of the study. */
public record AttemptRef(UUID incarnation, int trial, int attempt) {}
