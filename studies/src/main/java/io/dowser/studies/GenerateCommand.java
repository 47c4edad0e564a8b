package io.dowser.studies;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Generates webs of known structure with the texts of a Chinese news site. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    description = {
      "Generates webs of known structure with texts of the corpus zh-news, and a file of arguments.",
      "studies generate --web hubs --data DATA --out hubs && dowser compare @hubs/compare.args"
    })
final class GenerateCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIRECTORY",
      description = "Where the corpora are, each in a directory of its name.")
  private Path data = Path.of(".");

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIRECTORY",
      description = "The directory of the files that are written.")
  private Path out = Path.of(".");

  @Option(
      names = "--web",
      required = true,
      paramLabel = "KIND",
      description = "How relevant pages are reached, one of ${COMPLETION-CANDIDATES}.")
  private WebShape.Kind kind = WebShape.Kind.LOCAL;

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

  @Override
  public Integer call() throws IOException {
    if (webs < 1) {
      throw new StudyException("--webs must be 1 or more, but was " + webs);
    }
    Path news = data.resolve("zh-news");
    if (!Files.isDirectory(news)) {
      throw new StudyException("no such directory: " + news);
    }
    var shape = new WebShape(kind, pages, hosts, relevant, locality, generic);
    NewsTexts texts = NewsTexts.read(news, part);
    Files.createDirectories(out);
    try (var files = new ComparisonFiles(out)) {
      new GeneratedCorpus(shape, texts).write(files, seed, webs);
      requireNonNull(spec).commandLine().getOut().println("dowser compare @" + files.arguments());
    }
    return 0;
  }
}
