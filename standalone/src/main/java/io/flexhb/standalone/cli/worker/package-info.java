/**
 * {@code flexhb agent}, {@code flexhb trainer} and {@code flexhb conformance}: workers that train
 * trials, and a check of workers in any language.
 */
package io.flexhb.standalone.cli.worker;
