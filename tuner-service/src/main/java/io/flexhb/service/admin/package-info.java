/** Creates and checks the topics of an installation. */
package io.flexhb.service.admin;
