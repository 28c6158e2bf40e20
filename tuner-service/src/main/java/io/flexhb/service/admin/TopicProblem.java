package io.flexhb.service.admin;

/**
 * A problem with a topic.
 *
 * @param topic its name
 * @param what continues the sentence that begins with the name: "is missing"
 * @param fix what to do, the same text for all topics it fixes; empty when {@code what} says it
 */
public record TopicProblem(String topic, String what, String fix) {}
