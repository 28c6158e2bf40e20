package io.flexhb.core.study;

import io.vavr.collection.Vector;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/**
 * An immutable set of trial numbers. Versions share structure: a page of 1024 numbers is 16 words,
 * and one more number copies one page.
 */
public final class TrialSet {
  private static final int WORD_BITS = 64;
  private static final int PAGE_WORDS = 16;
  private static final int PAGE_BITS = PAGE_WORDS * WORD_BITS;

  /** No trial. */
  public static final TrialSet EMPTY = new TrialSet(Vector.empty(), 0);

  /** Never changed once they are in here. */
  private final Vector<long[]> pages;

  private final int size;

  private TrialSet(Vector<long[]> pages, int size) {
    this.pages = pages;
    this.size = size;
  }

  public int size() {
    return size;
  }

  public boolean contains(int trial) {
    int page = trial / PAGE_BITS;
    return page < pages.size() && (pages.get(page)[word(trial)] & bit(trial)) != 0;
  }

  TrialSet with(int trial) {
    if (contains(trial)) {
      return this;
    }
    Vector<long[]> grown = pages;
    int page = trial / PAGE_BITS;
    while (grown.size() <= page) {
      grown = grown.append(new long[PAGE_WORDS]);
    }
    long[] words = grown.get(page).clone();
    words[word(trial)] |= bit(trial);
    return new TrialSet(grown.update(page, words), size + 1);
  }

  /** The numbers, the highest first. */
  public PrimitiveIterator.OfInt newestFirst() {
    return newestFirst(this);
  }

  /**
   * The numbers that are in the other set too, the highest first; looks no further than is read.
   */
  PrimitiveIterator.OfInt newestFirst(TrialSet other) {
    return new PrimitiveIterator.OfInt() {
      private int next = below(Math.min(pages.size(), other.pages.size()) * PAGE_BITS, other);

      @Override
      public boolean hasNext() {
        return next >= 0;
      }

      @Override
      public int nextInt() {
        if (next < 0) {
          throw new NoSuchElementException();
        }
        int trial = next;
        next = below(trial, other);
        return trial;
      }
    };
  }

  /** The highest number in both sets below a bound, -1 when there is none. */
  private int below(int bound, TrialSet other) {
    int trial = bound - 1;
    while (trial >= 0) {
      int page = trial / PAGE_BITS;
      long word = pages.get(page)[word(trial)] & other.pages.get(page)[word(trial)];
      long upTo = word << (WORD_BITS - 1 - trial % WORD_BITS);
      if (upTo != 0) {
        return trial - Long.numberOfLeadingZeros(upTo);
      }
      trial -= trial % WORD_BITS + 1;
    }
    return -1;
  }

  private static int word(int trial) {
    return trial % PAGE_BITS / WORD_BITS;
  }

  private static long bit(int trial) {
    return 1L << trial % WORD_BITS;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof TrialSet that) || that.size != size) {
      return false;
    }
    PrimitiveIterator.OfInt theirs = that.newestFirst();
    PrimitiveIterator.OfInt mine = newestFirst();
    while (mine.hasNext()) {
      if (mine.nextInt() != theirs.nextInt()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    PrimitiveIterator.OfInt trials = newestFirst();
    while (trials.hasNext()) {
      hash = 31 * hash + trials.nextInt();
    }
    return hash;
  }

  @Override
  public String toString() {
    return "TrialSet[" + size + "]";
  }
}
