/**
 * Simulated trainers: they report the learning curves of a known function, many slots on few
 * threads, to measure how much load a tuner can handle and how fast it decides. Built on the same
 * protocol as the SDK.
 */
package io.flexhb.load;
