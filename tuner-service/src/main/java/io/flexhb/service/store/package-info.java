/**
 * The state store: how a study lies in it. A study is taken apart into small entries, each written
 * only when it changed; no entry grows with the study. Owned by the stream thread.
 */
package io.flexhb.service.store;
