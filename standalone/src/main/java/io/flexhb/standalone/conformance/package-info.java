/**
 * A tuner that follows a script, on the real topics, to try clients of the worker protocol: {@link
 * io.flexhb.standalone.conformance.Script} says what it decides, {@link
 * io.flexhb.standalone.conformance.ScriptedTuner} speaks and judges, {@link
 * io.flexhb.standalone.conformance.ConformanceTopics} is Kafka. It knows nothing of any client.
 */
package io.flexhb.standalone.conformance;
