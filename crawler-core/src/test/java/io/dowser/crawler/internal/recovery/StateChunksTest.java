package io.dowser.crawler.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.traps.GrowingState;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.toolkit.queue.CandidateTable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
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

    assertThat(saved.bytes()).isEqualTo(70 << 20);
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
  void aFrontierIsCompressedAtOnceWhereThatIsAskedFor() throws IOException {
    StateChunks.Saved atOnce = new StateChunks().saveFrontier(bytes(1 << 20), true);
    StateChunks.Saved later = new StateChunks().saveFrontier(bytes(1 << 20), false);

    assertThat(atOnce.changed().values()).allMatch(StateChunksTest::isCompressed);
    assertThat(later.changed().values()).noneMatch(StateChunksTest::isCompressed);
    assertThat(chunks(atOnce)).containsExactlyElementsOf(chunks(later));
  }

  @Test
  void onlyAFrontierLeavesUrlsOutAndNotWhereItKeepsThem() throws IOException {
    var plugin = chunks(new StateChunks().save(new TwoTables("a.test")));
    var frontier = chunks(new StateChunks().saveFrontier(new TwoTables("a.test"), true));
    var restoredPlugin = new TwoTables("b.test");
    var restoredFrontier = new TwoTables("b.test");

    StateChunks.restore(restoredPlugin, plugin);
    StateChunks.restoreFrontier(restoredFrontier, frontier, number -> url("other.test", number));

    assertThat(restoredPlugin.hosts()).containsExactly("a.test", "a.test");
    assertThat(restoredFrontier.hosts()).containsExactly("other.test", "a.test");
  }

  @Test
  void aUrlThatCannotBeReadIsAnErrorOfTheInput() throws IOException {
    var saved = chunks(new StateChunks().saveFrontier(new TwoTables("a.test"), true));
    var trouble =
        catchThrowableOfType(
            StoreException.class, () -> CrawlHistory.open(Path.of("target/no-crawl")));
    var restored = new TwoTables("b.test");

    assertThatThrownBy(
            () ->
                StateChunks.restoreFrontier(
                    restored,
                    saved,
                    number -> {
                      throw trouble;
                    }))
        .isInstanceOf(IOException.class)
        .hasCause(trouble);
    assertThat(restored.first.size()).isZero();
  }

  @Test
  void ofAGrowingStateOnlyTheEndIsMadeAgain() throws IOException {
    var random = new SplittableRandom(SEED);
    var state = new Numbers(1_000);
    var states = new StateChunks();
    var stored = new TreeMap<Integer, byte[]>();
    int before = 0;
    for (int save = 0; save < 100; save++) {
      StateChunks.Saved saved = states.save(state);
      saved.changed().forEach((place, chunk) -> stored.put(place, chunk.get()));

      assertThat(stored)
          .as("pieces of %d numbers, seed %d", state.count, SEED)
          .hasSize(saved.count());
      var restored = new Numbers(0);
      StateChunks.restore(restored, List.copyOf(stored.values()));
      assertThat(restored.count).as("seed %d", SEED).isEqualTo(state.count);
      long whole = Integer.BYTES + (long) state.count * Numbers.BYTES;
      assertThat(saved.bytes()).as("seed %d", SEED).isEqualTo(whole);
      if (save > 0) {
        long grown = (long) (state.count - before) * Numbers.BYTES;
        assertThat(saved.made()).as("seed %d", SEED).isLessThan(grown + (2 << 15));
      }
      before = state.count;
      state.count += random.nextInt(save % 10 == 0 ? 4_096 : 100);
      if (save % 7 == 0) { // a whole number of chunks
        state.count += Numbers.EACH - state.count % Numbers.EACH;
      }
    }
    assertThat(stored).as("pieces").hasSizeGreaterThan(5);
  }

  @Test
  void aGrowingStateIsMadeAnewOverChunksThatWereCutOtherwise() throws IOException {
    var state = new Numbers(5_000);
    Resumable whole =
        new Resumable() {
          @Override
          public void save(StateWriter out) throws IOException {
            state.save(out);
          }

          @Override
          public void restore(StateReader in) {}
        };
    List<byte[]> older = chunks(new StateChunks().save(whole));
    var restored = new Numbers(0);
    StateChunks.restore(restored, older);

    StateChunks.Saved saved = new StateChunks().save(restored);

    assertThat(restored.count).isEqualTo(5_000);
    assertThat(saved.changed()).hasSize(saved.count());
    assertThat(saved.made()).isEqualTo(saved.bytes());
  }

  @Test
  void aHeadThatIsLargerThanAChunkIsRefused() {
    var state = new Numbers(1);
    state.head = (1 << 15) - Integer.BYTES + 1;

    assertThatThrownBy(() -> new StateChunks().save(state))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a head must have at most 32768 bytes");
  }

  @Test
  void aGrowingStateWithoutRecordsIsItsHead() throws IOException {
    StateChunks.Saved saved = new StateChunks().save(new Numbers(0));

    var restored = new Numbers(5);
    StateChunks.restore(restored, chunks(saved));
    assertThat(saved.count()).isEqualTo(1);
    assertThat(restored.count).isZero();
  }

  private static boolean isCompressed(Supplier<byte[]> chunk) {
    byte[] first = chunk.get();
    return chunk.get() == first;
  }

  private static List<byte[]> chunks(StateChunks.Saved saved) {
    return saved.changed().values().stream().map(Supplier::get).toList();
  }

  private static CrawlUrl url(String host, long number) {
    return CrawlUrl.of("http://" + host + "/" + number);
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

  /** The numbers from 0 on, as records. */
  private static final class Numbers implements GrowingState {

    static final int BYTES = 33;
    static final int EACH = (1 << 15) / BYTES;

    private int count;
    private int head;

    Numbers(int count) {
      this.count = count;
    }

    @Override
    public int recordBytes() {
      return BYTES;
    }

    @Override
    public int records() {
      return count;
    }

    @Override
    public void saveHead(StateWriter out) throws IOException {
      out.writeInt(count);
      writeBytes(out, new byte[head]);
    }

    @Override
    public void saveRecords(int from, int to, StateWriter out) throws IOException {
      for (int i = from; i < to; i++) {
        out.writeLong(i);
        writeBytes(out, new byte[BYTES - Long.BYTES]);
      }
    }

    @Override
    public void restore(StateReader in) throws IOException {
      count = in.readInt();
      for (int i = 0; i < count; i++) {
        assertThat(in.readLong()).isEqualTo(i);
        for (int at = Long.BYTES; at < BYTES; at++) {
          in.readByte();
        }
      }
      assertThatThrownBy(in::readByte).isInstanceOf(EOFException.class);
    }
  }

  private static void writeBytes(StateWriter out, byte[] bytes) throws IOException {
    for (byte each : bytes) {
      out.writeByte(each);
    }
  }

  private static final class TwoTables implements Resumable {

    private final CandidateTable first = new CandidateTable();
    private final CandidateTable second = new CandidateTable();

    TwoTables(String host) {
      first.add(Candidate.seed(url(host, 1), 1));
      second.add(Candidate.seed(url(host, 2), 2));
    }

    List<String> hosts() {
      return List.of(first.get(0).url().host(), second.get(0).url().host());
    }

    @Override
    public void save(StateWriter out) throws IOException {
      first.save(out);
      second.save(out.withUrls());
    }

    @Override
    public void restore(StateReader in) throws IOException {
      first.restore(in);
      second.restore(in);
    }
  }
}
