/**
 * Reproducible randomness: streams named by (seed, purpose, counter).
 *
 * <p>Nothing here reads a clock or global state. No other package may create random numbers any
 * other way.
 */
package io.flexhb.core.random;
