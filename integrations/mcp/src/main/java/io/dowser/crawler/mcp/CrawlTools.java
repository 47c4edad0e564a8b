package io.dowser.crawler.mcp;

import io.dowser.crawler.CrawlFolder;
import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.CrawlHistory.HarvestPoint;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.report.CrawlSnapshot.State;
import io.dowser.crawler.store.PageSelection;
import io.dowser.crawler.store.StoredPage;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The tools by which clients use a folder of crawls. Thread-safe. */
final class CrawlTools {

  private static final int MOST_PAGES = 100;
  private static final int SOME_PAGES = 20;
  private static final int MOST_CHARACTERS = 20_000;

  private static final Map<String, Object> NAME = text("the name of the crawl");

  private static final Map<String, Object> COUNT =
      integer("the number of pages, 20 unless set", 1, MOST_PAGES);

  private static final Map<String, Object> VISIT =
      integer("the visit of the page, as lists of pages have it", 1, Integer.MAX_VALUE);

  private final CrawlFolder folder;
  private final McpJsonMapper json;

  CrawlTools(CrawlFolder folder, McpJsonMapper json) {
    this.folder = folder;
    this.json = json;
  }

  List<Tool> all() {
    return List.of(
        tool(
            "start_crawl",
            "Starts a crawl from seed URLs, for pages about a topic or like an example. Without"
                + " seeds, resumes the crawl of this name, such as with more pages. Returns at"
                + " once; crawl_status shows the progress.",
            false,
            List.of("name"),
            Map.of(
                "name", NAME,
                "seeds", texts("URLs of the pages to start from"),
                "topic", texts("words, phrases or sentences of the topic"),
                "example", text("text or HTML of a relevant page, instead of a topic"),
                "max_pages", integer("the most pages, all runs together", 1, Integer.MAX_VALUE),
                "settings",
                    Map.of(
                        "type", "object",
                        "description", "other settings that the operator allows, such as stayOn",
                        "additionalProperties", Map.of("type", "string")))),
        tool(
            "crawl_status",
            "Returns state and progress of a crawl, or of all crawls without a name.",
            true,
            List.of(),
            Map.of("name", NAME)),
        tool(
            "relevant_pages",
            "Lists the best relevant pages that a crawl has found, while it runs or afterwards.",
            true,
            List.of("name"),
            Map.of(
                "name",
                NAME,
                "count",
                COUNT,
                "min_relevance",
                Map.of(
                    "type",
                    "number",
                    "minimum",
                    0,
                    "maximum",
                    1,
                    "description",
                    "the lowest relevance"))),
        tool(
            "search_results",
            "Lists relevant pages of a crawl with a text in their URL, title or best passage.",
            true,
            List.of("name", "text"),
            Map.of("name", NAME, "text", text("the text, in any case"), "count", COUNT)),
        tool(
            "page_text",
            "Returns the main text of a page in Markdown, in parts of up to 20,000 characters.",
            true,
            List.of("name", "visit"),
            Map.of(
                "name",
                NAME,
                "visit",
                VISIT,
                "from",
                integer("the number of characters to skip", 0, Integer.MAX_VALUE),
                "characters",
                integer("the most characters, all 20,000 unless set", 1, MOST_CHARACTERS))),
        tool(
            "answer",
            "Teaches a crawl whether a page is relevant, which changes what it looks for.",
            false,
            List.of("name", "visit", "relevant"),
            Map.of("name", NAME, "visit", VISIT, "relevant", Map.of("type", "boolean"))),
        tool(
            "stop_crawl",
            "Stops a crawl, which keeps its pages and can be resumed.",
            false,
            List.of("name"),
            Map.of("name", NAME)));
  }

  private static Map<String, Object> text(String description) {
    return Map.of("type", "string", "description", description);
  }

  private static Map<String, Object> texts(String description) {
    return Map.of("type", "array", "items", Map.of("type", "string"), "description", description);
  }

  private static Map<String, Object> integer(String description, int least, int most) {
    return Map.of("type", "integer", "minimum", least, "maximum", most, "description", description);
  }

  private static Tool tool(
      String name,
      String description,
      boolean reads,
      List<String> required,
      Map<String, Object> properties) {
    Map<String, Object> schema =
        Map.of(
            "type",
            "object",
            "properties",
            properties,
            "required",
            required,
            "additionalProperties",
            false);
    return Tool.builder(name, schema)
        .description(description)
        .annotations(
            ToolAnnotations.builder()
                .readOnlyHint(reads)
                .destructiveHint(false)
                .openWorldHint(name.equals("start_crawl"))
                .build())
        .build();
  }

  /** Calls a tool whose arguments are as its schema says. */
  CallToolResult call(CallToolRequest request) {
    try {
      Map<String, Object> result = result(request.name(), new Arguments(request.arguments()));
      return CallToolResult.builder().addTextContent(json.writeValueAsString(result)).build();
    } catch (IllegalArgumentException | IllegalStateException | CrawlException | IOException e) {
      return CallToolResult.builder()
          .addTextContent(String.valueOf(e.getMessage()))
          .isError(true)
          .build();
    }
  }

  private Map<String, Object> result(String tool, Arguments arguments) {
    return switch (tool) {
      case "start_crawl" -> start(arguments);
      case "crawl_status" -> arguments.has("name") ? status(arguments.text("name")) : statuses();
      case "relevant_pages" ->
          pages(
              arguments,
              PageSelection.ALL.atLeast(arguments.number("min_relevance", 0).doubleValue()));
      case "search_results" ->
          pages(arguments, PageSelection.ALL.containing(arguments.text("text")));
      case "page_text" -> text(arguments);
      case "answer" -> answer(arguments);
      case "stop_crawl" -> stop(arguments.text("name"));
      default -> throw new IllegalArgumentException("there is no tool '" + tool + "'");
    };
  }

