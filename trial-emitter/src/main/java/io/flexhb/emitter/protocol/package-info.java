/**
 * The worker's side of the protocol as state machines: user calls, commands and the time go in,
 * records to send come out. {@link io.flexhb.emitter.protocol.SlotProtocol} asks for work, {@link
 * io.flexhb.emitter.protocol.AttemptProtocol} trains one grant.
 *
 * <p>No threads, no locks, no clock, no I/O: each machine belongs to whoever holds its slot's lock.
 * The blocking API in {@link io.flexhb.emitter}, and the simulator that drives many slots from few
 * threads, are both built on it. Users of the SDK need nothing from here but the exceptions.
 */
package io.flexhb.emitter.protocol;
