/**
 * A schema registry for users who have none: Apicurio Registry as a child process.
 *
 * <p>Clients use the Confluent API, as with any other registry. Nothing here depends on the
 * schemas.
 */
package io.flexhb.standalone.registry;
