/**
 * Where scripts save the state of their trials: a folder per trial, with a folder for each resource
 * from which it may continue. References are relative to a root that all agents of a study share,
 * possibly under different paths.
 */
package io.flexhb.emitter.agent.checkpoint;
