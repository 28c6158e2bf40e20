/**
 * An installation whose parts are processes of their own, and the faults that befall them: killed,
 * frozen, robbed of their folder or of their disk, while trainers report. Afterwards the topics are
 * audited.
 */
package io.flexhb.standalone.chaos;
