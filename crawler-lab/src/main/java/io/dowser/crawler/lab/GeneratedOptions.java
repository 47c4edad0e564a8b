package io.dowser.crawler.lab;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a generated web looks like; for the corpus {@code generated} alone. */
final class GeneratedOptions {

  @Option(
      names = "--web",
      paramLabel = "KIND",
      description = "How relevant pages are reached, one of ${COMPLETION-CANDIDATES}.")
  private WebShape.@Nullable Kind kind;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Where randomness starts (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--webs",
      paramLabel = "N",
      description =
          "How many webs, of this seed and the next, each with a question"
              + " (default: ${DEFAULT-VALUE}).")
  private int webs = 1;

  @Option(
      names = "--pages",
      paramLabel = "N",
      description = "Pages of each web (default: ${DEFAULT-VALUE}).")
  private int pages = 5_000;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      description = "Hosts of each web (default: ${DEFAULT-VALUE}).")
  private int hosts = 50;

  @Option(
      names = "--relevant",
      paramLabel = "SHARE",
      description = "Share of relevant pages (default: ${DEFAULT-VALUE}).")
  private double relevant = 0.05;

  @Option(
      names = "--locality",
      paramLabel = "SHARE",
      description =
          "Share of relevant pages among those that relevant pages link to"
              + " (default: ${DEFAULT-VALUE}).")
  private double locality = 0.4;

  @Option(
      names = "--generic-anchors",
      paramLabel = "SHARE",
      description =
          "Share of links whose text is not their target's title (default: ${DEFAULT-VALUE}).")
  private double generic = 0.3;

  @Option(
      names = "--texts",
      paramLabel = "PART",
      description =
          "Texts of ${COMPLETION-CANDIDATES} days, to keep training apart"
              + " (default: ${DEFAULT-VALUE}).")
  private NewsTexts.Part part = NewsTexts.Part.ALL;

  /** Generates webs with the texts of Chinese news. */
  void write(Path news, CorpusKit kit) throws IOException {
    if (kind == null) {
      throw new LabException(
          "the corpus generated needs --web, one of "
              + java.util.Arrays.toString(WebShape.Kind.values()));
    }
    if (webs < 1) {
      throw new LabException("--webs must be 1 or more, but was " + webs);
    }
    var shape = new WebShape(kind, pages, hosts, relevant, locality, generic);
    new GeneratedCorpus(shape, NewsTexts.read(news, part)).write(kit, seed, webs);
  }
}
