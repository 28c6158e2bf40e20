/** Reads the tuner's settings, checks them as a whole, and derives those of Kafka's clients. */
package io.flexhb.service.config;
