package io.dowser.examples.lab;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.archive.ReplayFetcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Trains the strategies that need it on a web that they will not be tested on. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Crawls an archive breadth-first and trains bayes-page, bayes-link and hmm on what is there.",
      "Then: lab compare ... @OUT/models.args, on a web that has none of the training pages."
    })
final class TrainCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--archive", required = true, description = "A file or directory of pages.")
  private Path archive = Path.of(".");

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
      description = "Where the training web begins: URLs, or files with one a line.")
  private List<String> seeds = new ArrayList<>();

  @Option(names = "--out", required = true, paramLabel = "DIRECTORY", description = "For models.")
  private Path out = Path.of(".");

  @Override
  public Integer call() throws IOException {
    var console = requireNonNull(spec).commandLine().getOut();
    Files.createDirectories(out);
    Question question =
        Questions.of(Optional.of(topic), Optional.ofNullable(labels), Questions.seeds(seeds));
    var training = new Training(question);
    try (ReplayFetcher pages = ReplayFetcher.of(archive).open()) {
      training.read(pages);
    }
    Path list = out.resolve("trained-on.txt");
    Files.write(
        list, training.urls().stream().map(CrawlUrl::toString).toList(), StandardCharsets.UTF_8);
    var arguments = new ArrayList<String>();
    for (Training.Kind kind : Training.Kind.values()) {
      Path model = out.resolve(kind + ".model");
      Optional<String> trouble = training.train(kind, model);
      console.println(kind + ": " + trouble.map(why -> "no model: " + why).orElse("" + model));
      if (trouble.isEmpty()) {
        arguments.add("--model=" + kind + "=" + model.toAbsolutePath());
        arguments.add("--trained-on=" + kind + "=" + list.toAbsolutePath());
      }
    }
    Path file = out.resolve("models.args");
    Files.write(
        file,
        arguments.stream().map(argument -> '"' + argument + '"').toList(),
        StandardCharsets.UTF_8);
    console.println(
        training.urls().size() + " pages, " + training.relevantPages() + " of them relevant");
    console.println("lab compare ... @" + file);
    return arguments.isEmpty() ? 1 : 0;
  }
}
