/**
 * What can be tuned: parameters, conditions, configurations, and their numeric encoding.
 *
 * <p>Values and pure functions only; no randomness, no I/O.
 */
package io.flexhb.core.space;
