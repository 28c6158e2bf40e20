package io.flexhb.core.schedule;

/** Kendall's tau-a: (concordant - discordant) / all pairs; ties count in the denominator only. */
public final class KendallTau {

  private KendallTau() {}

  /**
   * tau-a of two samples in O(n log n), in whichever order their pairs come. Goes through the pairs
   * in the order of x and counts those before that have a smaller or a larger y.
   *
   * @param x finite values
   * @param y finite values, as many as {@code x}
   * @return in [-1, 1]; 0 when there is no pair
   */
  public static double tauA(double[] x, double[] y) {
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "samples differ in length: " + x.length + " and " + y.length);
    }
    long n = x.length;
    return n < 2 ? 0 : (double) concordantLessDiscordant(x, y) / (n * (n - 1) / 2);
  }

  private static long concordantLessDiscordant(double[] x, double[] y) {
    int[] byX = AscendingOrder.of(x);
    Places places = Places.of(y);
    PlaceCounter before = new PlaceCounter(y.length);
    long difference = 0;
    int end;
    for (int start = 0; start < byX.length; start = end) {
      end = endOfTie(x, byX, start);
      for (int i = start; i < end; i++) {
        int first = places.first[byX[i]];
        int behind = places.behind[byX[i]];
        int smaller = before.below(first);
        int notLarger = behind == first + 1 ? smaller : before.below(behind);
        difference += smaller - (start - notLarger);
      }
      for (int i = start; i < end; i++) {
        before.add(places.own[byX[i]]);
      }
    }
    return difference;
  }

  private static int endOfTie(double[] values, int[] order, int start) {
    int end = start + 1;
    while (end < order.length && values[order[end]] == values[order[start]]) {
      end++;
    }
    return end;
  }

  /**
   * Where each value stands among all in ascending order.
   *
   * @param own a place of its own for each, ties in any order
   * @param first the first place of its equals
   * @param behind the place after the last of its equals
   */
  private record Places(int[] own, int[] first, int[] behind) {

    static Places of(double[] values) {
      int[] order = AscendingOrder.of(values);
      Places places =
          new Places(new int[order.length], new int[order.length], new int[order.length]);
      int end;
      for (int start = 0; start < order.length; start = end) {
        end = endOfTie(values, order, start);
        for (int i = start; i < end; i++) {
          places.own[order[i]] = i;
          places.first[order[i]] = start;
          places.behind[order[i]] = end;
        }
      }
      return places;
    }
  }

  /** Counts taken places below a place: bits, and a tree of sums of their words (Fenwick 1994). */
  private static final class PlaceCounter {
    private final long[] words;
    private final int[] sums;

    PlaceCounter(int places) {
      words = new long[places / Long.SIZE + 1];
      sums = new int[words.length + 1];
    }

    void add(int place) {
      words[place / Long.SIZE] |= 1L << place;
      for (int i = place / Long.SIZE + 1; i < sums.length; i += i & -i) {
        sums[i]++;
      }
    }

    int below(int place) {
      int count = Long.bitCount(words[place / Long.SIZE] & ((1L << place) - 1));
      for (int i = place / Long.SIZE; i > 0; i -= i & -i) {
        count += sums[i];
      }
      return count;
    }
  }
}
