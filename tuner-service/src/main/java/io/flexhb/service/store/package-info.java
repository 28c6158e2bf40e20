/**
 * The state store. A study is split into small entries, each written only when it changes; no entry
 * grows with the study. Owned by the stream thread.
 */
package io.flexhb.service.store;
