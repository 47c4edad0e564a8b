package io.dowser.crawler.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The web on which strategies are trained before they are compared. */
final class TrainingOptions {

  @Option(
      names = "--train",
      paramLabel = "ARCHIVE",
      split = ",",
      description =
          "Pages to train bayes-page, bayes-link and hmm on, once for each question; none of them"
              + " may be tested on.")
  private List<Path> archives = new ArrayList<>();

  @Option(
      names = "--train-seeds",
      paramLabel = "URL|FILE",
      split = ",",
      description = "Seeds of the training web (default: those of the question).")
  private List<String> seeds = new ArrayList<>();

  @Option(
      names = "--train-labels",
      paramLabel = "FILE",
      description =
          "Relevances of the training web, as often as --labels (default: those of the question).")
  private List<Path> labels = new ArrayList<>();

  @Option(
      names = "--train-paths",
      paramLabel = "FILE",
      description =
          "Clicks of people in the training web, one visit a line: its number, tab, the number of"
              + " the visit that led to it or 0, tab, URL; hmm learns from these pages alone.")
  private @Nullable Path paths;

  /** Returns the training web of each question; empty if there is no training. */
  List<TrainingWeb> webs(List<Question> questions) {
    if (archives.isEmpty()) {
      if (!seeds.isEmpty() || !labels.isEmpty() || paths != null) {
        throw new LabException(
            "--train-seeds, --train-labels and --train-paths need --train ARCHIVE");
      }
      return List.of();
    }
    if (!labels.isEmpty() && labels.size() != questions.size()) {
      throw new LabException(
          "--train-labels must be given once for each of the "
              + questions.size()
              + " questions, but was given "
              + labels.size()
              + " times");
    }
    var webs = new ArrayList<TrainingWeb>();
    for (int i = 0; i < questions.size(); i++) {
      Question question = questions.get(i);
      Optional<Path> own = labels.isEmpty() ? Optional.empty() : Optional.of(labels.get(i));
      webs.add(
          new TrainingWeb(
              TextFiles.existing(archives),
              seeds.isEmpty() ? question.seeds() : Questions.seeds(seeds),
              own.map(Questions::labelJudge).orElse(question.judge()),
              TextFiles.paths(Optional.ofNullable(paths))));
    }
    return webs;
  }
}
