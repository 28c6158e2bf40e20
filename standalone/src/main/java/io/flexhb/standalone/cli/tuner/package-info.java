/** {@code flexhb tuner}: runs a tuner. */
package io.flexhb.standalone.cli.tuner;
