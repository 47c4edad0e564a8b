package io.dowser.crawler.monitor;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.base.Ascii;
import com.google.common.primitives.Ints;
import com.google.common.primitives.Longs;
import io.dowser.crawler.CrawlFolder;
import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.ExportFormat;
import io.dowser.crawler.internal.report.CrawlPage;
import io.dowser.crawler.internal.report.Json;
import io.dowser.crawler.internal.watch.StoredResults;
import io.dowser.crawler.internal.watch.StoredResults.Order;
import io.dowser.crawler.internal.watch.StoredResults.Show;
import io.dowser.crawler.monitor.MonitorHandler.Call;
import io.dowser.crawler.monitor.MonitorHandler.Events;
import io.dowser.crawler.monitor.MonitorHandler.Operation;
import io.dowser.crawler.monitor.MonitorHandler.Refusal;
import io.dowser.crawler.monitor.MonitorHandler.Response;
import io.dowser.crawler.report.CrawlSnapshot.State;
import io.dowser.crawler.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a monitor, which {@code openapi.json} describes. A crawl without a directory
 * has its best results in {@code /crawls/NAME}, and no pages. Thread-safe.
 */
final class MonitorApi {

  private static final int PATIENCE_SECONDS = 5;
  private static final long FRESH_NANOS = 500_000_000;
  private static final long STORED_FRESH_NANOS = 5_000_000_000L; // reads every visit
  private static final long KEPT_NANOS = 60_000_000_000L;
  private static final int PAGE_SIZE = 25;
  private static final int MOST_EXPORTED = 10_000; // pages, some 6 MB of CSV

  private static final String HTML = "text/html; charset=utf-8";
  private static final Set<String> FIELDS = Set.of("name", "topic", "example", "seeds", "settings");

  private static final Set<String> CHANGES =
      Set.of("seeds", "exclusions", "withdrawnExclusions", "settings");

  private final Map<String, Watched> crawls;
  private final Optional<CrawlFolder> folder;
  private final String secret;
  private final Map<String, Operation> operations = new LinkedHashMap<>();

  /** One for all who look, because the crawl makes it between two visits. */
  private final Map<String, Look> looks = new ConcurrentHashMap<>();

  private final Map<Path, EarlierRuns> earlierRuns = new ConcurrentHashMap<>();

  /** A look at a crawl, which may take minutes if that reads a large directory. */
  private static final class Look {

    private final Watched crawl;
    private final CompletableFuture<CrawlPage> page;
    private volatile long ended;

    Look(Watched crawl, CompletableFuture<CrawlPage> page) {
      this.crawl = crawl;
      this.page = page.whenComplete((value, failure) -> ended = System.nanoTime());
    }

    boolean isOlderThan(long nanos) {
      return page.isDone() && System.nanoTime() - ended > nanos;
    }
  }

  /**
   * Creates the operations.
   *
   * @param crawls guarded by itself
   */
  MonitorApi(Map<String, Watched> crawls, Optional<CrawlFolder> folder, String secret) {
    this.crawls = crawls;
    this.folder = folder;
    this.secret = secret;
    operations.put("GET /", call -> Response.ok(HTML, page()));
    operations.put(
        "GET /crawl.js", call -> Response.ok("text/javascript; charset=utf-8", CrawlPage.script()));
    operations.put(
        "GET /crawl.css", call -> Response.ok("text/css; charset=utf-8", CrawlPage.style()));
    operations.put(
        "GET /openapi.json", call -> Response.ok("application/json", CrawlPage.openApi()));
    operations.put("GET /crawls", call -> Response.json(states()));
    operations.put("POST /crawls", call -> start(call.body()));
    operations.put("GET /crawls/{name}", call -> Response.json(json(call.crawl())));
    operations.put(
        "GET /crawls/{name}/details", call -> Response.ok(HTML, look(call.crawl()).details()));
    operations.put(
        "GET /crawls/{name}/results",
        call -> found(find(call.crawl()).results(query(call.query()))));
    operations.put("GET /crawls/{name}/export", this::export);
    operations.put("GET /crawls/{name}/report", this::report);
    operations.put(
        "GET /crawls/{name}/pages/{number}",
        call -> found(find(call.crawl()).page(number(call.path().get(3)))));
    operations.put("GET /crawls/{name}/events", call -> Response.stream(events(call.crawl())));
    steer("pause", (crawl, argument) -> crawl.pause());
    steer("resume", (crawl, argument) -> crawl.resume());
    steer("seed", (crawl, argument) -> crawl.addSeeds(List.of(argument)));
    steer("exclude", (crawl, argument) -> crawl.exclude(argument));
    steer("withdraw-exclusion", (crawl, argument) -> crawl.withdrawExclusion(argument));
    steer("prefer", (crawl, argument) -> crawl.prefer(argument));
    steer("withdraw-preference", (crawl, argument) -> crawl.withdrawPreference(argument));
    steer(
        "stop",
        (crawl, argument) -> {
          crawl.stop();
          return true;
        });
    operations.put("POST /crawls/{name}/relevant", call -> teach(call, Optional.of(true)));
    operations.put("POST /crawls/{name}/irrelevant", call -> teach(call, Optional.of(false)));
    operations.put("POST /crawls/{name}/withdraw", call -> teach(call, Optional.empty()));
    operations.put("POST /crawls/{name}/continue", this::resume);
  }

