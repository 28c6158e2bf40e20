/** The demo: a study of real training runs, all in one JVM. */
package io.flexhb.standalone.demo;
