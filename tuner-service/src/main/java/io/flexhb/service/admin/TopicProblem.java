package io.flexhb.service.admin;

/**
 * Something that is wrong with a topic.
 *
 * @param topic its name
 * @param what goes on after the name: "is missing"
 * @param fix what to do, the same text for all topics it mends; empty when {@code what} says it
 */
public record TopicProblem(String topic, String what, String fix) {}
