package io.dowser.studies;

import static java.util.Objects.requireNonNull;

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

/** Evaluates the days of publication by cross-validation over the places that they come from. */
@Command(
    name = "dates",
    mixinStandardHelpOptions = true,
    description = {
      "Prints how often the day of publication is right, wrong or absent.",
      "The last rows are cross-validated by sites: pages of a fifth of the sites are read without the"
          + " places of dates that lower F1 on the others, or that do not raise it there."
    })
final class DatesCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "DATA", description = "The folder of the corpora.")
  private Path data = Path.of("data");

  @Option(
      names = "--splits",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "How often the sites are divided into five folds at random"
              + " (default: ${DEFAULT-VALUE}).")
  private int splits;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = requireNonNull(spec).commandLine().getOut();
    if (splits < 1) {
      throw new StudyException("--splits must be at least 1, but is " + splits);
    }
    var evaluation = DateEvaluation.of(new LabelledPages(data, Path.of("")).dated());
    out.println("places\tright\twrong\tabsent\tF1");
    print(out, "all", evaluation.score());
    print(out, "those that do not harm elsewhere", evaluation.crossValidate(splits, false));
    print(out, "those that help elsewhere", evaluation.crossValidate(splits, true));
    return 0;
  }

  private static void print(PrintWriter out, String places, DateEvaluation.Score score) {
    out.printf(
        Locale.ROOT,
        "%s\t%.1f\t%.1f\t%.1f\t%.4f%n",
        places,
        score.right(),
        score.wrong(),
        score.absent(),
        score.f1());
  }
}
