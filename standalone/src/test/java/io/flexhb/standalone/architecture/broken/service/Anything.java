package io.flexhb.standalone.architecture.broken.service;

/** Something that other modules may or may not know. */
public final class Anything {}
