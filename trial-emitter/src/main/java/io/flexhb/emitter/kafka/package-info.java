/**
 * Kafka and the schema registry behind {@link io.flexhb.emitter.protocol.Transport}: one idempotent
 * producer, one reader thread, no consumer group. No type of Kafka leaves this package, and no
 * protocol rule is in it.
 */
package io.flexhb.emitter.kafka;
