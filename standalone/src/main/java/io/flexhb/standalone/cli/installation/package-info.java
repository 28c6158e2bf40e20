/** {@code flexhb audit} and {@code flexhb doctor}: checks of a whole installation. */
package io.flexhb.standalone.cli.installation;
