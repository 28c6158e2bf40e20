package io.flexhb.standalone.architecture.broken.core.left;

import io.flexhb.standalone.architecture.Breaks;

@Breaks("packages of core form no cycle")
public final class Left {
  io.flexhb.standalone.architecture.broken.core.right.Right right;
}
