package io.flexhb.core.schedule;

/** Kendall's tau-a: (concordant - discordant) / all pairs; ties count in the denominator only. */
public final class KendallTau {

  private KendallTau() {}

  /**
   * tau-a of two samples in O(n log n), with pairs in any order. Visits the pairs in the order of x
   * and counts the earlier ones with a smaller or a larger y.
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
        int first = places.first[places.of[byX[i]]];
        int behind = places.behind[first];
        int smaller = before.below(first);
        int notLarger = smaller;
        if (behind > first + 1) {
          notLarger = behind == y.length ? start : before.below(behind);
        }
        difference += smaller - (start - notLarger);
      }
      for (int i = start; i < end; i++) {
        before.add(places.of[byX[i]]);
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
   * The place of each value in ascending order.
   *
   * @param of the place of each, ties in any order
   * @param first by place: the first of those that hold its equals
   * @param behind by place: the one after the last of those
   */
  private record Places(int[] of, int[] first, int[] behind) {

    static Places of(double[] values) {
      int[] order = AscendingOrder.of(values);
      int n = order.length;
      Places places = new Places(new int[n], new int[n], new int[n]);
      int end;
      for (int start = 0; start < n; start = end) {
        end = endOfTie(values, order, start);
        for (int place = start; place < end; place++) {
          places.of[order[place]] = place;
          places.first[place] = start;
          places.behind[place] = end;
        }
      }
      return places;
    }
  }

  /**
   * Counts taken places below a place: bits in words, the words in {@value #BLOCKS} blocks, and of
   * each block how many are taken in those before. As many steps whatever the place, so that no
   * branch is mispredicted.
   */
  private static final class PlaceCounter {
    private static final int BLOCKS = 16;

    /** By block: what one more place in it adds to the packed counts of those behind it. */
    private static final long[][] ADDED = added();

    private final int blockShift;
    private final long[] words;

    /** Two counts in each: of an even block in the low half, of the next in the high half. */
    private final long[] beforeBlock = new long[BLOCKS / 2];

    PlaceCounter(int places) {
      words = new long[places / Long.SIZE + 1];
      blockShift =
          Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, places - 1) / Long.SIZE / BLOCKS);
    }

    private static long[][] added() {
      long[][] added = new long[BLOCKS][BLOCKS / 2];
      for (int block = 0; block < BLOCKS; block++) {
        for (int behind = block + 1; behind < BLOCKS; behind++) {
          added[block][behind / 2] += 1L << behind % 2 * Integer.SIZE;
        }
      }
      return added;
    }

    void add(int place) {
      int word = place / Long.SIZE;
      words[word] |= 1L << place;
      long[] added = ADDED[word >> blockShift];
      for (int i = 0; i < BLOCKS / 2; i++) {
        beforeBlock[i] += added[i];
      }
    }

    int below(int place) {
      int word = place / Long.SIZE;
      int block = word >> blockShift;
      int count = (int) (beforeBlock[block / 2] >>> block % 2 * Integer.SIZE);
      for (int w = block << blockShift; w < word; w++) {
        count += Long.bitCount(words[w]);
      }
      return count + Long.bitCount(words[word] & (1L << place) - 1);
    }
  }
}
