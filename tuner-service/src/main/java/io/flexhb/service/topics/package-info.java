/**
 * The topics of an installation as they must be: created where they are missing, checked where they
 * exist.
 */
package io.flexhb.service.topics;
