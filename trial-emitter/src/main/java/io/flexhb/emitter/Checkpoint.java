package io.flexhb.emitter;

/**
 * Where a trainer saved the state of a trial. The tuner never opens it.
 *
 * @param study id of the study
 * @param trial number of the trial
 * @param resource resource that the state holds, absolute (epochs since the trial began)
 * @param reference path, URL or key, as the trainer that saved it gave it
 */
public record Checkpoint(String study, int trial, long resource, String reference) {}
