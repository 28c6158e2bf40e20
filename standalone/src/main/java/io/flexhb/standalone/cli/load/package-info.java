/** {@code flexhb simulate}: loads a tuner with simulated trainers. */
package io.flexhb.standalone.cli.load;
