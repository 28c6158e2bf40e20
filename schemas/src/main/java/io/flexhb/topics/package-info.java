/**
 * What every reader and writer of the topics must agree on besides the schemas: the topics' names
 * and the format of ids. Constants and checks only; no I/O.
 */
package io.flexhb.topics;
