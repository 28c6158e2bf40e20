/**
 * The tuner as a service: start it with {@link io.flexhb.service.TunerService}. Its parts are in
 * the packages below: {@code config} its settings, {@code admin} the topics, {@code stream} the
 * processor, {@code store} its stores, {@code codec} the records, {@code suggest} the sampler pool,
 * {@code metrics} its meters.
 */
package io.flexhb.service;
