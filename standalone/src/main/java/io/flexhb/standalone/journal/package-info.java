/**
 * The journal of a study as a reader sees it: followed on its topic, kept in a file, fed to the
 * engine again.
 */
package io.flexhb.standalone.journal;
