/**
 * Failures that end a tuner, with messages that tell an operator what to do. Depends on no other
 * package of the tuner.
 */
package io.flexhb.service.failure;
