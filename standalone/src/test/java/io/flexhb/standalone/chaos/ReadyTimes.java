package io.flexhb.standalone.chaos;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** When every tuner that was there called itself ready: then each study has to be decided on. */
final class ReadyTimes {

  private final Collection<ReadyWatch> watches;

  ReadyTimes(Collection<ReadyWatch> watches) {
    this.watches = watches;
  }

  /** The longest time without a decision on some study while all tuners called themselves ready. */
  Duration longestGap(DecisionWatch decisions) {
    Map<ReadyWatch, ReadyWatch.Answer> said =
        new TreeMap<>(Comparator.comparingInt(Object::hashCode));
    record Said(ReadyWatch watch, ReadyWatch.Sample sample) {}
    List<Said> all =
        watches.stream()
            .flatMap(w -> w.within(0, Long.MAX_VALUE).stream().map(s -> new Said(w, s)))
            .sorted(Comparator.comparingLong(s -> s.sample().answeredMillis()))
            .toList();
    Duration longest = Duration.ZERO;
    long since = -1;
    for (Said next : all) {
      said.put(next.watch(), next.sample().answer());
      boolean ready =
          said.containsValue(ReadyWatch.Answer.READY)
              && !said.containsValue(ReadyWatch.Answer.NOT_READY);
      long now = next.sample().answeredMillis();
      if (ready && since < 0) {
        since = now;
      } else if (!ready && since >= 0) {
        longest = longer(longest, decisions.longestGap(since, now));
        since = -1;
      }
    }
    return longest;
  }

  private static Duration longer(Duration one, Duration other) {
    return Stream.of(one, other).max(Comparator.naturalOrder()).orElseThrow();
  }
}
