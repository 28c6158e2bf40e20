/**
 * Load to compare the tuner with: a Kafka Streams application that does next to nothing under the
 * same settings. Says nothing about studies.
 */
package io.flexhb.load.bare;
