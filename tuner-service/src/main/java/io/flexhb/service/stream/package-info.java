/**
 * The stream processor: each input record becomes an event, the engine decides, and state, journal,
 * views and commands leave in one transaction. One thread owns a task and all studies in it.
 */
package io.flexhb.service.stream;
