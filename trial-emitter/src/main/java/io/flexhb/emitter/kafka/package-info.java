/**
 * Kafka and the schema registry behind {@link io.flexhb.emitter.protocol.Transport}: one idempotent
 * producer, one reader thread, no consumer group. Nothing of Kafka's leaves this package; nothing
 * of the protocol's rules is in it.
 */
package io.flexhb.emitter.kafka;
