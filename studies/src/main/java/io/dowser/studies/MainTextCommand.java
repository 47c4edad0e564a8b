package io.dowser.studies;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.internal.content.MainTextFeatures;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains the weights by which main text is found, or evaluates them by cross-validation. */
@Command(
    name = "main-text",
    mixinStandardHelpOptions = true,
    description = {
      "Trains the weights by which main text is found, and prints the resource main-text.tsv.",
      "With --splits, prints instead how good the main text of each kind of page is by"
          + " cross-validation."
    })
final class MainTextCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "DATA", description = "The folder of the corpora.")
  private Path data = Path.of("data");

  @Option(
      names = "--manuals",
      paramLabel = "FOLDER",
      description =
          "Where the Debian packages python3.11-doc and postgresql-doc-15 have their files"
              + " (default: ${DEFAULT-VALUE}).")
  private Path manuals = Path.of("/usr/share/doc");

  @Option(
      names = "--splits",
      paramLabel = "N",
      description = "How often the sites are divided into five folds at random.")
  private @Nullable Integer splits;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = requireNonNull(spec).commandLine().getOut();
    if (splits != null && splits < 1) {
      throw new StudyException("--splits must be at least 1, but is " + splits);
    }
    var evaluation = MainTextEvaluation.of(new LabelledPages(data, manuals));
    Integer times = splits;
    if (times == null) {
      MainTextFeatures.lines(evaluation.train()).forEach(out::println);
    } else {
      out.println("pages\tkind\tprecision\trecall\tF1");
      evaluation
          .crossValidate(times)
          .forEach(
              (kind, score) ->
                  out.printf(
                      Locale.ROOT,
                      "%d\t%s\t%.4f\t%.4f\t%.4f%n",
                      evaluation.count(kind),
                      kind.title,
                      score.precision(),
                      score.recall(),
                      score.f1()));
    }
    return 0;
  }
}
