/**
 * Results from before on their way to a study: read from a file by {@link
 * io.flexhb.client.imports.ImportFileReader} or from another study by {@link
 * io.flexhb.client.imports.ImportStudyReader}, checked and joined by {@link
 * io.flexhb.client.imports.ImportBuilder}. {@link io.flexhb.client.imports.StudyImport} compares
 * them with what the study knows, and sends what is missing.
 */
package io.flexhb.client.imports;
