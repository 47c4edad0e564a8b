package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Compares all strategies on the pages that the quickstart bundles; needs no argument. Those that
 * have to be trained learn from the SQLite manual for the test on the other three, and the other
 * way round.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Compares strategies on 471 bundled pages of four manuals.")
final class DemoCommand implements Callable<Integer> {

  private static final String BUNDLE = "/web/manuals.zip";
  private static final int BUDGET = 65; // a fifth of the larger web, rounded up
  private static final Topic TOPIC = Topic.of("index", "sort", "query", "plan", "planner");
  private static final List<String> SQLITE = List.of("http://www.sqlite.org/index.html");
  private static final List<String> OTHERS =
      List.of(
          "http://www.postgresql.org/docs/15/index.html",
          "http://httpd.apache.org/docs/2.4/en/index.html",
          "http://www.debian.org/doc/manuals/debmake-doc/index.zh-cn.html");

  @Spec private @Nullable CommandSpec spec;
  @Mixin private ComparisonOptions options = new ComparisonOptions();

  @Override
  public Integer call() throws Exception {
    Path archive = Files.createDirectories(options.out()).resolve("manuals.warc.gz");
    if (!Files.exists(archive)) {
      unpack(archive);
    }
    options.budgetUnlessGiven(BUDGET);
    List<Question> questions =
        List.of(question("three manuals", OTHERS), question("SQLite", SQLITE));
    List<TrainingWeb> webs =
        List.of(
            new TrainingWeb(List.of(archive), urls(SQLITE), Questions.topicJudge(TOPIC), List.of()),
            new TrainingWeb(
                List.of(archive), urls(OTHERS), Questions.topicJudge(TOPIC), List.of()));
    options.compare(List.of(archive), questions, webs, requireNonNull(spec));
    return 0;
  }

  private static Question question(String name, List<String> seeds) {
    return new Question(
        "query plans, " + name,
        Optional.of(TOPIC),
        Questions.topicJudge(TOPIC),
        false,
        urls(seeds));
  }

  private static List<CrawlUrl> urls(List<String> texts) {
    return texts.stream().map(TextFiles::url).toList();
  }

  /** Entries are named after host and path of their pages. */
  private static void unpack(Path archive) throws IOException {
    Path part = archive.resolveSibling("manuals.part");
    try (InputStream bundle = DemoCommand.class.getResourceAsStream(BUNDLE);
        var writer = new ArchiveWriter(part)) {
      if (bundle == null) {
        throw new LabException("the quickstart's pages, " + BUNDLE + ", are not on the class path");
      }
      var zip = new ZipInputStream(bundle);
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        writer.page("http://" + entry.getName(), "text/html", zip.readAllBytes());
      }
    }
    Files.move(part, archive);
  }
}
