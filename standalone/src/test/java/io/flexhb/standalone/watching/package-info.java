/** What watches FlexHB: meters, dashboards, rules and alerts, and their documentation. */
package io.flexhb.standalone.watching;
