/** Tests of the monitoring: meters, dashboards, rules and alerts, and their documentation. */
package io.flexhb.standalone.watching;
