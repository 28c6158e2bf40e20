/**
 * Models of the objective: a regression forest per fidelity level, and their fusion.
 *
 * <p>Everything is fitted from immutable snapshots and seeded, so that equal data give equal models
 * on any thread. Inputs are encoded configurations, outputs are on a normalised scale (mean 0,
 * deviation about 1), smaller is better. Section 5 of docs/algorithms.md: {@code LevelModels},
 * {@code RankingLoss}, {@code LevelWeights}, {@code FusedSurrogate}.
 */
package io.flexhb.core.surrogate;
