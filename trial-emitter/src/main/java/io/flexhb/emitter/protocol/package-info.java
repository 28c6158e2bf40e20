/**
 * The worker's side of the protocol as state machines. Their input is user calls, commands and the
 * time; their output is records to send. {@link io.flexhb.emitter.protocol.SlotProtocol} asks for
 * work, {@link io.flexhb.emitter.protocol.AttemptProtocol} trains one grant.
 *
 * <p>No threads, no locks, no clock, no I/O: each machine belongs to whoever holds its slot's lock.
 * The blocking API in {@link io.flexhb.emitter}, and the simulator that drives many slots from few
 * threads, are both built on it. Users of the SDK need only the exceptions from here.
 */
package io.flexhb.emitter.protocol;