  /** Returns the operations by method and path, such as {@code GET /crawls/{name}}. */
  Map<String, Operation> operations() {
    return operations;
  }

  private void steer(String command, BiPredicate<CrawlHandle, String> action) {
    operations.put(
        "POST /crawls/{name}/" + command,
        call -> changed(action.test(handle(call.crawl()), call.body())));
  }

  private static Response changed(boolean inTime) {
    if (!inTime) {
      throw new Refusal(409, "the crawl has ended, or is about to end");
    }
    return Response.none();
  }

  private Response teach(Call call, Optional<Boolean> relevant) {
    String name = call.crawl();
    long visit = number(call.body());
    if (isInFolder(name)) {
      CrawlFolder in = folder.orElseThrow();
      boolean inTime =
          relevant.isPresent()
              ? in.answer(name, visit, relevant.get())
              : in.withdrawAnswer(name, visit);
      looks.remove(name); // one of a directory is kept for longer
      return changed(inTime);
    }
    CrawlHandle crawl = handle(name);
    return changed(
        relevant.isPresent() ? crawl.answer(visit, relevant.get()) : crawl.withdrawAnswer(visit));
  }

  // crawls

  private Watched find(String name) {
    synchronized (crawls) {
      Watched crawl = crawls.get(name);
      if (crawl != null) {
        return crawl;
      }
    }
    return folder
        .flatMap(
            in ->
                in.running(name)
                    .<Watched>map(Watched.Live::new)
                    .or(() -> in.directory(name).map(Watched.Stored::new)))
        .orElseThrow(() -> new Refusal(404, "there is no such crawl"));
  }

  private boolean isInFolder(String name) {
    synchronized (crawls) {
      return !crawls.containsKey(name) && folder.flatMap(in -> in.directory(name)).isPresent();
    }
  }

  private CrawlHandle handle(String name) {
    return find(name)
        .handle()
        .orElseThrow(() -> new Refusal(409, "the crawl does not run in this process"));
  }

  private List<Map<String, Object>> states() {
    Map<String, State> states = new LinkedHashMap<>();
    synchronized (crawls) {
      crawls.forEach((name, crawl) -> states.put(name, crawl.state()));
    }
    folder.ifPresent(
        in -> in.crawls().forEach(each -> states.putIfAbsent(each.name(), each.state())));
    looks.values().removeIf(look -> look.isOlderThan(KEPT_NANOS));
    List<Map<String, Object>> json = new ArrayList<>();
    states.forEach((name, state) -> json.add(state(name, state)));
    return json;
  }

