package io.flexhb.core.study;

/** A step of a decision: it reads the study and returns what it found. */
@FunctionalInterface
interface Rule {

  RuleResult decide(RuleContext study);
}