  private Map<String, Object> start(Arguments arguments) {
    String name = arguments.text("name");
    Map<String, String> settings = new LinkedHashMap<>(arguments.texts());
    if (arguments.has("max_pages")) {
      settings.put("maxPages", arguments.number("max_pages", 0).toString());
    }
    start(name, arguments, settings);
    return status(name);
  }

  private void start(String name, Arguments arguments, Map<String, String> settings) {
    List<String> seeds = arguments.list("seeds");
    List<String> topic = arguments.list("topic");
    if (seeds.isEmpty() && topic.isEmpty() && !arguments.has("example")) {
      folder.resume(name, settings);
      return;
    }
    if (seeds.isEmpty() || topic.isEmpty() != arguments.has("example")) {
      throw new IllegalArgumentException(
          "a new crawl needs seeds, and either a topic or an example");
    }
    if (topic.isEmpty()) {
      folder.startLike(name, arguments.text("example"), seeds, settings);
    } else {
      folder.start(name, Topic.of(topic.toArray(String[]::new)), seeds, settings);
    }
  }

  private Map<String, Object> statuses() {
    List<Map<String, Object>> crawls = new ArrayList<>();
    for (CrawlFolder.Entry crawl : folder.crawls()) {
      crawls.add(Map.of("name", crawl.name(), "state", state(crawl.state())));
    }
    return Map.of("crawls", crawls);
  }

  /** Returns a state as the HTTP API of a monitor has it. */
  private static String state(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private Map<String, Object> status(String name) {
    Optional<CrawlHandle> running = folder.running(name);
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("name", name);
    if (running.isPresent()) {
      CrawlStatistics now = running.get().statistics();
      status.put("state", state(running.get().state()));
      status.put("visited", now.visited());
      status.put("relevant", now.relevant());
      status.put("pending", now.pending());
      status.put("failed", now.failed());
      return status;
    }
    try (CrawlHistory history = open(name)) {
      List<HarvestPoint> harvest = history.harvest(Integer.MAX_VALUE);
      HarvestPoint last =
          harvest.isEmpty() ? new HarvestPoint(0, 0) : harvest.get(harvest.size() - 1);
      Optional<String> ending = history.ending();
      status.put("state", ending.isPresent() ? "ended" : "running");
      status.put("visited", last.visited());
      status.put("relevant", last.relevant());
      ending.ifPresent(end -> status.put("end", end));
    }
    return status;
  }

  private CrawlHistory open(String name) {
    Path directory =
        folder
            .directory(name)
            .orElseThrow(() -> new IllegalArgumentException("there is no crawl '" + name + "'"));
    return CrawlHistory.open(directory);
  }

  private Map<String, Object> pages(Arguments arguments, PageSelection selection) {
    int count = arguments.number("count", SOME_PAGES).intValue();
    try (CrawlHistory history = open(arguments.text("name"));
        Stream<StoredPage> pages = history.pages(selection.best(count))) {
      return Map.of("pages", pages.map(CrawlTools::line).toList());
    }
  }

  private static Map<String, Object> line(StoredPage page) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("visit", page.visit());
    line.put("url", page.url().toString());
    line.put("title", page.title());
    line.put("relevance", page.relevance());
    page.published().ifPresent(day -> line.put("published", day.toString()));
    line.put("passage", page.passage());
    return line;
  }

  private Map<String, Object> text(Arguments arguments) {
    long visit = arguments.number("visit", 0).longValue();
    try (CrawlHistory history = open(arguments.text("name"))) {
      StoredPage page =
          history
              .page(visit)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "the crawl has no text of a page of visit " + visit));
      String all = page.markdown();
      int from = Math.min(arguments.number("from", 0).intValue(), all.length());
      int characters = arguments.number("characters", MOST_CHARACTERS).intValue();
      int to = Math.min(all.length(), from + characters);
      Map<String, Object> text = line(page);
      text.remove("passage");
      text.put("markdown", all.substring(from, to));
      text.put("characters", all.length());
      return text;
    }
  }

  private Map<String, Object> answer(Arguments arguments) {
    String name = arguments.text("name");
    boolean relevant = Boolean.TRUE.equals(arguments.values.get("relevant"));
    if (!folder.answer(name, arguments.number("visit", 0).longValue(), relevant)) {
      throw new IllegalStateException("the crawl '" + name + "' is about to end; answer again");
    }
    return Map.of("relevant", relevant);
  }

  private Map<String, Object> stop(String name) {
    folder
        .running(name)
        .orElseThrow(() -> new IllegalStateException("the crawl '" + name + "' does not run"))
        .stop();
    return Map.of("name", name, "stopping", true);
  }

  /** The arguments of a call, whose types the schema has checked. */
  private record Arguments(Map<String, Object> values) {

    Arguments {
      values = values == null ? Map.of() : values;
    }

    boolean has(String name) {
      return values.containsKey(name);
    }

    String text(String name) {
      return String.valueOf(values.get(name));
    }

    Number number(String name, Number unlessSet) {
      return values.get(name) instanceof Number number ? number : unlessSet;
    }

    List<String> list(String name) {
      return values.get(name) instanceof List<?> list
          ? list.stream().map(String::valueOf).toList()
          : List.of();
    }

    /** Returns the settings. */
    Map<String, String> texts() {
      Map<String, String> texts = new LinkedHashMap<>();
      if (values.get("settings") instanceof Map<?, ?> map) {
        map.forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
      }
      return texts;
    }
  }
}
