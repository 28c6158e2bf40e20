/**
 * Resources, rung and fidelity levels (docs/algorithms.md section 1), and the measurements taken at
 * them.
 *
 * <p>Levels are absolute amounts of resource (epochs, rows ...). Objectives are minimised here; a
 * maximised one was negated at ingress.
 */
package io.flexhb.core.fidelity;
