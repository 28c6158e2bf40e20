/** {@code flexhb doctor}: what an installation needs, examined from outside. Changes nothing. */
package io.flexhb.standalone.doctor;
