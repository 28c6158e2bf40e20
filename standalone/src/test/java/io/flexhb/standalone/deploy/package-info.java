/**
 * Tests of what installs FlexHB: compose file, launcher of the same without an engine, manifests.
 */
package io.flexhb.standalone.deploy;
