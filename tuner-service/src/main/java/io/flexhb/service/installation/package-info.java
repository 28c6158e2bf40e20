/**
 * Which application an installation's topics belong to, and whether they are still the topics that
 * its state goes with. Nothing here decides anything about studies.
 */
package io.flexhb.service.installation;
