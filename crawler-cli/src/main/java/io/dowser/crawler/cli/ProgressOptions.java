package io.dowser.crawler.cli;

import io.dowser.crawler.Means;
import picocli.CommandLine.Option;

/** Options for the output of a running crawl. */
final class ProgressOptions {

  @Option(
      names = {"-q", "--quiet"},
      description = "Do not print progress.")
  private boolean quiet;

  Means.Builder means() {
    return quiet ? Means.builder() : Means.builder().progress(System.err);
  }
}
