package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.hmm.BrowsingSession;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the files that describe a study. Lines that begin with {@code #} are comments. */
final class TextFiles {

  private static final UrlCanonicalizer CANONICALIZER = UrlCanonicalizer.standard();

  private TextFiles() {}

  /** Terms, one a line: {@code term} or {@code term = weight}. */
  static Topic topic(Path file) {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (String line : lines(file)) {
      int equals = line.lastIndexOf('=');
      String term = equals < 0 ? line : line.substring(0, equals);
      double weight = equals < 0 ? 1 : number(line.substring(equals + 1).strip(), line, file);
      if (weights.put(term.strip(), weight) != null) {
        throw new LabException(file + ": the term '" + term.strip() + "' is there twice");
      }
    }
    try {
      return Topic.of(weights);
    } catch (IllegalArgumentException e) {
      throw new LabException(file + ": " + e.getMessage(), e);
    }
  }

  /** Relevances, one a line: URL, tab, number from 0 to 1; a first line may name the columns. */
  static Map<CrawlUrl, Double> labels(Path file) {
    Map<CrawlUrl, Double> labels = new LinkedHashMap<>();
    List<String> lines = lines(file);
    boolean named = !lines.isEmpty() && lines.get(0).toLowerCase(Locale.ROOT).startsWith("url\t");
    for (String line : named ? lines.subList(1, lines.size()) : lines) {
      int tab = line.indexOf('\t');
      if (tab < 0) {
        throw new LabException(
            file + ": a line must be URL, tab, relevance, but was '" + line + "'");
      }
      double relevance = number(line.substring(tab + 1).strip(), line, file);
      if (!(relevance >= 0 && relevance <= 1)) { // written so that NaN fails too
        throw new LabException(file + ": a relevance must be 0 to 1, but was in '" + line + "'");
      }
      labels.merge(url(line.substring(0, tab), file), relevance, Math::max);
    }
    return labels;
  }

  /** Reads browsing sessions; returns none without a file. */
  static List<BrowsingSession> paths(Optional<Path> file) {
    try {
      return file.isPresent()
          ? BrowsingSession.read(file.get(), CANONICALIZER::canonicalize)
          : List.of();
    } catch (IOException | IllegalArgumentException e) {
      throw new LabException("cannot read " + file.orElseThrow() + ": " + e.getMessage(), e);
    }
  }

  /** Returns the archives if all exist; each is a file or a directory. */
  static List<Path> existing(List<Path> archives) {
    for (Path archive : archives) {
      if (!Files.exists(archive)) {
        throw new LabException("no such archive: " + archive);
      }
    }
    return List.copyOf(archives);
  }

  private static double number(String text, String line, Path file) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new LabException(file + ": '" + text + "' must be a number, in '" + line + "'", e);
    }
  }

  /** Reads URLs, one per line; text after a tab is ignored. */
  static List<CrawlUrl> urls(Path file) {
    var urls = new ArrayList<CrawlUrl>();
    for (String line : lines(file)) {
      int tab = line.indexOf('\t');
      urls.add(url(tab < 0 ? line : line.substring(0, tab), file));
    }
    return urls;
  }

  static CrawlUrl url(String text) {
    return CANONICALIZER
        .canonicalize(text.strip())
        .orElseThrow(
            () -> new LabException("'" + text + "' must be an absolute http or https URL"));
  }

  private static CrawlUrl url(String text, Path file) {
    try {
      return url(text);
    } catch (LabException e) {
      throw new LabException(file + ": " + e.getMessage(), e);
    }
  }

  private static List<String> lines(Path file) {
    try (var lines = Files.lines(file, StandardCharsets.UTF_8)) {
      return lines
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    } catch (IOException | java.io.UncheckedIOException e) {
      throw new LabException("cannot read " + file + ": " + e, e);
    }
  }
}
