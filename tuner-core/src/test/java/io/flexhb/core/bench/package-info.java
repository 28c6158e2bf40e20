/** The comparison with other tuners, a program that is run by hand. */
package io.flexhb.core.bench;
