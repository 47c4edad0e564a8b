package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.spark.Choice.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class ChoiceTest {

  private static Entry entry(String host, int queue, double key, long born) {
    var row = new GenericInternalRow(new Object[] {born});
    return new Entry(UTF8String.fromString(host), queue, key, 0, 0, born, row);
  }

  private static List<Entry> sorted(List<Entry> all, int limit, int perHost) {
    List<Entry> sorted = new ArrayList<>(all);
    sorted.sort(
        Comparator.comparingInt(Entry::queue)
            .thenComparing(Comparator.comparingDouble(Entry::key).reversed())
            .thenComparingLong(Entry::born));
    Map<UTF8String, Integer> taken = new HashMap<>();
    sorted.removeIf(entry -> taken.merge(entry.host(), 1, Integer::sum) > perHost);
    return sorted.subList(0, Math.min(limit, sorted.size()));
  }

  @Test
  void choosesWhatSortingWouldInPartsAndAsAWhole() {
    for (long seed = 1; seed <= 60; seed++) {
      var random = new Random(seed);
      int limit = 1 + random.nextInt(200);
      int perHost = 1 + random.nextInt(20);
      List<Entry> all = new ArrayList<>();
      for (int i = 0; i < 4_000; i++) {
        String host = "h" + (int) Math.abs(random.nextGaussian() * 20);
        all.add(entry(host, random.nextInt(2), random.nextInt(500), i));
      }
      var whole = new Choice(limit, perHost);
      var ofParts = new Choice(limit, perHost);
      for (int part = 0; part < 4; part++) {
        var choice = new Choice(limit, perHost);
        all.subList(part * 1_000, (part + 1) * 1_000).forEach(choice::offer);
        choice.best().forEach(ofParts::offer);
      }
      all.forEach(whole::offer);
      List<Entry> expected = sorted(all, limit, perHost);
      assertThat(whole.best()).as("seed %d", seed).isEqualTo(expected);
      assertThat(ofParts.best()).as("parts, seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void queuesTakeTurnsAndRejectedComeLast() {
    List<Entry> prior = List.of(entry("a", 0, 9, 0), entry("b", 0, 8, 1), entry("c", 0, 7, 2));
    List<Entry> normal = List.of(entry("d", 1, 9, 3), entry("e", 1, 8, 4));
    List<Entry> rejected = List.of(entry("f", 2, 9, 5));
    assertThat(new Turns(1, 10, 10).merge(prior, normal, rejected))
        .extracting(Entry::born)
        .containsExactly(0L, 3L, 1L, 4L, 2L, 5L);
    assertThat(new Turns(2, 4, 10).merge(prior, normal, rejected))
        .extracting(Entry::born)
        .containsExactly(0L, 1L, 3L, 2L);
  }

  @Test
  void turnsKeepToTheShareOfAHost() {
    List<Entry> prior = List.of(entry("a", 0, 9, 0), entry("a", 0, 8, 1), entry("c", 0, 7, 2));
    List<Entry> normal = List.of(entry("a", 1, 9, 3), entry("e", 1, 8, 4));
    assertThat(new Turns(1, 10, 1).merge(prior, normal, List.of()))
        .extracting(Entry::born)
        .containsExactly(0L, 4L, 2L);
  }
}
