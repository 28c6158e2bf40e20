/** The topics of an installation: made, and checked. */
package io.flexhb.service.admin;
