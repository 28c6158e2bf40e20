/** What the machine gives: ports, disk space, temporary folders. Knows nothing of Kafka. */
package io.flexhb.standalone.system;