  private static Map<String, Object> state(String name, State state) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("state", Ascii.toLowerCase(state.name()));
    return json;
  }

  private CrawlPage look(String name) {
    return result(lookAt(name));
  }

  private static <T> T result(CompletableFuture<T> look) {
    try {
      return look.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new Refusal(
          503,
          "the crawl is ending, its directory is large, or a listener, page sink or scorer takes long");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StoreException unreadable) {
        throw unreadable;
      }
      throw new Refusal(500, "the crawl cannot be looked at: " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal(503, "the monitor is being closed");
    }
  }

  private CompletableFuture<CrawlPage> lookAt(String name) {
    Watched crawl = find(name);
    boolean stored = crawl.handle().isEmpty();
    long fresh = stored ? STORED_FRESH_NANOS : FRESH_NANOS;
    boolean changes = stored || crawl.state() != State.ENDED;
    var begun = new CompletableFuture<CompletableFuture<CrawlPage>>();
    var mine = new Look(crawl, begun.thenCompose(page -> page));
    Look look =
        looks.compute(
            name,
            (key, last) ->
                last == null || !last.crawl.equals(crawl) || last.isOlderThan(fresh) || !changes
                    ? mine
                    : last);
    if (mine.equals(look)) { // others wait for this thread, and not for the map
      try {
        begun.complete(crawl.look());
      } catch (RuntimeException e) {
        begun.completeExceptionally(e);
      }
    }
    return requireNonNull(look).page;
  }

  private Map<String, Object> json(String name) {
    CrawlPage page = look(name);
    Watched crawl = find(name);
    Map<String, Object> json = ofAllRuns(page, crawl.directory());
    boolean runs = crawl.handle().isPresent() && crawl.state() != State.ENDED;
    boolean kept = isInFolder(name) && !runs;
    json.put("name", name);
    json.put("steered", runs);
    json.put("teachable", (runs && crawl.directory().isPresent()) || kept);
    json.put("continuable", kept && crawl.state() == State.ENDED);
    if (crawl.directory().isEmpty()) {
      json.put("results", look(name).results());
    }
    return json;
  }

  /** Returns what the page shows, of all runs as soon as they have been read. */
  private Map<String, Object> ofAllRuns(CrawlPage page, Optional<Path> directory) {
    if (!page.isResumed() || directory.isEmpty()) {
      directory.ifPresent(earlierRuns::remove);
      return page.json();
    }
    EarlierRuns earlier = earlierRuns.computeIfAbsent(directory.get(), EarlierRuns::new);
    return page.json(result(earlier.metrics()));
  }

  /** Returns the progress each second in which something has changed, and at last the end. */
  private Events events(String name) {
    look(name); // refused before the response has begun
    return new Events() {
      private String last = "";
      private boolean ended;

      @Override
      public Optional<String> next() throws InterruptedException {
        if (ended) {
          return Optional.empty();
        }
        if (!last.isEmpty()) {
          TimeUnit.SECONDS.sleep(1);
        }
        Map<String, Object> crawl = look(name).json();
        Map<String, Object> progress = new LinkedHashMap<>();
        progress.put("state", crawl.get("state"));
        progress.put("totals", crawl.get("totals"));
        String data = Json.of(progress);
        ended = "ended".equals(crawl.get("state"));
        boolean isNew = !data.equals(last);
        last = data;
        return Optional.of(ended ? event("end", data) : isNew ? event("progress", data) : "");
      }
    };
  }

  private static String event(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }

  // start and continue

  private Response start(String body) {
    CrawlFolder in =
        folder.orElseThrow(() -> new Refusal(404, "this monitor has no folder to start crawls in"));
    Map<?, ?> values = fields(body, FIELDS);
    String name = text("name", values.get("name"));
    List<String> topic = texts("topic", values.get("topic"));
    List<String> seeds = texts("seeds", values.get("seeds"));
    Map<String, String> settings = settings(values.get("settings"));
    boolean like = values.containsKey("example");
    if (like != topic.isEmpty()) {
      throw new IllegalArgumentException("a crawl needs a topic or an example, and not both");
    }
    synchronized (crawls) {
      if (crawls.containsKey(name)) {
        throw new Refusal(409, "the monitor watches another crawl '" + name + "'");
      }
    }
    CrawlHandle crawl =
        like
            ? in.startLike(name, text("example", values.get("example")), seeds, settings)
            : in.start(name, Topic.of(topic.toArray(String[]::new)), seeds, settings);
    return Response.created(state(name, crawl.state()));
  }

  private Response resume(Call call) {
    if (!isInFolder(call.crawl())) {
      find(call.crawl());
      throw new Refusal(409, "only a crawl of the folder of the monitor can be continued");
    }
    String body = call.body().isEmpty() ? "{}" : call.body();
    Map<?, ?> values = fields(body, CHANGES);
    CrawlHandle crawl =
        folder
            .orElseThrow()
            .resume(
                call.crawl(),
                texts("seeds", values.get("seeds")),
                texts("exclusions", values.get("exclusions")),
                texts("withdrawnExclusions", values.get("withdrawnExclusions")),
                settings(values.get("settings")));
    looks.remove(call.crawl()); // it may end before the last one is too old
    return Response.json(state(call.crawl(), crawl.state()));
  }

  /** Reads an object with some of the fields. */
  private static Map<?, ?> fields(String body, Set<String> known) {
    Map<?, ?> values = object("the body", Json.read(body));
    for (Object field : values.keySet()) {
      if (!known.contains(field)) {
        throw new IllegalArgumentException(
            "the fields may be " + new TreeSet<>(known) + ", not " + field);
      }
    }
    return values;
  }

  private static Map<?, ?> object(String what, @Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new IllegalArgumentException(what + " must be an object, not " + value);
  }

  private static String text(String field, @Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(field + " must be a text, not " + value);
  }

  private static List<String> texts(String field, @Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(each -> text(field, each)).toList();
    }
    if (value == null) {
      return List.of();
    }
    throw new IllegalArgumentException(field + " must be a list of texts, not " + value);
  }

  private static Map<String, String> settings(@Nullable Object value) {
    Map<String, String> settings = new TreeMap<>();
    if (value != null) {
      object("settings", value)
          .forEach((name, text) -> settings.put(String.valueOf(name), text(name + "", text)));
    }
    return settings;
  }

  // results

  private static Response found(Optional<Map<String, Object>> content) {
    return content
        .map(Response::json)
        .orElseThrow(() -> new Refusal(404, "the crawl does not keep this"));
  }

  private Response export(Call call) throws IOException {
    Map<String, String> values = call.query();
    ExportFormat format =
        choice("format", values.getOrDefault("format", ""), ExportFormat.values());
    int best = whole(values, "best", MOST_EXPORTED);
    if (best < 1 || best > MOST_EXPORTED) {
      throw new IllegalArgumentException("best must be 1 to " + MOST_EXPORTED + ", not " + best);
    }
    Path file =
        find(call.crawl())
            .export(format, best, call.progress())
            .orElseThrow(() -> new Refusal(404, "a crawl without a directory keeps no pages"));
    return Response.file(
        switch (format) {
          case CSV -> "text/csv; charset=utf-8";
          case JSON_LINES -> "application/jsonl";
          case MARKDOWN, LUCENE -> "application/zip";
          case WARC -> "application/warc";
        },
        file);
  }

  private Response report(Call call) throws IOException {
    Path file =
        find(call.crawl())
            .report()
            .orElseThrow(() -> new Refusal(404, "a crawl without a directory has no report"));
    return Response.file(HTML, file);
  }

  private static long number(String text) {
    Long number = Longs.tryParse(text);
    if (number == null) {
      throw new IllegalArgumentException("a page has the number of its visit, not '" + text + "'");
    }
    return number;
  }

  private static StoredResults.Query query(Map<String, String> values) {
    return new StoredResults.Query(
        values.getOrDefault("text", ""),
        values.getOrDefault("host", ""),
        choice("show", values.getOrDefault("show", "relevant"), Show.values()),
        choice("order", values.getOrDefault("order", "relevance"), Order.values()),
        whole(values, "from", 0),
        whole(values, "count", PAGE_SIZE));
  }

  private static <E extends Enum<E>> E choice(String name, String text, E[] all) {
    return Stream.of(all)
        .filter(each -> optionName(each).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    name
                        + " must be one of "
                        + Stream.of(all).map(MonitorApi::optionName).collect(joining(", "))
                        + ", not '"
                        + text
                        + "'"));
  }

  private static String optionName(Enum<?> constant) {
    return Ascii.toLowerCase(constant.name()).replace('_', '-');
  }

  private static int whole(Map<String, String> values, String name, int otherwise) {
    String text = values.getOrDefault(name, Integer.toString(otherwise));
    Integer number = Ints.tryParse(text);
    if (number == null || number < 0) {
      throw new IllegalArgumentException(name + " must be 0 or more, not '" + text + "'");
    }
    return number;
  }

  private String page() {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="secret" content="{secret}">
        {folder}<title>Crawl monitor</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="/crawl.css">
        <script src="/crawl.js" defer></script>
        </head>
        """
            .replace("{secret}", secret)
            .replace(
                "{folder}", folder.isPresent() ? "<meta name=\"folder\" content=\"yes\">\n" : "")
        + CrawlPage.body()
        + "</body>\n</html>\n";
  }
}
