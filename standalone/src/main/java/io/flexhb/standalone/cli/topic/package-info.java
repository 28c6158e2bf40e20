/** {@code flexhb topics}: creates and checks the topics, says which rights they need. */
package io.flexhb.standalone.cli.topic;
