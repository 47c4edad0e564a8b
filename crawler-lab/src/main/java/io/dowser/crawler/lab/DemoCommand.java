package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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

  private static final int BUDGET = 65; // a fifth of the larger web, rounded up
  private static final Topic TOPIC = Topic.of("index", "sort", "query", "plan", "planner");
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
        List.of(
            question("three manuals", BundledManuals.OTHERS),
            question("SQLite", BundledManuals.SQLITE));
    List<TrainingWeb> webs =
        List.of(
            new TrainingWeb(
                List.of(archive),
                urls(BundledManuals.SQLITE),
                Questions.topicJudge(TOPIC),
                List.of()),
            new TrainingWeb(
                List.of(archive),
                urls(BundledManuals.OTHERS),
                Questions.topicJudge(TOPIC),
                List.of()));
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

  private static void unpack(Path archive) throws IOException {
    Path part = archive.resolveSibling("manuals.part");
    try (var writer = new ArchiveWriter(part)) {
      BundledManuals.write(writer);
    }
    Files.move(part, archive);
  }
}
