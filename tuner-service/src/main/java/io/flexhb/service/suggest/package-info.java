/**
 * The sampler pool: suggestions that need a model, computed outside the stream threads from
 * immutable snapshots and sent to the suggestions topic.
 */
package io.flexhb.service.suggest;
