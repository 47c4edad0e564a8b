package io.dowser.studies;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.store.StoredVisit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws pages of a crawl by chance, for people to judge. */
@Command(
    name = "sample",
    mixinStandardHelpOptions = true,
    description = {
      "Draws pages that a crawl has visited, and writes a sheet for each reader.",
      "They put 1 into the last column where the page is relevant and 0 where it is not."
          + " Then: studies agreement OUT"
    })
final class SampleCommand implements Callable<Integer> {

  private static final int BLOCK = 10_000;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--crawl",
      required = true,
      paramLabel = "DIRECTORY",
      description = "The directory of a crawl.")
  private Path crawl = Path.of(".");

  @Option(
      names = "--archive",
      split = ",",
      description =
          "Archives of the crawl; the text of each page is then written next to the sheets.")
  private List<Path> archives = new ArrayList<>();

  @Option(names = "--pages", description = "Pages to draw (default: ${DEFAULT-VALUE}).")
  private int pages = 200;

  @Option(names = "--readers", description = "Sheets to write (default: ${DEFAULT-VALUE}).")
  private int readers = 3;

  @Option(names = "--seed", description = "Of the draw (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIRECTORY",
      description = "For the sheets.")
  private Path out = Path.of(".");

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (pages < 1 || readers < 2) {
      throw new StudyException("--pages must be 1 or more, and --readers 2 or more");
    }
    if (Files.exists(Sheets.file(out, 1))) {
      throw new StudyException(
          Sheets.file(out, 1) + " is there, and readers may have worked on it");
    }
    var random = new Random(seed);
    List<StoredVisit> drawn = draw(random);
    Files.createDirectories(out);
    writeTexts(drawn);
    Sheets.writeVerdicts(out, drawn);
    for (int reader = 1; reader <= readers; reader++) { // each in a separate order
      Collections.shuffle(drawn, random);
      Sheets.write(Sheets.file(out, reader), drawn);
    }
    requireNonNull(spec).commandLine().getOut().println("studies agreement " + out);
    return 0;
  }

  /** Reservoir sampling, so that a large crawl needs no more memory: Vitter 1985, algorithm R. */
  private List<StoredVisit> draw(Random random) {
    var drawn = new ArrayList<StoredVisit>();
    long seen = 0;
    try (CrawlHistory history = CrawlHistory.open(crawl)) {
      for (List<StoredVisit> block = block(history, 1); !block.isEmpty(); ) {
        for (StoredVisit visit : block) {
          take(visit, ++seen, drawn, random);
        }
        block = block(history, block.get(block.size() - 1).number() + 1);
      }
    }
    if (drawn.isEmpty()) {
      throw new StudyException("the crawl in " + crawl + " has visited no page");
    }
    drawn.sort(Comparator.comparingLong(StoredVisit::number));
    return drawn;
  }

  private void take(StoredVisit visit, long seen, List<StoredVisit> drawn, Random random) {
    if (drawn.size() < pages) {
      drawn.add(visit);
      return;
    }
    long place = random.nextLong(seen);
    if (place < pages) {
      drawn.set((int) place, visit);
    }
  }

  private static List<StoredVisit> block(CrawlHistory history, long from) {
    return history.visits(from, from + BLOCK - 1);
  }

  private void writeTexts(List<StoredVisit> drawn) throws IOException, InterruptedException {
    if (archives.isEmpty()) {
      return;
    }
    Path texts = Files.createDirectories(out.resolve("pages"));
    try (ReplayFetcher archive = open()) {
      for (StoredVisit visit : drawn) {
        Files.writeString(
            texts.resolve(visit.number() + ".txt"), text(visit, archive), StandardCharsets.UTF_8);
      }
    }
  }

  private ReplayFetcher open() {
    for (Path archive : archives) {
      if (!Files.exists(archive)) {
        throw new StudyException("no such archive: " + archive);
      }
    }
    var builder = ReplayFetcher.builder(archives.get(0));
    archives.stream().skip(1).forEach(builder::archive);
    return builder.open();
  }

  private static String text(StoredVisit visit, ReplayFetcher archive) throws InterruptedException {
    if (archive.fetch(FetchRequest.of(visit.page())) instanceof FetchResult.Fetched fetched) {
      AnalyzedPage page =
          HtmlPageAnalyzer.create().analyze(fetched, Candidate.seed(visit.page(), 0));
      return page.title() + "\n" + visit.page() + "\n\n" + page.text() + "\n";
    }
    throw new StudyException("the archive does not have " + visit.page());
  }
}
