package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates an archive with questions from the user's copy of a corpus. */
@Command(
    name = "corpus",
    mixinStandardHelpOptions = true,
    description = {
      "Makes archive, topics, labels and seeds out of a corpus, and a file of arguments.",
      "dowser corpus webkb --data DATA --out webkb && dowser compare @webkb/compare.args"
    })
final class CorpusCommand implements Callable<Integer> {

  /** The corpora that can be read. */
  enum Name {
    WEBKB,
    WIKISPEEDIA,
    MANUALS,
    ZH_DOCS,
    ZH_NEWS;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }

  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", paramLabel = "NAME", description = "One of ${COMPLETION-CANDIDATES}.")
  private Name name = Name.WEBKB;

  @Option(
      names = "--data",
      paramLabel = "DIRECTORY",
      description =
          "The directory of the corpora, each in a subdirectory with its name; not needed for"
              + " manuals, which are bundled.")
  private @Nullable Path data;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIRECTORY",
      description = "The directory of the files that are written.")
  private Path out = Path.of(".");

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(out);
    var kit = new CorpusKit(out);
    switch (name) {
      case WEBKB -> new WebKb(corpus()).write(kit);
      case WIKISPEEDIA -> new Wikispeedia(corpus()).write(kit);
      case MANUALS -> BundledManuals.write(kit);
      case ZH_DOCS -> new ChineseManuals(corpus()).write(kit);
      case ZH_NEWS -> new ChineseNews(corpus()).write(kit);
    }
    PrintWriter console = requireNonNull(spec).commandLine().getOut();
    kit.comparisons().forEach(arguments -> console.println("dowser compare @" + arguments));
    return 0;
  }

  private Path corpus() {
    if (data == null) {
      throw new LabException(name + " needs --data DIRECTORY, which has the corpus");
    }
    Path corpus = data.resolve(name.toString());
    if (!Files.isDirectory(corpus)) {
      throw new LabException("no such directory: " + corpus);
    }
    return corpus;
  }
}
