/**
 * Trainers that train nothing: they report the learning curves of a known function, many slots on
 * few threads, to see what a tuner bears and how fast it decides. Built on the same protocol as the
 * SDK.
 */
package io.flexhb.load;
