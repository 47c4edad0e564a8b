package io.dowser.crawler.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.traps.HostBudgets;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is left out of states, and when they are compressed. */
class StateChunksTest {

  private static final long SEED = 12;

  @Test
  void aStateIsCompressedLaterUnlessItTakesTooMuchMemoryUntilThen() throws IOException {
    Resumable large = bytes(70 << 20);

    StateChunks.Saved saved = new StateChunks().save(large);

    List<Boolean> compressed =
        saved.changed().values().stream().map(StateChunksTest::isCompressed).toList();
    int raw = (64 << 20) / (1 << 15);
    assertThat(compressed.subList(0, raw)).containsOnly(false);
    assertThat(compressed.subList(raw, compressed.size())).containsOnly(true);
  }

  @Test
  void theFirstMegabytesOfAStateAreNotCompressedAndTheRestIs() throws IOException {
    StateChunks.Saved saved = new StateChunks().save(bytes(4 << 20));
    List<Integer> lengths = chunks(saved).stream().map(chunk -> chunk.length).toList();

    assertThat(lengths.subList(0, 64)).allMatch(length -> length > 1 << 15);
    assertThat(lengths.subList(64, lengths.size())).allMatch(length -> length < 1 << 10);
  }

  @Test
  void changesAreRestoredInTheirOrder() throws IOException {
    var random = new SplittableRandom(SEED);
    var budgets = new BudgetsOfHosts(random);
    var states = new StateChunks();
    var stored = new TreeMap<Integer, byte[]>();
    for (int save = 0; save < 100; save++) {
      budgets.change();
      StateChunks.Saved saved =
          save % 30 == 0 ? states.save(budgets.state) : states.saveChanges(budgets.state);
      saved.changed().forEach((place, chunk) -> stored.put(place, chunk.get()));
      stored.tailMap(saved.count()).clear();

      StateChunks.restore(budgets.restored, List.copyOf(stored.values()));
      budgets.check("save " + save + ", seed " + SEED);
    }
    for (int i = 0; i < 2_000; i++) {
      CrawlUrl namer = BudgetsOfHosts.url(random.nextInt(BudgetsOfHosts.URLS));
      CrawlUrl url = BudgetsOfHosts.url(random.nextInt(BudgetsOfHosts.URLS));
      assertThat(budgets.restored.admit(namer, url))
          .as("URL " + i + ", seed " + SEED)
          .isEqualTo(budgets.state.admit(namer, url));
    }
  }

  @Test
  void changesThatAreCutShortAreRefused() throws IOException {
    var budgets = new BudgetsOfHosts(new SplittableRandom(SEED));
    var states = new StateChunks();
    List<byte[]> stored = new ArrayList<>(chunks(states.save(budgets.state)));
    budgets.change();
    byte[] changes = chunks(states.saveChanges(budgets.state)).get(0);
    stored.add(Arrays.copyOf(changes, changes.length / 2));

    assertThatThrownBy(() -> StateChunks.restore(budgets.restored, stored))
        .isInstanceOf(IOException.class);
  }

  private static boolean isCompressed(Supplier<byte[]> chunk) {
    byte[] first = chunk.get();
    return chunk.get() == first;
  }

  private static List<byte[]> chunks(StateChunks.Saved saved) {
    return saved.changed().values().stream().map(Supplier::get).toList();
  }

  /** Each chunk of it is another one than the one before. */
  private static Resumable bytes(int count) {
    return new Resumable() {
      @Override
      public void save(StateWriter out) throws IOException {
        byte[] block = new byte[1 << 15];
        for (int i = 0; i < count / block.length; i++) {
          block[0] = (byte) i;
          writeBytes(out, block);
        }
      }

      @Override
      public void restore(StateReader in) {}
    };
  }

  /** The budgets of hosts of some domains, in random use. */
  private static final class BudgetsOfHosts {

    private static final int URLS = 200;

    final HostBudgets state = budgets();
    final HostBudgets restored = budgets();
    private final SplittableRandom random;

    BudgetsOfHosts(SplittableRandom random) {
      this.random = random;
    }

    private static HostBudgets budgets() {
      return new HostBudgets(
          TrapRules.builder().pagesPerHost(30).maxHostsPerDomain(5).maxUrlsPerPattern(20).build(),
          HostGrouping.FULL_HOST,
          100);
    }

    void change() {
      for (int i = 0; i < 40; i++) {
        CrawlUrl url = url(random.nextInt(URLS));
        switch (random.nextInt(8)) {
          case 0 -> state.visited(url, random.nextInt(4) == 0, random.nextBoolean());
          case 1 -> state.responded(url);
          case 2 -> state.lost(url);
          case 3 -> state.left(url);
          case 4 -> state.queuedAgain(url);
          case 5 -> state.seed(url(random.nextInt(3)));
          default -> state.admit(url(random.nextInt(URLS)), url);
        }
      }
    }

    private static CrawlUrl url(int number) {
      return CrawlUrl.of(
          "http://h" + number % 7 + ".d" + number % 11 + ".test/" + number * 31 % 13);
    }

    void check(String when) {
      assertThat(restored.bytes()).as(when).isEqualTo(state.bytes());
      for (int number = 0; number < URLS; number++) {
        CrawlUrl url = url(number);
        assertThat(all(restored, url)).as(when + ", " + url).isEqualTo(all(state, url));
      }
    }

    private static List<Object> all(HostBudgets budgets, CrawlUrl url) {
      return List.of(
          budgets.hasGiven(url),
          budgets.budget(url),
          budgets.isSpent(url),
          budgets.tableShare(url, url));
    }
  }

  private static void writeBytes(StateWriter out, byte[] bytes) throws IOException {
    for (byte each : bytes) {
      out.writeByte(each);
    }
  }
}
