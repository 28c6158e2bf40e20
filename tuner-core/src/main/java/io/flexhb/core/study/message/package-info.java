/** What a study hears and what it answers: events, commands and their parts. */
package io.flexhb.core.study.message;
