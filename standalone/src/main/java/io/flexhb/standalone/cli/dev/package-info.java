/** {@code flexhb dev}: a broker, a schema registry and a tuner on one machine. */
package io.flexhb.standalone.cli.dev;
