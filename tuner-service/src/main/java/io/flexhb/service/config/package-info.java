/** The tuner's settings: read, checked as a whole, and turned into those of Kafka's clients. */
package io.flexhb.service.config;
