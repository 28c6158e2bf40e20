/** Timings that are run by hand. */
package io.flexhb.core.bench;
