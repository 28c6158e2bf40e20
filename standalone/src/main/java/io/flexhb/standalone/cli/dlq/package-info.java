/** {@code flexhb dlq}: records that the tuner could not use. */
package io.flexhb.standalone.cli.dlq;
