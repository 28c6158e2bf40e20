/**
 * Tests of an installation whose parts run in their own processes, under faults and changes while
 * trainers report. Faults: killed, frozen, folder lost, disk full. Planned changes: restarted in
 * turn, scaled, another version. Afterwards the topics are audited.
 */
package io.flexhb.standalone.chaos;
