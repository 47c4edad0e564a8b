package io.dowser.examples.quickstart;

import io.dowser.crawler.api.Topic;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says.
 *
 * @param urls the pages to start from; if there are none, the bundled web is crawled
 * @param topic what to look for
 * @param pages how many pages to fetch
 * @param help whether only help is wanted
 */
record Arguments(List<String> urls, Topic topic, int pages, boolean help) {

  static final int DEFAULT_PAGES = 100;

  static final String HELP =
      """
      usage: java -jar quickstart.jar [options] [URL...]

      Without URLs: crawls four bundled manuals over HTTP on this machine, once breadth-first and
      once best-first, and compares what the two have found.
      With URLs: crawls the web from there, best-first, with one request a second to each host, and
      prints the pages that are about the topic. What robots.txt forbids is not fetched.

        --topic TERMS   what to look for: terms with commas between them; with URLs it must be given
        --pages N       how many pages to fetch, above 0; default 100
        --help          prints this
      """;

  private static final Topic DEFAULT_TOPIC =
      Topic.of("authentication", "authorization", "password", "user", "certificate");

  static Arguments parse(String... args) {
    var parser = new Parser();
    for (Iterator<String> rest = List.of(args).iterator(); rest.hasNext(); ) {
      parser.take(rest.next(), rest);
    }
    return parser.arguments();
  }

  /** Collects arguments one by one. */
  private static final class Parser {

    private final List<String> urls = new ArrayList<>();
    private @Nullable Topic topic;
    private int pages = DEFAULT_PAGES;
    private boolean help;

    void take(String argument, Iterator<String> rest) {
      switch (argument) {
        case "--help", "-h" -> help = true;
        case "--topic" -> topic = Topic.of(value(argument, rest).split(",", -1));
        case "--pages" -> pages = positive(argument, value(argument, rest));
        default -> {
          if (argument.startsWith("-")) {
            throw new IllegalArgumentException("there is no option " + argument);
          }
          urls.add(argument);
        }
      }
    }

    Arguments arguments() {
      if (!urls.isEmpty() && topic == null && !help) {
        throw new IllegalArgumentException("with URLs, say what to look for: --topic TERMS");
      }
      return new Arguments(List.copyOf(urls), topic == null ? DEFAULT_TOPIC : topic, pages, help);
    }

    private static String value(String option, Iterator<String> rest) {
      try {
        return rest.next();
      } catch (NoSuchElementException e) {
        throw new IllegalArgumentException(option + " needs a value", e);
      }
    }

    private static int positive(String option, String value) {
      try {
        int number = Integer.parseInt(value);
        if (number > 0) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(message(option, value), e);
      }
      throw new IllegalArgumentException(message(option, value));
    }

    private static String message(String option, String value) {
      return option + " must be a whole number above 0, but was '" + value + "'";
    }
  }
}
