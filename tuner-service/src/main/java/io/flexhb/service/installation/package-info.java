/**
 * Tracks which application owns an installation's topics, and whether they are still the topics
 * that its state belongs to. Makes no decisions about studies.
 */
package io.flexhb.service.installation;
