package io.flexhb.standalone.architecture.broken.core.right;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of core form no cycle")
public final class Right {
  io.flexhb.standalone.architecture.broken.core.left.Left left;
}
