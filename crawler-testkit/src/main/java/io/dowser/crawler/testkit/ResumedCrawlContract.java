package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Fetcher;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of a frontier, scorer or judge in a crawl that is aborted at any moment and
 * continues later: the crawl visits all pages that an uninterrupted one visits, and none twice
 * whose visit was committed. Their order may differ, because a state may be older than the visits.
 * The memory of a plugin is not checked here, see {@link LinkScorerContract}.
 *
 * <p>A test of a plugin extends this class, crawls with the plugin in {@link #crawl}, and has a
 * {@code main} for the processes that are killed:
 *
 * <pre>{@code
 * class MyFrontierResumeTest extends ResumedCrawlContract {
 *
 *   @Override
 *   protected void crawl(Task task) {
 *     try (Crawler crawler =
 *         Crawler.builder()
 *             .seed(task.web().seed().toString())
 *             .topic(task.web().topic())
 *             .judge(task.web().judge())
 *             .fetcher(task.fetcher())
 *             .frontier("mine", Map.of())
 *             .means(Means.builder().workers(1).build())
 *             .politeness(Politeness.builder().delay(Duration.ZERO).build())
 *             .directory(task.directory())
 *             .persistence(Persistence.builder().commitVisits(task.commitVisits()).build())
 *             .listener(task.listener())
 *             .build()) {
 *       crawler.run().orThrow();
 *     }
 *   }
 *
 *   public static void main(String[] arguments) {
 *     new MyFrontierResumeTest().crawlUntilKilled(arguments);
 *   }
 * }
 * }</pre>
 *
 * <p>A crawl is aborted in two ways. A listener that throws in the middle of a visit ends it in
 * this process, five times before it may end. And separate processes are killed, as by {@code kill
 * -9}, ten at most in one crawl. The system property {@code dowser.testkit.kills} sets their number
 * for each variant, 1 by default, and the least number of aborts in this process. A variant takes
 * about 40 seconds by default, and less on a smaller {@link #web}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // variants are asked of the test itself
public abstract class ResumedCrawlContract {

  private static final String KILLS = "dowser.testkit.kills";
  private static final int ABORTS_OF_A_CRAWL = 5;
  private static final int KILLS_OF_A_CRAWL = 10;
  private static final int LARGEST_GROUP = 30;

  private final int kills = Integer.getInteger(KILLS, 1);
  private final Map<String, SeenVisits> uninterrupted = new HashMap<>();
  private @Nullable RandomWeb createdWeb;

  /** Called by subclasses. */
  protected ResumedCrawlContract() {}

  /**
   * Crawls to the end in the directory of the task, without delay; throws the listener's exception,
   * or one with that as its cause.
   *
   * @param task the web to crawl and the directory
   */
  protected abstract void crawl(Task task);

  /**
   * {@return the names of the settings to test, at least one} {@link Task#variant} is one of them.
   */
  protected List<String> variants() {
    return List.of("default");
  }

  /** {@return the web to crawl, always the same; by default 400 pages with 60 links each} */
  protected RandomWeb web() {
    return RandomWeb.builder(3).pages(400).hosts(12).linksPerPage(60).build();
  }

  /**
   * One run of the crawl that the contract aborts.
   *
   * @param variant the variant of the contract to crawl with
   * @param web the web to crawl, from its seed, with its judge
   * @param directory the directory of the crawl; if there is a crawl already, the run continues it
   * @param commitVisits the most visits that are committed together, 1 or more
   * @param listener the crawl's listener; it may throw, to abort the run
   */
  public record Task(
      String variant, RandomWeb web, Path directory, int commitVisits, CrawlListener listener) {

    /** {@return a new fetcher of the web} */
    public Fetcher fetcher() {
      return web.web().fetcher();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("variants")
  void crawlThatIsAbortedVisitsEachPageOnce(String variant, @TempDir Path directory) {
    SeenVisits expected = uninterrupted(variant, directory);
    for (int crawl = 0; crawl * ABORTS_OF_A_CRAWL < kills; crawl++) {
      var random = new SplittableRandom(crawl);
      var seen = new SeenVisits(LARGEST_GROUP);
      Path aborted = directory.resolve("aborted" + crawl);
      for (int i = 0; i < ABORTS_OF_A_CRAWL; i++) {
        int visits = random.nextInt(2 * expected.size() / ABORTS_OF_A_CRAWL);
        crawlAndAbort(variant, aborted, group(random), seen, visits);
      }
      crawl(task(variant, aborted, group(random), seen));

      seen.checkSamePages(expected, "aborted, seed " + crawl);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("variants")
  void killedCrawlVisitsEachPageOnce(String variant, @TempDir Path directory) throws Exception {
    SeenVisits expected = uninterrupted(variant, directory);
    for (int crawl = 0, left = kills; left > 0; crawl++, left -= KILLS_OF_A_CRAWL) {
      int most = Math.min(KILLS_OF_A_CRAWL, left);
      var random = new SplittableRandom(crawl);
      Path kept = directory.resolve("killed" + crawl);
      Path log = Files.createFile(directory.resolve("killed" + crawl + ".log"));
      for (int i = 0; i < most; i++) {
        String[] arguments = {
          variant,
          kept.toString(),
          Integer.toString(group(random)),
          Integer.toString(expected.size()),
          log.toString()
        };
        int toCome = Math.max(1, expected.size() - SeenVisits.of(log, LARGEST_GROUP).size());
        int visits = random.nextInt(Math.min(toCome, 2 * expected.size() / (most + 1)));
        killAfter(lines(log) + visits, log, arguments);
      }
      SeenVisits seen = SeenVisits.of(log, LARGEST_GROUP);
      crawl(task(variant, kept, group(random), seen));

      seen.checkSamePages(expected, "killed " + most + " times, seed " + crawl);
    }
  }

  /**
   * Kills a process after some lines of its log; it blocks at its last visit, so it does not end
   * before.
   */
  private void killAfter(int lines, Path log, String... arguments) throws Exception {
    KilledProcess process =
        KilledProcess.start(getClass(), log.resolveSibling(log.getFileName() + ".out"), arguments);
    assertThat(process.killOnce(() -> lines(log) > lines)).as("killed").isTrue();
  }

  private static int lines(Path log) throws IOException {
    return Files.readAllLines(log).size();
  }

  private static int group(SplittableRandom random) {
    return random.nextInt(1, LARGEST_GROUP);
  }

  /**
   * Crawls in this process until it is killed; for {@code main}, whose arguments come from the
   * check.
   *
   * @param arguments as {@code main} was given them
   * @throws IllegalArgumentException if there are not five
   */
  protected final void crawlUntilKilled(String... arguments) {
    if (arguments.length != 5) {
      throw new IllegalArgumentException(
          "there must be 5 arguments, but were " + arguments.length + ": main is for the contract");
    }
    try (var log = Files.newOutputStream(Path.of(arguments[4]), StandardOpenOption.APPEND)) {
      long last = Long.parseLong(arguments[3]);
      CrawlListener writer = event -> writeAndBlock(event, log, last);
      int group = Integer.parseInt(arguments[2]);
      crawl(new Task(arguments[0], web(), Path.of(arguments[1]), group, writer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a line in one write, so that a killed process leaves whole lines. */
  private static void writeAndBlock(CrawlEvent event, OutputStream log, long last) {
    if (event instanceof CrawlEvent.Visited visited) {
      try {
        log.write((SeenVisits.line(visited.visit()) + "\n").getBytes(StandardCharsets.UTF_8));
        if (visited.visit().number() >= last) {
          new CountDownLatch(1).await();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException("not killed, but interrupted", e);
      }
    }
  }

  private SeenVisits uninterrupted(String variant, Path directory) {
    SeenVisits known = uninterrupted.get(variant);
    if (known != null) {
      return known;
    }
    var whole = new SeenVisits(LARGEST_GROUP);
    crawl(task(variant, directory.resolve("whole"), LARGEST_GROUP, whole));
    assertThat(whole.size()).as("pages that an uninterrupted crawl visits").isGreaterThan(20);
    uninterrupted.put(variant, whole);
    return whole;
  }

  private RandomWeb sameWeb() {
    RandomWeb created = createdWeb;
    if (created == null) {
      created = web();
      createdWeb = created;
    }
    return created;
  }

  private Task task(String variant, Path directory, int group, SeenVisits seen) {
    return new Task(variant, sameWeb(), directory, group, seen);
  }

  /** Aborts the run in the middle of a visit, unless it ends before. */
  private void crawlAndAbort(String variant, Path directory, int group, SeenVisits seen, int most) {
    var visits = new AtomicInteger();
    CrawlListener aborting =
        event -> {
          seen.on(event);
          if (event instanceof CrawlEvent.Visited && visits.incrementAndGet() > most) {
            throw new IllegalStateException("aborted on purpose");
          }
        };
    try {
      crawl(new Task(variant, sameWeb(), directory, group, aborting));
    } catch (RuntimeException e) {
      if (visits.get() <= most) {
        throw e;
      }
    }
  }
}
