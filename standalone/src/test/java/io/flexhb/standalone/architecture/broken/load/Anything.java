package io.flexhb.standalone.architecture.broken.load;

/** Something that other modules may or may not know. */
public final class Anything {}
