/**
 * Where scripts save the state of their trials: a folder per trial, and in it one per resource at
 * which it may go on. References are relative to a root that all agents of a study share, under
 * whatever path each of them sees it.
 */
package io.flexhb.emitter.agent.checkpoint;
