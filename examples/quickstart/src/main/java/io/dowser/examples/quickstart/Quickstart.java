package io.dowser.examples.quickstart;

import io.dowser.crawler.api.CrawlException;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Shows what focused crawling is good for: without arguments on a bundled web, with URLs as
 * arguments on the real one. Results go to standard output, progress and errors to standard error.
 */
public final class Quickstart {

  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int WRONG_USE = 2;

  private final PrintStream out;
  private final PrintStream err;

  Quickstart(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the quickstart and ends the JVM with status 0, with 1 if a crawl failed, or with 2 if the
   * arguments are wrong.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(new Quickstart(System.out, System.err).run(args));
  }

  int run(String... args) {
    try {
      return run(Arguments.parse(args));
    } catch (IllegalArgumentException e) {
      err.println("quickstart: " + e.getMessage());
      err.println("Try --help.");
      return WRONG_USE;
    } catch (CrawlException | IOException e) {
      err.println("quickstart: " + e.getMessage());
      return FAILED;
    }
  }

  private int run(Arguments arguments) throws IOException {
    if (arguments.help()) {
      out.print(Arguments.HELP);
    } else if (arguments.urls().isEmpty()) {
      Comparison.run(arguments, out, err);
    } else {
      LiveCrawl.run(arguments, out, err);
    }
    return OK;
  }
}
