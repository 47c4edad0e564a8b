package io.dowser.crawler.internal.report;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files that go into each report. */
final class ReportResources {

  /** Where the jar of D3 on the class path has its files; the version is that of the pom. */
  private static final String D3 = "META-INF/resources/webjars/d3/7.9.0/";

  private ReportResources() {}

  static String style() {
    return read("io/dowser/crawler/internal/report/report.css");
  }

  static String charts() {
    return read("io/dowser/crawler/internal/report/report.js");
  }

  /** D3 with its licence, which asks to stand in all copies. */
  static String library() {
    return "/*\n" + read(D3 + "LICENSE").strip() + "\n*/\n" + read(D3 + "dist/d3.min.js").strip();
  }

  private static String read(String name) {
    // a class would look into its own module alone, and D3 comes from another
    ClassLoader loader = requireNonNull(ReportResources.class.getClassLoader());
    try (InputStream in = loader.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("not on the class path, but part of a report: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
