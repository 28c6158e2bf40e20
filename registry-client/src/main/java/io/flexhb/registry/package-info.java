/**
 * Avro records in Confluent's wire format: magic byte 0, the writer schema's registry id as a
 * big-endian int32, the Avro binary body. {@link io.flexhb.registry.AvroCodec} does the work;
 * {@link io.flexhb.registry.AvroSerde} offers it to Kafka.
 *
 * <p>Configuration keys, defaults and bytes are those of Confluent's own serializers, so that
 * either side may use theirs. The Confluent client itself is in this module's jar as {@code
 * io.confluent.*}; {@link io.flexhb.registry.ConfluentRegistry} is the only class that uses it, and
 * none of its types leaves that class.
 *
 * <p>Exceptions tell the cause: {@link io.flexhb.registry.UndecodableRecordException} (the bytes),
 * {@link io.flexhb.registry.SchemaRejectedException} (the schema or the subject's policy), {@link
 * io.flexhb.registry.RegistryUnavailableException} (the registry or the connection to it).
 */
package io.flexhb.registry;
