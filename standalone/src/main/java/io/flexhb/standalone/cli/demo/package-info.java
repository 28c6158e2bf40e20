/** {@code flexhb demo}: a whole study in one process. */
package io.flexhb.standalone.cli.demo;
