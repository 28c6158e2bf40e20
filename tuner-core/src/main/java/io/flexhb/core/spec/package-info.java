/**
 * What a study is: {@link io.flexhb.core.spec.StudySpec}, read from and written to the tree that a
 * YAML or JSON file holds, with all problems of a tree at once and the way to mend each.
 *
 * <p>docs/study-file.md lists every key; {@code Preset} and {@code Switch} hold the methods and
 * their switches.
 *
 * <p>Nothing of a running study: what becomes of it is the engine's, which reads this.
 */
package io.flexhb.core.spec;
