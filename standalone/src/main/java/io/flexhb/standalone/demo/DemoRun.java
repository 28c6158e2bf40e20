package io.flexhb.standalone.demo;

import io.flexhb.avro.JournalEntry;
import io.flexhb.core.study.state.StudyState;
import java.util.List;

/**
 * The outcome of a demo run.
 *
 * @param state the study at its end
 * @param defaultError validation error of {@link
 *     io.flexhb.standalone.demo.mlp.MlpHyperparameters#DEFAULT}, trained to the largest resource
 */
public record DemoRun(
    DemoResult result, StudyState state, double defaultError, List<JournalEntry> journal) {}
