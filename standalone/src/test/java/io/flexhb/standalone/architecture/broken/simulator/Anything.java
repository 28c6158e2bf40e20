package io.flexhb.standalone.architecture.broken.simulator;

/** Something that other modules may or may not know. */
public final class Anything {}
