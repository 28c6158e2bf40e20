/**
 * A Kafka broker inside this JVM, for {@code flexhb up}, the demo and the tests.
 *
 * <p>This is the only package that may touch Kafka's server classes: they are no public API and
 * change with each release. Nothing here knows of studies or trials.
 */
package io.flexhb.standalone.broker;
