package io.flexhb.core.study;

/** What a decision on something consists in. */
@FunctionalInterface
interface Rule {

  void follow(Deliberation d);
}
