/** The format of the process's log, and what is left out of it. */
package io.flexhb.standalone.logging;
