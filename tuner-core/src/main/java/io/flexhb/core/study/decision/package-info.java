/**
 * What a decision consists of, and how it is built: {@link io.flexhb.core.study.decision.Rule}s
 * return {@link io.flexhb.core.study.decision.RuleResult}s, which name the rules to follow after
 * them; {@link io.flexhb.core.study.decision.DecisionBuilder} applies them one after the other.
 */
package io.flexhb.core.study.decision;
