package io.flexhb.core.study.decision;

/** A step of a decision: it reads the study and returns a result. */
@FunctionalInterface
public interface Rule {

  RuleResult decide(RuleContext study);
}
