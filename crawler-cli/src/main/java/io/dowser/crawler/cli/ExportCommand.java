package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.archive.ExportFormat;
import io.dowser.crawler.store.PageSelection;
import io.dowser.crawler.store.StoredPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Writes relevant pages of a crawl in a format, while it runs or afterwards. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes relevant pages of a crawl, the best first: while it runs or afterwards.",
      "",
      "csv, json-lines and warc (main texts as conversion records) write a file, markdown and",
      "lucene (a search index) a new folder."
    })
final class ExportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIRECTORY", description = "The --out of dowser crawl.")
  private Path directory = Path.of(".");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      converter = Format.class,
      completionCandidates = Format.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private ExportFormat format = ExportFormat.CSV;

  @Option(
      names = "--out",
      paramLabel = "PATH",
      required = true,
      description = "The file, which is replaced, or a new folder.")
  private Path out = Path.of(".");

  @Option(names = "--best", paramLabel = "N", description = "Only the N most relevant pages.")
  private int best = Integer.MAX_VALUE;

  @Option(
      names = "--min-relevance",
      paramLabel = "R",
      description = "Only pages with this relevance or more, 0 to 1.")
  private double minRelevance;

  @Option(
      names = "--containing",
      paramLabel = "TEXT",
      description = "Only pages with this text in URL, title or passage.")
  private String text = "";

  @Override
  public Integer call() throws IOException {
    PageSelection selection =
        CrawlRun.checked(
            spec, () -> PageSelection.ALL.best(best).atLeast(minRelevance).containing(text));
    try (CrawlHistory history = CrawlHistory.open(directory);
        Stream<StoredPage> pages = history.pages(selection)) {
      long written = format.write(pages, out);
      String counted = written == 1 ? " relevant page: " : " relevant pages: ";
      spec.commandLine().getOut().println(written + counted + out);
    }
    return 0;
  }

  /** Reads and lists the names of formats as options have them: {@code json-lines}. */
  static final class Format implements ITypeConverter<ExportFormat>, Iterable<String> {

    @Override
    public ExportFormat convert(String name) {
      try {
        return ExportFormat.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + name + "' is none of " + names());
      }
    }

    @Override
    public Iterator<String> iterator() {
      return names().iterator();
    }

    private static List<String> names() {
      List<String> names = new ArrayList<>();
      for (ExportFormat format : ExportFormat.values()) {
        names.add(format.name().toLowerCase(Locale.ROOT).replace('_', '-'));
      }
      return names;
    }
  }
}
