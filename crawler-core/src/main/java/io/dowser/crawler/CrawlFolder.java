package io.dowser.crawler;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;

import com.google.common.net.InetAddresses;
import com.google.common.primitives.Longs;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.internal.store.AnswerRow;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.store.StoreOptions;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.report.CrawlSnapshot.State;
import io.dowser.crawler.url.Scope;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;

/**
 * A folder of crawls that clients start, each in a directory of its name. The operator of the
 * program limits them: the settings that a client may give, the pages of a crawl, and the crawls at
 * once. Nothing that a client gives names a file, a program, a credential or a proxy, unless the
 * operator {@linkplain Builder#allow allows} such a setting.
 *
 * <pre>{@code
 * try (CrawlFolder folder = CrawlFolder.in(Path.of("crawls")).maxPages(5_000).open()) {
 *   CrawlHandle crawl = folder.start(
 *       "tides", Topic.of("tide", "ebb"), List.of("https://www.example.org/"), Map.of("maxPages", "30"));
 *   crawl.await();
 *   folder.resume("tides", Map.of("maxPages", "5000")).await(); // with what it has learned
 * }
 * }</pre>
 *
 * <p>Thread-safe. A crawl of another process in one of the directories can be read, and neither
 * steered nor resumed.
 */
public final class CrawlFolder implements AutoCloseable {

  private static final String MAX_PAGES = "maxPages";
  private static final String MAX_HEAP = "maxHeap";
  private static final Set<String> OF_EACH = Set.of(MAX_PAGES, "name", "directory");
  private static final String ADDRESS_RULES = "addressRules";
  private static final int TERMS_OF_EXAMPLE = 12;

  private static final Pattern NAME =
      Pattern.compile("[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N} ._-]{0,78}[\\p{L}\\p{M}\\p{N}_-])?");

  private final Path directory;
  private final long maxPages;
  private final int maxCrawls;
  private final Map<String, String> fixed;
  private final Set<String> allowed;
  private final Map<String, CrawlHandle> running = new ConcurrentHashMap<>(); // put under this
  private boolean closed; // guarded by this

  private CrawlFolder(Builder builder, Path directory) {
    this.directory = directory;
    maxPages = builder.maxPages;
    maxCrawls = builder.maxCrawls;
    allowed = builder.allowed();
    fixed = new TreeMap<>(builder.settings);
    fixed.putIfAbsent(ADDRESS_RULES, AddressRules.PUBLIC.toString()); // not those of an earlier run
    fixed.putIfAbsent(MAX_HEAP, Long.toString(Runtime.getRuntime().maxMemory() / maxCrawls));
  }

  /**
   * Returns a builder of a folder.
   *
   * @param directory created if it does not exist
   * @return the builder
   */
  public static Builder in(Path directory) {
    return new Builder(requireNonNull(directory, "directory"));
  }

  /**
   * A crawl of the folder.
   *
   * @param name of the crawl and its directory
   * @param state {@link State#RUNNING} for a crawl of another process
   */
  public record Entry(String name, State state) {}

