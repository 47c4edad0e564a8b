package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import picocli.CommandLine.Option;

/** What a crawl prints while it runs. */
final class ProgressOptions {

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress while it runs.")
  private boolean quiet;

  void apply(Crawler.Builder crawl) {
    if (!quiet) {
      crawl.progress(System.err);
    }
  }
}
