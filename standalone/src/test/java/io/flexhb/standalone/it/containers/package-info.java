/**
 * Tests of an installation that are the same on the embedded broker and on servers in containers:
 * one body, two environments.
 */
package io.flexhb.standalone.it.containers;
