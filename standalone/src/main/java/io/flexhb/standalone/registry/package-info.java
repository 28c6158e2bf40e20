/**
 * A schema registry beside FlexHB, for those who have none: Apicurio Registry as a child process.
 *
 * <p>Clients reach it through the Confluent API, as they would any other. Nothing here knows the
 * schemas.
 */
package io.flexhb.standalone.registry;
