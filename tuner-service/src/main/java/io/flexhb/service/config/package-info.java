/** What an operator may set of a tuner, checked as a whole before anything starts. */
package io.flexhb.service.config;
