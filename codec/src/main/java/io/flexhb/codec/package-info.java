/**
 * Converts between the records on the topics and the engine's own types: events in; commands,
 * journal entries and views out. Pure functions of their arguments, so that the journal can be
 * replayed through the same code; no Kafka, no clock.
 */
package io.flexhb.codec;
