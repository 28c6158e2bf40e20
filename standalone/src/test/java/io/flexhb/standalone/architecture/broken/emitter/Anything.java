package io.flexhb.standalone.architecture.broken.emitter;

/** Something that other modules may or may not know. */
public final class Anything {}
