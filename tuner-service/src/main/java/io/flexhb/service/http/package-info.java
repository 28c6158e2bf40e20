/**
 * What a tuner answers over HTTP: whether it lives, whether it decides, how far a restore is, and
 * its meters. Read-only, without secrets; nothing here decides anything.
 */
package io.flexhb.service.http;
