package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Begins a crawl in a new directory. */
@Command(
    name = "crawl",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Crawls from seed pages, best links first, and writes the pages about a topic to a directory."
          + " Obeys robots.txt and waits a second between two requests to a host.",
      "",
      "The directory gets pages.csv for a spreadsheet, pages.jsonl for programs, report.html for"
          + " people, and crawl.db, from which resume continues. Ctrl-C ends a crawl cleanly."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "The topic on one site, at most ten minutes:",
      "  dowser crawl --seed https://www.example.org/ --topic tide,ebb,flood \\",
      "    --stay-on host --max-time 10m --out tides",
      "",
      "Seeds and terms from files, pages and texts kept, an address for the operators of sites:",
      "  dowser crawl --seed seeds.txt --topic-file topic.txt --warc --texts \\",
      "    --contact https://acme.example/crawler --max-pages 50000 --out tides",
      "",
      "A strategy that learns during the crawl, and pages that are like two saved ones:",
      "  dowser crawl --seed https://zh.example.org/ --topic 潮汐,风暴潮 --scorer adaptive \\",
      "    --example a.html --example b.html --out tides-zh"
    })
final class CrawlCommand implements Callable<Integer> {

  private static final long PAGES = 1_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @ArgGroup(validate = false, order = 1, heading = "%nSeeds and topic:%n")
  private StartOptions start = new StartOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nScope:%n")
  private ScopeOptions scope = new ScopeOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nLimits:%n")
  private LimitOptions limits = new LimitOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nPoliteness:%n")
  private PolitenessOptions politeness = new PolitenessOptions();

  @ArgGroup(validate = false, order = 5, heading = "%nStrategy:%n")
  private StrategyOptions strategy = new StrategyOptions();

  @ArgGroup(validate = false, order = 6, heading = "%nFor your own sites:%n")
  private OwnSiteOptions ownSite = new OwnSiteOptions();

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "DIRECTORY",
      description = "The directory of the crawl and its results; must be new.")
  private Path out = Path.of(".");

  @Option(names = "--max-depth", paramLabel = "LINKS", description = "${bundle:setting.maxDepth}")
  private @Nullable String depth;

  @Option(names = "--warc", description = "Keep all fetched pages in WARC files in DIRECTORY/warc.")
  private boolean warc;

  @Option(
      names = "--texts",
      description = "Keep the main texts of relevant pages, as Markdown, in DIRECTORY/texts.")
  private boolean texts;

  @Option(
      names = "--explain",
      description =
          "Keep the parts of scores; report and explain then show why a link was followed.")
  private boolean explain;

  @Mixin private NamedSettings settings = new NamedSettings();
  @Mixin private ProgressOptions progress = new ProgressOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    var files = new CrawlFiles(out);
    return new CrawlRun(spec, files, progress).run(() -> settings(files));
  }

  private Crawler.Builder settings(CrawlFiles files) {
    if (files.hasCrawl()) {
      throw new IllegalArgumentException(
          out + " has a crawl already; continue it by dowser resume, or name another directory");
    }
    Crawler.Builder crawl = Crawler.builder().directory(out);
    List<CrawlUrl> seeds = start.apply(crawl, settings);
    scope.addTo(settings, seeds);
    strategy.addTo(settings);
    ownSite.addTo(settings, start.readsDocuments());
    politeness.addTo(settings);
    limits.addTo(settings);
    limits.setPagesUnlessGiven(PAGES, settings);
    settings.put("maxDepth", depth, "--max-depth");
    settings.put("explanations", explain ? "true" : null, "--explain");
    settings.applyTo(crawl);
    files.keep(warc, texts);
    return crawl;
  }
}