  /** {@return the crawls of the folder, in the order of their names} */
  public List<Entry> crawls() {
    Map<String, State> states = new TreeMap<>();
    try (Stream<Path> all = Files.list(directory)) {
      all.filter(path -> Files.isDirectory(path) && isInside(path) && CrawlStore.exists(path))
          .forEach(
              path ->
                  states.put(
                      name(path), HistoryReader.isRunning(path) ? State.RUNNING : State.ENDED));
    } catch (IOException e) {
      throw new CrawlException("the folder " + directory + " cannot be read: " + e, e);
    }
    states.replaceAll((name, state) -> running(name).map(CrawlHandle::state).orElse(state));
    return states.entrySet().stream()
        .map(each -> new Entry(each.getKey(), each.getValue()))
        .toList();
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /**
   * Returns what steers a crawl.
   *
   * @param name of the crawl
   * @return the handle; empty if this folder runs no such crawl now
   */
  public Optional<CrawlHandle> running(String name) {
    return Optional.ofNullable(running.get(name)).filter(CrawlHandle::isRunning);
  }

  /**
   * Returns the directory of a crawl, for {@link CrawlHistory#open}.
   *
   * @param name of the crawl
   * @return the directory; empty if the folder has no such crawl
   * @throws IllegalArgumentException if it cannot be the name of a crawl
   */
  public Optional<Path> directory(String name) {
    return Optional.of(path(name)).filter(CrawlStore::exists);
  }

  /**
   * Starts a crawl. Set the judge {@code expanded-topic} if people will answer about its pages.
   *
   * @param name 1 to 80 letters, digits, spaces, dots, hyphens and underscores
   * @param topic the topic: words, phrases and sentences
   * @param seeds see {@link Crawler.Builder#seed(String)}
   * @param settings those of {@link Crawler.Builder#settings} that the operator allows; {@code
   *     maxPages} is that of the folder unless set
   * @return the running crawl
   * @throws SettingException if a setting is not allowed, or has a value that is not
   * @throws IllegalArgumentException if the name is not allowed, or a seed is no URL or has an
   *     address that is not allowed
   * @throws IllegalStateException if the folder has a crawl of this name, too many crawls run, or
   *     the folder is closed
   * @throws CrawlException see {@link Crawler.Builder#build}
   */
  public synchronized CrawlHandle start(
      String name, Topic topic, Collection<String> seeds, Map<String, String> settings) {
    Path path = path(name);
    if (Files.exists(path)) {
      throw new IllegalStateException(
          "there is '" + name + "' in the folder already; resume it, or use another name");
    }
    refuse(settings);
    seeds.forEach(this::refuseAddress);
    Crawler.Builder crawl =
        Crawler.builder().directory(path).topic(topic).seeds(seeds).settings(Map.of("name", name));
    if (!settings.containsKey(MAX_PAGES)) {
      crawl.maxPages(maxPages);
    }
    return start(name, crawl.settings(settings));
  }

  /**
   * Starts a crawl for pages like an example, which the judge {@code expanded-topic} gets to know.
   * Its most frequent words are the topic.
   *
   * @param name see {@link #start(String, Topic, Collection, Map)}
   * @param example the text or HTML of a page
   * @param seeds see {@link Crawler.Builder#seed(String)}
   * @param settings see {@link #start(String, Topic, Collection, Map)}; without a judge
   * @return the running crawl
   * @throws IllegalArgumentException if the example has no words, and as above
   * @throws IllegalStateException see {@link #start(String, Topic, Collection, Map)}
   * @throws CrawlException see {@link #start(String, Topic, Collection, Map)}
   */
  public CrawlHandle startLike(
      String name, String example, Collection<String> seeds, Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(settings);
    all.putIfAbsent("judge", "expanded-topic");
    all.put("judge.exampleText", example);
    return start(name, topicOf(example), seeds, all);
  }

  /** Returns the most frequent words of a text, weighted by their number. */
  private static Topic topicOf(String example) {
    String text = Jsoup.parse(example).text();
    Map<String, String> words = new LinkedHashMap<>();
    Map<String, Double> counts = new HashMap<>();
    MixedScriptAnalyzer.create()
        .analyze(
            text,
            (term, start, end) -> {
              if (end - start > 1 && Character.isLetter(text.codePointAt(start))) {
                words.putIfAbsent(term, text.substring(start, end));
                counts.merge(term, 1.0, Double::sum);
              }
            });
    if (words.isEmpty()) {
      throw new IllegalArgumentException("the example must have words, but was '" + text + "'");
    }
    return Topic.of(
        counts.entrySet().stream()
            .sorted(
                Map.Entry.<String, Double>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(TERMS_OF_EXAMPLE)
            .collect(
                toMap(
                    each -> requireNonNull(words.get(each.getKey())),
                    Map.Entry::getValue,
                    Double::sum)));
  }

  /**
   * Resumes a crawl that has ended, with what it has learned. {@code maxPages} counts the pages of
   * all its runs.
   *
   * @param name of the crawl
   * @param settings those that change, see {@link #start(String, Topic, Collection, Map)}
   * @return the running crawl
   * @throws SettingException if a setting is not allowed, or has a value that is not; also if the
   *     recorded {@code maxPages} is not allowed any more
   * @throws IllegalArgumentException if the folder has no such crawl
   * @throws IllegalStateException if the crawl runs, too many crawls run, or the folder is closed
   * @throws CrawlException see {@link Crawler#resume} and {@link Crawler.Builder#build}
   */
  public CrawlHandle resume(String name, Map<String, String> settings) {
    return resume(name, List.of(), List.of(), List.of(), settings);
  }

  /**
   * Resumes a crawl that has ended, with more seeds and other exclusions.
   *
   * @param name of the crawl
   * @param seeds in addition to those of earlier runs, see {@link Crawler.Builder#seed(String)}
   * @param excluded patterns of URLs to fetch no more, see {@link CrawlHandle#exclude}
   * @param withdrawn exclusions of earlier runs that do not hold any more, see {@link
   *     CrawlHandle#withdrawExclusion}
   * @param settings see {@link #resume(String, Map)}
   * @return the running crawl
   * @throws IllegalArgumentException if a seed is no URL or has an address that is not allowed, and
   *     as in {@link #resume(String, Map)}
   */
  public synchronized CrawlHandle resume(
      String name,
      Collection<String> seeds,
      Collection<String> excluded,
      Collection<String> withdrawn,
      Map<String, String> settings) {
    Path path = existing(name);
    if (running().containsKey(name)) {
      throw new IllegalStateException("the crawl '" + name + "' runs already");
    }
    Map<String, String> recorded = HistoryReader.settingsOf(path);
    Map<String, String> all = new TreeMap<>(settings);
    all.putIfAbsent(MAX_PAGES, recorded.getOrDefault(MAX_PAGES, "unlimited"));
    refuse(all);
    seeds.forEach(this::refuseAddress);
    Crawler.Builder crawl = Crawler.resume(path).seeds(seeds).settings(all);
    if (!excluded.isEmpty() || !withdrawn.isEmpty()) {
      Set<String> patterns = patterns(recorded.getOrDefault("excluded", "").lines());
      patterns.addAll(patterns(excluded.stream()));
      patterns.removeAll(patterns(withdrawn.stream()));
      crawl.spec.excluded.set(List.copyOf(patterns));
    }
    return start(name, crawl);
  }

  private static Set<String> patterns(Stream<String> texts) {
    return texts.map(Scope::pattern).collect(toCollection(LinkedHashSet::new));
  }

  /**
   * Teaches the judge whether a page is relevant, see {@link CrawlHandle#answer}. A crawl that has
   * ended keeps the answer until it is resumed.
   *
   * @param name of the crawl
   * @param visit the number of the visit of the page
   * @param relevant whether the page is relevant
   * @return false if the crawl is about to end, so that the call came too late
   * @throws IllegalArgumentException if the folder has no such crawl, or it keeps no text of such a
   *     page
   * @throws io.dowser.crawler.store.StoreException if another process runs the crawl
   */
  public synchronized boolean answer(String name, long visit, boolean relevant) {
    return running(name)
        .map(crawl -> crawl.answer(visit, relevant))
        .orElseGet(() -> store(name, visit, row -> Optional.of(row.with(relevant).answer())));
  }

  /**
   * Withdraws the answer about a page, see {@link CrawlHandle#withdrawAnswer}.
   *
   * @param name of the crawl
   * @param visit the number of the visit of the page
   * @return false if the crawl is about to end, so that the call came too late
   * @throws IllegalArgumentException see {@link #answer}
   * @throws io.dowser.crawler.store.StoreException if another process runs the crawl
   */
  public synchronized boolean withdrawAnswer(String name, long visit) {
    return running(name)
        .map(crawl -> crawl.withdrawAnswer(visit))
        .orElseGet(() -> store(name, visit, row -> Optional.empty()));
  }

  private boolean store(
      String name, long visit, Function<AnswerRow, Optional<RelevanceJudge.Answer>> answer) {
    Path path = existing(name);
    AnswerRow row = CrawlHandle.answerable(path, visit);
    try (CrawlStore store = CrawlStore.open(path, StoreOptions.DEFAULTS)) {
      store.setAnswer(row.url(), answer.apply(row), InstantSource.system().instant());
    }
    return true;
  }

  private Path existing(String name) {
    return directory(name)
        .orElseThrow(
            () -> new IllegalArgumentException("there is no crawl '" + name + "' in the folder"));
  }

  private CrawlHandle start(String name, Crawler.Builder crawl) {
    if (closed) {
      throw new IllegalStateException("the folder is closed");
    }
    if (running().size() >= maxCrawls) {
      throw new IllegalStateException(
          "at most "
              + maxCrawls
              + " crawls run at once; stop one of "
              + new TreeSet<>(running.keySet()));
    }
    CrawlHandle handle = crawl.settings(fixed).build().start();
    running.put(name, handle);
    return handle;
  }

  /** Returns the crawls that have not ended. */
  private Map<String, CrawlHandle> running() {
    running.values().removeIf(crawl -> !crawl.isRunning());
    return running;
  }

  /** Returns the directory of a name that leads to no place outside of the folder. */
  private Path path(String name) {
    Path path = NAME.matcher(name).matches() ? directory.resolve(name) : directory;
    if (!isInside(path)) {
      throw new IllegalArgumentException(
          "the name of a crawl must have 1 to 80 letters, digits, spaces, dots, hyphens and"
              + " underscores, begin with a letter or digit, and be no link, but was '"
              + name
              + "'");
    }
    return path;
  }

  private boolean isInside(Path path) {
    return NAME.matcher(name(path)).matches()
        && directory.equals(path.getParent())
        && !Files.isSymbolicLink(path);
  }

  private void refuse(Map<String, String> settings) {
    settings.forEach(
        (key, value) -> {
          if (!allowed.contains(key) && !allowed.contains(key + "=" + value)) {
            throw new SettingException(key, value, "in this folder, " + new TreeSet<>(allowed));
          }
          if (key.equals(MAX_PAGES)) {
            Long pages = Longs.tryParse(value.strip());
            if (pages == null || pages > maxPages) {
              throw new SettingException(key, value, "a whole number up to " + maxPages);
            }
          }
        });
  }

  /** Refuses an address that a fetcher would refuse; names are looked up when it connects. */
  private void refuseAddress(String seed) {
    String host = UrlCanonicalizer.standard().canonicalizeSeed(seed).host();
    if (InetAddresses.isUriInetAddress(host)) {
      AddressRules.parse(requireNonNull(fixed.get(ADDRESS_RULES)))
          .refusal(InetAddresses.forUriString(host))
          .ifPresent(
              kind -> {
                throw new IllegalArgumentException(
                    "seeds must have public addresses, but " + seed + " is " + kind);
              });
    }
  }

  /** Stops all crawls, and waits at most {@link Crawler#CLOSE_TIME} for each. */
  @Override
  public void close() {
    close(Crawler.CLOSE_TIME);
  }

  /**
   * Stops all crawls. A crawl that takes longer loses what was not committed.
   *
   * @param each the longest wait for a crawl
   */
  public void close(Duration each) {
    List<CrawlHandle> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(running().values());
    }
    all.forEach(CrawlHandle::stop);
    all.forEach(crawl -> crawl.close(each));
  }

  /**
   * Sets what clients of a {@link CrawlFolder} may do. A second call that sets the same throws an
   * {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private static final List<String> BY_DEFAULT =
        List.of(
            "stayOn",
            "seedScopes",
            MAX_PAGES,
            "maxRelevantPages",
            "maxBytes",
            "maxDuration",
            "minHarvestRate",
            "harvestWindow",
            "stopWhenFound",
            "maxDepth",
            "linkPolicy",
            "explanations",
            "judge=topic-terms",
            "judge=expanded-topic",
            "judge=meaning",
            "judge.exampleText",
            "judge.threshold",
            "scorer=best-first",
            "scorer=adaptive",
            "scorer=shark",
            "scorer=meaning",
            "frontier=best-first",
            "frontier=breadth-first",
            "frontier=shark");

    private final SettingCalls calls = new SettingCalls();
    private final Path directory;
    private long maxPages = 10_000;
    private int maxCrawls = 4;
    private Map<String, String> settings = Map.of();
    private final Set<String> more = new TreeSet<>();

    private Builder(Path directory) {
      this.directory = directory;
    }

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the most pages of a crawl, all its runs together.
     *
     * @param pages above 0, by default 10,000
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxPages(long pages) {
      return set("maxPages", () -> maxPages = Checks.positive(MAX_PAGES, pages));
    }

    /**
     * Sets the most crawls at once, which share the heap.
     *
     * @param crawls above 0, by default 4
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxCrawls(int crawls) {
      return set("maxCrawls", () -> maxCrawls = Checks.positive("maxCrawls", crawls));
    }

    /**
     * Sets settings of all crawls, which no client can change, those of the default list included.
     *
     * @param settings see {@link Crawler.Builder#settings}, such as {@code Map.of("userAgent",
     *     "acme/1.0 (+https://acme.example/)", "addressRules", "public, 10.0.0.0/8")}; by default
     *     only {@code addressRules} of public addresses, and {@code maxHeap} of an equal share
     * @return this
     * @throws SettingException if there is no setting of a name, or a value is not allowed
     */
    public Builder settings(Map<String, String> settings) {
      Crawler.builder().settings(settings);
      return set("settings", () -> this.settings = Map.copyOf(settings));
    }

    /**
     * Allows more settings to clients.
     *
     * @param settings names such as {@code politeness.delay}, or names with a value such as {@code
     *     scorer=mine}
     * @return this
     */
    public Builder allow(Collection<String> settings) {
      more.addAll(settings);
      return this;
    }

    /** Returns the settings that clients may give: none that the operator has set. */
    private Set<String> allowed() {
      Set<String> all = new TreeSet<>(BY_DEFAULT);
      all.removeIf(each -> settings.keySet().stream().anyMatch(key -> isOf(key, each)));
      all.addAll(more);
      return all;
    }

    private static boolean isOf(String key, String setting) {
      return setting.equals(key) || setting.startsWith(key + "=");
    }

    /**
     * Opens the folder.
     *
     * @return the folder, to be closed
     * @throws CrawlException if it cannot be created
     * @throws IllegalStateException if {@link #allow} has a setting of {@link #settings}, {@code
     *     addressRules} or {@code maxHeap}, or {@link #settings} has {@code maxPages}, {@code name}
     *     or {@code directory}, which each crawl has
     */
    public CrawlFolder open() {
      Set<String> ofAll = new TreeSet<>(settings.keySet());
      ofAll.addAll(List.of(ADDRESS_RULES, MAX_HEAP));
      for (String key : ofAll) {
        if (OF_EACH.contains(key) || more.stream().anyMatch(each -> isOf(key, each))) {
          throw new IllegalStateException(
              "setting '" + key + "' cannot be both that of all crawls and one of clients");
        }
      }
      try {
        return new CrawlFolder(this, Files.createDirectories(directory).toRealPath());
      } catch (IOException e) {
        throw new CrawlException("the folder " + directory + " cannot be created: " + e, e);
      }
    }
  }
}
