package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Trains the strategies that need training on a web on which they will not be tested. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Crawls an archive breadth-first and trains bayes-page, bayes-link and hmm on what is there.",
      "Then: dowser compare ... @OUT/models.args, on a web that has none of the training pages."
    })
final class TrainCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--archive",
      required = true,
      split = ",",
      description = "Files or directories of pages.")
  private List<Path> archives = new ArrayList<>();

  @Option(
      names = "--topic",
      required = true,
      paramLabel = "FILE",
      description = "Words, one a line; they judge unless there are labels.")
  private Path topic = Path.of(".");

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "Relevances that judge, one a line: URL, tab, 0 to 1; others are 0.")
  private @Nullable Path labels;

  @Option(
      names = "--seeds",
      required = true,
      split = ",",
      paramLabel = "URL|FILE",
      description = "Seeds of the training web: URLs, or files with one a line.")
  private List<String> seeds = new ArrayList<>();

  @Option(
      names = "--paths",
      paramLabel = "FILE",
      description =
          "Clicks of people in the training web, one visit a line: its number, tab, the number of"
              + " the visit that led to it or 0, tab, URL; hmm learns from these pages alone.")
  private @Nullable Path paths;

  @Option(
      names = "--ignore-nofollow",
      description = "Follow links with rel=nofollow, ugc or sponsored, which a crawl leaves out.")
  private boolean everyLink;

  @Option(names = "--out", required = true, paramLabel = "DIRECTORY", description = "For models.")
  private Path out = Path.of(".");

  @Override
  public Integer call() throws IOException, InterruptedException {
    OutputLock lock = OutputLock.take(out);
    try {
      return train(requireNonNull(spec).commandLine());
    } finally {
      lock.close();
    }
  }

  private int train(CommandLine commandLine) throws IOException, InterruptedException {
    PrintWriter console = commandLine.getOut();
    var progress = new Progress(commandLine.getErr());
    Question question =
        Questions.of(Optional.of(topic), Optional.ofNullable(labels), Questions.seeds(seeds));
    var web =
        new TrainingWeb(
            TextFiles.existing(archives),
            question.seeds(),
            question.judge(),
            TextFiles.paths(Optional.ofNullable(paths)));
    var pages =
        web.pages(
            new Archives(Archives.indexFor(out), progress),
            ArchiveCrawl.reader(everyLink),
            progress);
    var trained = web.train(question, pages, EnumSet.allOf(Training.Kind.class), out);
    trained.models().forEach((kind, model) -> console.println(kind + ": " + model.file()));
    trained.problems().forEach((kind, why) -> console.println(kind + ": no model: " + why));
    console.println(trained.pages() + " pages, " + trained.relevant() + " of them relevant");
    console.println("dowser compare ... @" + arguments(trained));
    return trained.models().isEmpty() ? 1 : 0;
  }

  private Path arguments(TrainingWeb.Trained trained) throws IOException {
    var arguments = new ArrayList<String>();
    trained
        .models()
        .forEach(
            (kind, model) -> {
              arguments.add("\"--model=" + kind + "=" + model.file().toAbsolutePath() + '"');
              Path list = model.trainedOn().toAbsolutePath();
              arguments.add("\"--trained-on=" + kind + "=" + list + '"');
            });
    return Files.write(out.resolve("models.args"), arguments, StandardCharsets.UTF_8);
  }
}
