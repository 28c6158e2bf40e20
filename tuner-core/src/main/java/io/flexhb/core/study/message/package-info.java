/** The input and output of a study: events, commands and their parts. */
package io.flexhb.core.study.message;
