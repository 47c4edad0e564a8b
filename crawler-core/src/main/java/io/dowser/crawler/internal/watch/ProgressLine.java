package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.SuppressForbidden;
import io.dowser.crawler.internal.plan.StopConditions;
import io.dowser.crawler.internal.report.CrawlPage;
import io.dowser.crawler.internal.report.RecheckText;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Prints the progress of a crawl and why it is slow: one line that is overwritten on a terminal,
 * else a line per interval. Confined to the engine thread.
 */
public final class ProgressLine {

  private static final long ON_TERMINAL = Duration.ofMillis(250).toNanos();
  private static final long ELSEWHERE = Duration.ofSeconds(10).toNanos();

  private static final String ERASE_REST = "\u001b[K";

  /** Beyond the last column, the terminal writes nothing until {@link #WRAP}. */
  private static final String CUT = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";

  private final @Nullable PrintStream out;
  private final String name;
  private final Supplier<StopConditions> limits;
  private final LongSupplier nanoClock;
  private final boolean terminal;
  private long next;

  /** Creates the line of a crawl, which prints nothing without a stream. */
  public ProgressLine(
      @Nullable PrintStream out,
      CrawlThreads threads,
      Supplier<StopConditions> limits,
      LongSupplier nanoClock) {
    this(out, threads, limits, nanoClock, hasConsole() && isStandard(out));
  }

  ProgressLine(
      @Nullable PrintStream out,
      CrawlThreads threads,
      Supplier<StopConditions> limits,
      LongSupplier nanoClock,
      boolean terminal) {
    this.out = out;
    this.name = threads.between("", ": ");
    this.limits = limits;
    this.nanoClock = nanoClock;
    this.terminal = terminal;
    this.next = nanoClock.getAsLong() + interval();
  }

  /** Returns the time until a line is due, {@code Long.MAX_VALUE} without a stream. */
  public long nanosToNext() {
    return out == null ? Long.MAX_VALUE : Math.max(0, next - nanoClock.getAsLong());
  }

  /** Prints the line if it is due, with a word about the crawl, such as {@code paused}. */
  public void show(CrawlStatistics statistics, String state) {
    if (out != null && nanosToNext() == 0) {
      String text = running(statistics, state);
      print(out, terminal ? "\r" + CUT + text + ERASE_REST + WRAP : text + "\n");
      next = nanoClock.getAsLong() + interval();
    }
  }

  /** Prints the line for the last time, without what is over: time left and slow hosts. */
  public void finish(CrawlStatistics statistics) {
    if (out != null) {
      String text = name + text(statistics, "") + "\n";
      print(out, terminal ? "\r" + ERASE_REST + text : text);
    }
  }

  private static void print(PrintStream to, String text) {
    to.print(text);
    to.flush();
  }

  /** Returns a line that begins with what matters most, because a narrow terminal cuts it. */
  private String running(CrawlStatistics now, String state) {
    String pages = name + (state.isEmpty() ? "" : state + ", ");
    return pages + text(now, timeLeft(now) + " left, ") + slowHosts(now.stall());
  }

  private static String text(CrawlStatistics now, String timeLeft) {
    String checks = RecheckText.of(now).map(found -> found + ", ").orElse("");
    return String.format(
        Locale.ROOT,
        "%s%s, %,d relevant, %sharvest rate %.3f, %,d pending, %.1f pages/s",
        checks,
        CrawlPage.counted(now.visited(), "page", "pages"),
        now.relevant(),
        timeLeft,
        now.harvestRate(),
        now.pending(),
        now.pagesPerSecond());
  }

  /** Returns the numbers of hosts that hold up the crawl, by cause; empty if there are none. */
  private static String slowHosts(CrawlStatistics.Stall stall) {
    var causes = new StringJoiner(", ", ", hosts: ", "").setEmptyValue("");
    addIfAny(causes, stall.delayed(), "delayed");
    addIfAny(causes, stall.backingOff(), "backing off");
    addIfAny(causes, stall.suspended(), "suspended");
    addIfAny(causes, stall.givenUp(), "given up");
    addIfAny(causes, stall.askingRobots(), "robots.txt pending");
    return causes.toString();
  }

  private static void addIfAny(StringJoiner causes, int hosts, String cause) {
    if (hosts > 0) {
      causes.add(hosts + " " + cause);
    }
  }

  private String timeLeft(CrawlStatistics now) {
    double byTime = limits.get().nanosLeft(now.elapsed()) / 1e9;
    double seconds = Math.min(now.rechecks().due() > 0 ? byChecks(now) : byPages(now), byTime);
    if (now.visited() == 0 || seconds > Duration.ofDays(365).toSeconds()) {
      return "unknown time";
    }
    Duration left = Duration.ofSeconds((long) seconds);
    return String.format(
        Locale.ROOT, "%d:%02d:%02d", left.toHours(), left.toMinutesPart(), left.toSecondsPart());
  }

  private double byPages(CrawlStatistics now) {
    long left = limits.get().maxPages() - now.visited();
    long done = now.visited() - now.visitedBefore();
    return seconds((double) left, (double) done, now.elapsed());
  }

  private static double byChecks(CrawlStatistics now) {
    long made = now.rechecks().made() + now.rechecks().failed();
    return seconds((double) now.rechecks().due(), (double) made, now.elapsed());
  }

  /** Returns the time for what is left at the speed until now. */
  private static double seconds(double left, double done, Duration elapsed) {
    return left * (elapsed.toNanos() / 1e9) / Math.max(1e-9, done);
  }

  private long interval() {
    return terminal ? ON_TERMINAL : ELSEWHERE;
  }

  /** From Java 22 to 24 a console exists even without a terminal. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean hasConsole() {
    int java = Runtime.version().feature();
    return System.console() != null && (java < 22 || java > 24);
  }

  @SuppressForbidden("compares the standard streams and writes to neither")
  static boolean isStandard(@Nullable PrintStream stream) {
    return stream != null && (stream == System.out || stream == System.err);
  }
}
