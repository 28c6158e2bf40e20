/**
 * What a study is: an immutable {@link io.flexhb.core.study.state.StudyState}, which changes by
 * {@link io.flexhb.core.study.state.Fact}s alone. {@link io.flexhb.core.study.state.Evolution} says
 * what each fact changes.
 */
package io.flexhb.core.study.state;
