/**
 * Imports of earlier results into a study: read from a file by {@link
 * io.flexhb.client.imports.ImportFileReader} or from another study by {@link
 * io.flexhb.client.imports.ImportStudyReader}, checked and merged by {@link
 * io.flexhb.client.imports.ImportBuilder}. {@link io.flexhb.client.imports.StudyImport} compares
 * them with the study's existing imports and sends the missing rows.
 */
package io.flexhb.client.imports;
