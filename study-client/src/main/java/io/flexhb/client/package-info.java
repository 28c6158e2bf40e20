/**
 * The library for platforms: define studies, request their states, enqueue configurations, read
 * trials, decisions and the best trial, follow a journal. {@link io.flexhb.client.StudyClient} is
 * the entry point; failures are a {@link io.flexhb.client.StudyClientException}. Nothing here
 * prints or ends a process. All decisions are the tuner's.
 */
package io.flexhb.client;
