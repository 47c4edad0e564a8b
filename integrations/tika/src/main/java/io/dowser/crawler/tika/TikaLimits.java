package io.dowser.crawler.tika;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.io.File;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The limits of one document, and of the processes that read documents.
 *
 * @param maxBytes the most decoded bytes of a document that the fetcher keeps
 * @param maxCharacters of text that are read from a document
 * @param maxLinks that are read from a document
 * @param timeout for a document, without the start of its process
 * @param heapMebibytes of each process
 * @param processes the maximum number of them, each of which reads one document at a time
 * @param classPath on which the processes find this class and its libraries
 */
record TikaLimits(
    int maxBytes,
    int maxCharacters,
    int maxLinks,
    Duration timeout,
    int heapMebibytes,
    int processes,
    String classPath) {

  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(30);

  /**
   * Reads the settings.
   *
   * @param analysisTimeout of the crawl; above it, a late document counts as a failure of the
   *     plugin
   * @throws SettingException if a value is not allowed
   */
  static TikaLimits of(Settings settings, Duration analysisTimeout) {
    Duration half = analysisTimeout.dividedBy(2);
    return new TikaLimits(
        settings.integer(
            "maxBytes",
            20 << 20,
            1,
            1 << 30,
            "maximum size of a document in bytes; larger ones fail, except RTF, whose beginning is read"),
        settings.integer(
            "maxCharacters",
            1_000_000,
            1,
            100_000_000,
            "maximum length of the text; the rest is ignored"),
        settings.integer(
            "maxLinks",
            10_000,
            0,
            Integer.MAX_VALUE,
            "maximum number of links; the text of further ones is plain text"),
        settings.duration(
            "timeout",
            half.compareTo(USUAL_TIMEOUT) < 0 ? half : USUAL_TIMEOUT,
            Duration.ofMillis(100),
            Duration.ofHours(1),
            "time limit of a document; by default at most half of the crawl's analysisTimeout"),
        settings.integer(
            "heap",
            256,
            32,
            65_536,
            "heap of a process in MiB, which needs some 100 MiB in addition"),
        processes(settings),
        classPath(settings));
  }

  private static int processes(Settings settings) {
    int number =
        settings.integer(
            "processes",
            0,
            0,
            1_000,
            "documents that are parsed in parallel; 0 for one on each processor");
    return number == 0 ? Runtime.getRuntime().availableProcessors() : number;
  }

  private static String classPath(Settings settings) {
    String given =
        settings.text(
            "classPath",
            "",
            "jars and directories",
            "class path of the processes; by default that of this one and of the class loader of the plugin");
    return given.isBlank() ? loadedFrom() : given;
  }

  /** Returns the class path of this JVM, after the files of a loader that has loaded this class. */
  private static String loadedFrom() {
    String ofJvm = System.getProperty("java.class.path", "");
    return TikaLimits.class.getClassLoader() instanceof URLClassLoader loader
        ? Stream.concat(
                Arrays.stream(loader.getURLs())
                    .filter(url -> url.getProtocol().equals("file"))
                    .map(url -> Path.of(URI.create(url.toString())).toString()),
                Stream.of(ofJvm))
            .collect(Collectors.joining(File.pathSeparator))
        : ofJvm;
  }
}
