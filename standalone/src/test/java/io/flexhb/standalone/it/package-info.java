/** The guarantees of the whole system, tested on a real broker: exactly once, and recovery. */
package io.flexhb.standalone.it;
