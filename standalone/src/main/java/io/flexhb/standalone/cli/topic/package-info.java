/** {@code flexhb topics}: creates and checks the topics, and prints the rights that they need. */
package io.flexhb.standalone.cli.topic;
