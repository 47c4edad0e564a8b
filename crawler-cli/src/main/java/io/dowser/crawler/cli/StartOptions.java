package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.lab.Lab;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the seeds and the topic of a crawl. */
final class StartOptions {

  private static final char UNREADABLE = '\uFFFD';

  @Option(
      names = {"-s", "--seed"},
      paramLabel = "URL|FILE",
      arity = "1..*",
      description = "Pages to start from: URLs, or files with one URL a line.")
  private List<String> seeds = new ArrayList<>();

  @Option(
      names = {"-t", "--topic"},
      paramLabel = "TERM",
      split = "[,，、]",
      splitSynopsisLabel = ",",
      description =
          "The topic: words or phrases, also Chinese ones, with commas between them: "
              + "--topic \"tide,storm surge\". Eight to twelve work well.")
  private List<String> terms = new ArrayList<>();

  @Option(
      names = "--topic-file",
      paramLabel = "FILE",
      description = "The topic in a UTF-8 file with one term a line: term, or term = weight.")
  private @Nullable Path topicFile;

  @Option(
      names = "--language",
      paramLabel = "CODE",
      split = ",",
      description =
          "Languages of relevant pages: --language zh,en. Needs the library lingua on the class"
              + " path, which is not in this file.")
  private List<String> languages = new ArrayList<>();

  @Option(
      names = "--documents",
      description =
          "Read PDF, Office documents and EPUB, too. Needs crawler-tika on the class path, which is"
              + " not in this file.")
  private boolean documents;

  List<CrawlUrl> apply(Crawler.Builder crawl, NamedSettings settings) {
    if (seeds.isEmpty()) {
      throw new IllegalArgumentException("name a page to start from: --seed URL");
    }
    List<CrawlUrl> urls = Lab.seeds(seeds);
    crawl.seeds(urls.stream().map(CrawlUrl::toString).toList()).topic(topic());
    if (!languages.isEmpty()) {
      settings.put("languages", String.join(",", languages), "--language");
    }
    if (documents) {
      settings.put("addPageAnalyzer", "tika", "--documents");
    }
    return urls;
  }

  boolean readsDocuments() {
    return documents;
  }

  private Topic topic() {
    if (terms.isEmpty() == (topicFile == null)) {
      throw new IllegalArgumentException(
          "say what to look for by one of --topic TERM,TERM and --topic-file FILE");
    }
    if (terms.stream().anyMatch(term -> term.indexOf(UNREADABLE) >= 0)) {
      throw new IllegalArgumentException(
          "this terminal cannot pass the characters of --topic "
              + terms
              + "; use --topic-file, or set LC_ALL=C.UTF-8");
    }
    return topicFile == null
        ? Topic.of(terms.stream().map(String::strip).toArray(String[]::new))
        : Lab.topic(topicFile);
  }
}
