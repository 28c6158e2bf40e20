/**
 * A scripted tuner on real topics that tests clients of the worker protocol: {@link
 * io.flexhb.standalone.conformance.Script} says what it decides, {@link
 * io.flexhb.standalone.conformance.ScriptedTuner} sends commands and checks the client's records,
 * {@link io.flexhb.standalone.conformance.ConformanceTopics} is Kafka. It does not depend on any
 * client.
 */
package io.flexhb.standalone.conformance;
