/** How a study looks in a terminal: text made of a study's state, and the terminal it goes to. */
package io.flexhb.standalone.view;
