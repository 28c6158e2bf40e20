/**
 * The tuner's HTTP pages: liveness, readiness, progress of restores, and meters. Read-only and
 * without secrets.
 */
package io.flexhb.service.http;
