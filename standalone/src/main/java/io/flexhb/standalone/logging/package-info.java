/** What the process writes to its log, and what it leaves out. */
package io.flexhb.standalone.logging;
