/**
 * The definition of a study, {@link io.flexhb.core.spec.StudySpec}, read from and written to the
 * tree of a YAML or JSON file, with all problems of a tree at once and the fix for each.
 *
 * <p>docs/study-file.md lists every key; {@code Preset} and {@code Switch} hold the methods and
 * their switches.
 *
 * <p>Contains nothing of a running study; the engine uses these definitions.
 */
package io.flexhb.core.spec;
