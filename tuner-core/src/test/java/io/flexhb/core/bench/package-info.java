/** Programs that are run by hand: timings, and the comparison with other tuners. */
package io.flexhb.core.bench;
