/**
 * Passes hyperparameters to a script: as words of its command line, as environment variables, as a
 * file. No shell interprets any of them.
 */
package io.flexhb.emitter.agent.params;
