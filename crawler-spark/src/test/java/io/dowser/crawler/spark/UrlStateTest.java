package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class UrlStateTest {

  private static final int DEEP = Integer.MAX_VALUE;

  private static UrlRow row(double score, double tie, int depth, long inLinks, long born) {
    return UrlRow.of(
        new GenericInternalRow(
            new Object[] {
              1L,
              2L,
              UTF8String.fromString("http://a.example/"),
              UTF8String.fromString("a.example"),
              true,
              0,
              score,
              tie,
              depth,
              inLinks,
              born,
              false,
              born,
              0L,
              0,
              new GenericArrayData(new double[] {score}),
              new GenericArrayData(new int[0])
            }));
  }

  private static UrlRow link(double score, long born) {
    return row(score, 0, 3, 1, born);
  }

  private static UrlRow after(UrlState state) {
    return requireNonNull(state.after());
  }

  @Test
  void newUrlStandsForItsBestLink() {
    var state = new UrlState(false);
    state.link(link(0.2, 10), true);
    state.link(link(0.7, 12), true);
    state.link(link(0.5, 11), true);
    assertThat(state.isNew()).isTrue();
    assertThat(after(state).score()).isEqualTo(0.7);
    assertThat(after(state).born()).isEqualTo(10);
    assertThat(after(state).inLinks()).isEqualTo(3);
    assertThat(after(state).isPending(DEEP)).isTrue();
  }

  @Test
  void pendingUrlIsRaisedAndNeverLowered() {
    var raised = new UrlState(false);
    raised.before(row(0.5, 0, 4, 2, 1));
    raised.link(link(0.6, 9), true);
    assertThat(after(raised).score()).isEqualTo(0.6);
    assertThat(after(raised).depth()).isEqualTo(3);
    assertThat(after(raised).born()).isEqualTo(1);
    assertThat(after(raised).inLinks()).isEqualTo(3);
    assertThat((double[]) after(raised).cells()[15]).containsExactly(0.6);
    var kept = new UrlState(false);
    kept.before(row(0.5, 0, 2, 2, 1));
    kept.link(link(0.4, 9), true);
    assertThat(after(kept).score()).isEqualTo(0.5);
    assertThat(after(kept).depth()).isEqualTo(2);
    assertThat((double[]) after(kept).cells()[15]).containsExactly(0.5);
  }

  @Test
  void equalScoresGoByTheSecondKeyAndThenTheFirstParentStays() {
    var state = new UrlState(false);
    state.before(row(0.5, 0.1, 2, 1, 1));
    state.link(row(0.5, 0.1, 3, 1, 5), true);
    assertThat(after(state).cells()[12]).isEqualTo(1L);
    state.link(row(0.5, 0.2, 3, 1, 7), true);
    state.link(row(0.5, 0.2, 3, 1, 6), true);
    assertThat(after(state).cells()[12]).as("first parent of the raise").isEqualTo(6L);
  }

  @Test
  void firstLinkStaysInOrdersWithoutScores() {
    var state = new UrlState(true);
    state.link(link(0.9, 12), true);
    state.link(link(0.1, 11), true);
    assertThat(after(state).score()).isEqualTo(0.1);
    var pending = new UrlState(true);
    pending.before(row(0.1, 0, 2, 1, 1));
    pending.link(link(0.9, 12), true);
    assertThat(after(pending).score()).isEqualTo(0.1);
  }

  @Test
  void closedUrlIsNeverPendingAgainAndForgetsItsPathState() {
    var state = new UrlState(false);
    state.before(row(0.5, 0, 2, 1, 1));
    state.close();
    state.link(link(0.9, 9), true);
    state.link(link(0.0, 10), false);
    UrlRow closed = after(state);
    assertThat(closed.open()).isFalse();
    assertThat(closed.inLinks()).isEqualTo(3);
    assertThat((double[]) closed.cells()[15]).isEmpty();
    var later = new UrlState(false);
    later.before(closed);
    later.link(link(1.0, 20), true);
    assertThat(after(later).open()).isFalse();
  }

  @Test
  void rowOfALinkIsOneInLinkFromItsSource() {
    Object[] cells = new Object[Columns.FOUND.size()];
    Map.of("high", 1L, "low", 2L, "sourceHigh", 7L, "sourceLow", 8L, "born", 3L)
        .forEach((name, value) -> cells[Columns.FOUND.fieldIndex(name)] = value);
    Map.of("queue", 0, "depth", 4)
        .forEach((name, value) -> cells[Columns.FOUND.fieldIndex(name)] = value);
    Map.of("score", 0.5, "tie", 0.0)
        .forEach((name, value) -> cells[Columns.FOUND.fieldIndex(name)] = value);
    Map.of("url", "http://a.example/", "host", "a.example")
        .forEach(
            (name, text) -> cells[Columns.FOUND.fieldIndex(name)] = UTF8String.fromString(text));
    cells[UrlRow.PATH_STATE] = new GenericArrayData(new double[] {0.25});
    cells[UrlRow.FEATURES] = new GenericArrayData(new int[] {9});
    var state = new UrlState(false);
    state.link(UrlRow.of(new GenericInternalRow(cells)), true);
    Object[] after = after(state).cells();
    assertThat(after(state).open()).isTrue();
    assertThat(after(state).inLinks()).isEqualTo(1);
    assertThat(after[UrlRow.SEED]).isEqualTo(false);
    assertThat(after[UrlRow.HOPS]).isEqualTo(0);
    assertThat(after[UrlRow.PARENT_HIGH]).isEqualTo(7L);
    assertThat(after[UrlRow.PARENT_LOW]).isEqualTo(8L);
    assertThat((double[]) after[UrlRow.PATH_STATE]).containsExactly(0.25);
    assertThat((int[]) after[UrlRow.FEATURES]).containsExactly(9);
  }

  @Test
  void orderInWhichRowsComeDoesNotMatter() {
    long seed = 20_261_121;
    var random = new Random(seed);
    List<UrlRow> links = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      links.add(row(random.nextInt(4) / 4.0, random.nextInt(2), 1 + random.nextInt(5), 1, i));
    }
    List<Object> expected = cells(links, false);
    List<Object> first = cells(links, true);
    for (int i = 0; i < 100; i++) {
      Collections.shuffle(links, random);
      assertThat(cells(links, false)).as("seed %d", seed).isEqualTo(expected);
      assertThat(cells(links, true)).as("seed %d", seed).isEqualTo(first);
    }
  }

  private static List<Object> cells(List<UrlRow> links, boolean keepsFirst) {
    var state = new UrlState(keepsFirst);
    links.forEach(link -> state.link(link, true));
    return List.of(after(state).cells()).subList(0, 15);
  }
}
