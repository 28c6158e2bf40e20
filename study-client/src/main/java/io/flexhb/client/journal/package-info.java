/**
 * The journal of a study fed to the engine again: to compare its decisions, and to know the state
 * that they led to.
 */
package io.flexhb.client.journal;
