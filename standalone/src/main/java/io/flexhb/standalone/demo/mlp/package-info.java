/**
 * A small neural network and the data it learns: the training the demo tunes.
 *
 * <p>It knows nothing of tuning, topics or studies: a trainer as a user would bring it.
 */
package io.flexhb.standalone.demo.mlp;
