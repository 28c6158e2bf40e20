/**
 * The library for platforms: define studies, ask for their states, enqueue configurations, read
 * trials, decisions and the best trial, follow a journal. {@link io.flexhb.client.StudyClient} is
 * the door; what goes wrong is a {@link io.flexhb.client.StudyClientException}. Nothing here prints
 * or ends a process, and nothing decides: the tuner does.
 */
package io.flexhb.client;
