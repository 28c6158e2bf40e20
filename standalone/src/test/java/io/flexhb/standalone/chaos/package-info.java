/**
 * An installation whose parts are processes of their own, and what befalls them while trainers
 * report. Faults: killed, frozen, robbed of their folder or of their disk. Planned changes:
 * restarted in turn, scaled, another version. Afterwards the topics are audited.
 */
package io.flexhb.standalone.chaos;
