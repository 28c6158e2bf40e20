/**
 * Proves from an installation's topics alone that nothing was lost, duplicated or contradicted.
 * Each guarantee is one {@link io.flexhb.standalone.audit.Check}. Nothing here knows how the topics
 * are read.
 */
package io.flexhb.standalone.audit;
