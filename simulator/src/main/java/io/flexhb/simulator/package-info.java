/**
 * A simulator of workers and learning curves in virtual time. It drives the same engine as the
 * service does, thousands of tuning runs a minute: benchmarks measure with it, tests look for
 * violated guarantees with it ({@link io.flexhb.simulator.ToyFunction} is the paper's, appendix
 * C.4). No threads, no clocks, no I/O; a run is a pure function of its plan.
 */
package io.flexhb.simulator;
