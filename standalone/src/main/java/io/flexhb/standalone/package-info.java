/**
 * The {@code flexhb} command line and what it starts: broker, registry, tuner and demo in one
 * place.
 *
 * <p>Only wiring belongs here. The method itself is in {@code io.flexhb.core}.
 */
package io.flexhb.standalone;
