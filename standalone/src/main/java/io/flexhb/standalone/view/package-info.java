/** A study on a terminal: the text built from its state, and the terminal itself. */
package io.flexhb.standalone.view;
