/**
 * Chooses configurations: at random, or with surrogates of the objective.
 *
 * <p>A suggestion is a pure function of a snapshot, a seed and a suggestion number. A sampler never
 * waits, never blocks and never suggests a configuration that exists. docs/algorithms.md, sections
 * 6 and 7.
 */
package io.flexhb.core.sampler;
