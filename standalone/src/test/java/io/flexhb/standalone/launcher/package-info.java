/** Tests of the {@code flexhb} script, with stand-ins for Java and Maven. */
package io.flexhb.standalone.launcher;
