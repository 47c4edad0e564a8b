package io.dowser.crawler.lab;

import com.google.common.collect.Sets;
import io.dowser.crawler.api.PageAnalyzer;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of every command that compares. */
final class ComparisonOptions {

  @Option(
      names = "--strategies",
      paramLabel = "NAMES",
      description =
          "Names with commas between them, or FRONTIER+SCORER; all: every one that can run"
              + " (default: ${DEFAULT-VALUE}).")
  private String strategies = "all";

  @Option(
      names = "--define",
      paramLabel = "NAME:SETTINGS",
      description = "A strategy of your own: NAME:frontier=best-first;scorer=shark;scorer.beta=0.5")
  private List<String> definitions = new ArrayList<>();

  @Option(
      names = "--model",
      paramLabel = "NAME=FILE",
      description = "The trained model of a strategy; needs --trained-on.")
  private Map<String, Path> models = new LinkedHashMap<>();

  @Option(
      names = "--trained-on",
      paramLabel = "NAME=FILE",
      description = "The URLs that the model was trained on, one a line; none may be tested on.")
  private Map<String, Path> trainedOn = new LinkedHashMap<>();

  @Option(
      names = "--plugins",
      paramLabel = "JAR",
      split = ",",
      description = "Jars with your plugins, in addition to the class path.")
  private List<Path> jars = new ArrayList<>();

  @Option(
      names = "--guide",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "topic-terms",
      description =
          "The relevance of a page as the strategies see it: labels (those of a perfect"
              + " classifier), or the name of a judge, also of your plugin, with settings as in"
              + " topic-terms;measure=cosine; several are reported side by side, and the labels"
              + " measure in any case (default: ${DEFAULT-VALUE}).")
  private List<String> guides = new ArrayList<>();

  @Option(
      names = "--ignore-nofollow",
      description =
          "Follow links with rel=nofollow, ugc or sponsored, and those of pages that say nofollow,"
              + " which a crawl leaves out.")
  private boolean everyLink;

  @Option(
      names = "--runs",
      description = "Orders of links that each strategy meets (default: ${DEFAULT-VALUE}).")
  private int runs = 5;

  @Option(names = "--budget", description = "Pages a run (default: a fifth of the web).")
  private int budget;

  @Option(
      names = "--workers",
      description =
          "Pages in flight in each run; runs can be repeated exactly only with one"
              + " (default: ${DEFAULT-VALUE}).")
  private int workers = 1;

  @Option(
      names = "--jobs",
      description = "Runs at the same time (default: as processors and memory allow).")
  private int jobs;

  @Option(
      names = "--out",
      paramLabel = "DIRECTORY",
      description =
          "The directory of the results; a comparison that was interrupted continues there"
              + " (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("lab-report");

  @Option(
      names = "--index",
      paramLabel = "DIRECTORY",
      description =
          "The directory of the indexes of archives; comparisons of one archive share it (default:"
              + " lab-index next to the directory of --out).")
  private @Nullable Path index;

  private @Nullable ClassLoader loader;

  /** Sets the pages a run if the user did not. */
  void budgetUnlessGiven(int pages) {
    budget = budget == 0 ? pages : budget;
  }

  Path out() {
    return out;
  }

  /** Compares; trains what can be trained on the webs, one for each question. */
  void compare(
      List<Path> archives, List<Question> questions, List<TrainingWeb> webs, CommandSpec command)
      throws IOException, InterruptedException {
    OutputLock lock = OutputLock.take(out);
    try {
      var progress = new Progress(command.commandLine().getErr());
      var opener = new Archives(index == null ? Archives.indexFor(out) : index, progress);
      String text = CommandText.of(command);
      Study study = study(archives, questions, webs, text, opener, progress);
      new Comparing(classLoader(), opener, command.commandLine().getOut(), progress).make(study);
    } finally {
      lock.close();
    }
  }

  private Study study(
      List<Path> archives,
      List<Question> questions,
      List<TrainingWeb> webs,
      String command,
      Archives opener,
      Progress progress)
      throws IOException, InterruptedException {
    if (runs < 1 || workers < 1 || budget < 0 || jobs < 0) {
      throw new LabException(
          "--runs and --workers must be 1 or more, --budget and --jobs 0 or more");
    }
    var known = new Strategies(classLoader());
    definitions.forEach(known::define);
    var trained = new LinkedHashMap<>(known.modelsOfSettings());
    trained.putAll(models);
    trained.forEach((name, model) -> known.train(name, existing(model), trainingList(name)));
    Set<String> unused = Sets.difference(trainedOn.keySet(), trained.keySet());
    if (!unused.isEmpty()) {
      throw new LabException("--trained-on names strategies without --model: " + unused);
    }
    List<Guide> judges =
        guides.stream().distinct().map(name -> Guide.named(name, classLoader())).toList();
    judges.forEach(guide -> questions.forEach(guide::judge)); // refused before any work is done
    PageAnalyzer reader = ArchiveCrawl.reader(everyLink);
    List<String> lessons =
        known.train(
            strategies,
            questions,
            webs,
            web -> web.pages(opener, reader, progress),
            out.resolve("models"));
    return new Study(
        archives,
        everyLink,
        questions,
        judges,
        known.choose(strategies),
        lessons,
        runs,
        budget,
        workers,
        jobs,
        out,
        command);
  }

  private Path trainingList(String strategy) {
    Path list = trainedOn.get(strategy);
    if (list == null) {
      throw new LabException(
          "the model of "
              + strategy
              + " needs --trained-on "
              + strategy
              + "=FILE, so that training and test can be kept apart");
    }
    return existing(list);
  }

  private static Path existing(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new LabException("no such file: " + file);
    }
    return file;
  }

  /**
   * Returns the class loader of the lab, with the user's jars if there are any; always the same
   * one.
   */
  ClassLoader classLoader() {
    if (loader == null) {
      ClassLoader own = Lab.class.getClassLoader();
      URL[] urls = jars.stream().map(jar -> url(existing(jar))).toArray(URL[]::new);
      loader = urls.length == 0 ? own : new URLClassLoader(urls, own);
    }
    return loader;
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new LabException("no URL for " + jar, e);
    }
  }
}
