/**
 * A small neural network and its data: the training that the demo tunes.
 *
 * <p>It does not depend on tuning, topics or studies, like a user's own training code.
 */
package io.flexhb.standalone.demo.mlp;
