/** Resources of the machine: ports, disk space, temporary folders. Does not depend on Kafka. */
package io.flexhb.standalone.system;
