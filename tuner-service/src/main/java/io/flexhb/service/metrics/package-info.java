/** What the tuner counts and times, as Micrometer meters. */
package io.flexhb.service.metrics;
