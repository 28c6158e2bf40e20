/**
 * Hyperparameters on their way into a script: as words of its command line, as environment
 * variables, as a file. No shell reads any of them.
 */
package io.flexhb.emitter.agent.params;
