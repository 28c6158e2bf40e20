/**
 * A baseline for the tuner: a Kafka Streams application that does next to nothing with the same
 * settings. It has no studies.
 */
package io.flexhb.load.bare;
