/**
 * A Kafka broker inside this JVM, for {@code flexhb dev}, the demo and the tests.
 *
 * <p>This is the only package that may use Kafka's server classes: they are not a public API and
 * change with each release. Nothing here depends on studies or trials.
 */
package io.flexhb.standalone.broker;
