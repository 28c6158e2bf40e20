package io.flexhb.simulator;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Prints a digest of every decision of some troubled studies; run in another JVM by a test. */
final class DecisionDigest {

  private DecisionDigest() {}

  public static void main(String[] arguments) {
    System.out.println(digest());
  }

  static String digest() {
    MessageDigest digest = sha256();
    for (int seed = 0; seed < 12; seed++) {
      Simulator.run(
          new Scenario(9 + 6 * seed, 2 + seed % 3, 1 + 3 * seed, seed, 0.1).plan(),
          (before, event, decision, after) ->
              digest.update(Rendering.of(decision).getBytes(StandardCharsets.UTF_8)));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
