/**
 * Replays the journal of a study with the engine, to compare its decisions and to rebuild the
 * state.
 */
package io.flexhb.client.journal;
