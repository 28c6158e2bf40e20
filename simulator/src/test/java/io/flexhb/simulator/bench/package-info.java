/** Programs that are run by hand: how well the methods search, and how fast the engine decides. */
package io.flexhb.simulator.bench;
