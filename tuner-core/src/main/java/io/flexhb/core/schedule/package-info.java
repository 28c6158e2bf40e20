/**
 * What is trained next and how far: HyperBand's arrangement of brackets, FlexBand's re-arrangement
 * of it, successive halving and GloSH, and the stopping rules of the systems the paper compares
 * with. One class per algorithm, each a pure function of its arguments.
 */
package io.flexhb.core.schedule;
