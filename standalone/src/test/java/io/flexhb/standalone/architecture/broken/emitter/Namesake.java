package io.flexhb.standalone.architecture.broken.emitter;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("no two classes share a name")
public final class Namesake {}
