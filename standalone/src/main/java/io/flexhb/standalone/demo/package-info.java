/** The demo: a study of real training runs, broker, tuner and trainers all in one JVM. */
package io.flexhb.standalone.demo;
