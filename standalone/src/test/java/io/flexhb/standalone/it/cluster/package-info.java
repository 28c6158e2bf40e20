/** Faults around a tuner, tested on a real broker: other tuners, clients, bytes, setups. */
package io.flexhb.standalone.it.cluster;
