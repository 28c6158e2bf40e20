package io.flexhb.standalone.architecture.broken.client;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("no two classes share a name")
public final class Namesake {}
