package io.dowser.crawler.internal;

import io.dowser.crawler.api.CrawlException;

/** The libraries that a program may leave out if it does without what they are for. */
public enum OptionalLibrary {
  /** SQLite's driver with its native builds. */
  SQLITE(
      "org.xerial:sqlite-jdbc",
      "org.sqlite.JDBC",
      "a directory, pending URLs on disk or an archive that is replayed"),

  /** Records of WARC files. */
  JWARC("org.netpreserve:jwarc", "org.netpreserve.jwarc.WarcRecord", "a WARC file"),

  /** JSON. */
  JACKSON(
      "com.fasterxml.jackson.core:jackson-core",
      "com.fasterxml.jackson.core.JsonFactory",
      "pages as JSON lines or Markdown, a report as HTML or the monitor"),

  /** Chinese words. */
  SMARTCN(
      "org.apache.lucene:lucene-analysis-smartcn",
      "org.apache.lucene.analysis.cn.smart.hhmm.SegToken",
      "segmenting Chinese text"),

  /** Japanese words. */
  KUROMOJI(
      "org.apache.lucene:lucene-analysis-kuromoji",
      "org.apache.lucene.analysis.ja.JapaneseTokenizer",
      "segmenting Japanese text"),

  /** Korean words. */
  NORI(
      "org.apache.lucene:lucene-analysis-nori",
      "org.apache.lucene.analysis.ko.KoreanTokenizer",
      "segmenting Korean text"),

  /** Languages of texts. */
  LINGUA(
      "com.github.pemistahl:lingua",
      "com.github.pemistahl.lingua.api.LanguageDetectorBuilder",
      "choosing pages by language"),

  /** Simplified characters for traditional ones. */
  OPENCC4J(
      "com.github.houbb:opencc4j",
      "com.github.houbb.opencc4j.util.ZhSlimUtil",
      "simplifying Chinese characters");

  private final String coordinates;
  private final String type;
  private final String purpose;

  OptionalLibrary(String coordinates, String type, String purpose) {
    this.coordinates = coordinates;
    this.type = type;
    this.purpose = purpose;
  }

  /** Returns whether the library is on the class path. */
  public boolean isPresent() {
    try {
      Class.forName(type, false, OptionalLibrary.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Refuses to continue without the library.
   *
   * @throws CrawlException if it is missing; the message names it, and what needs it
   */
  public void require() {
    if (!isPresent()) {
      throw new CrawlException(missing());
    }
  }

  /** Returns which library is missing, and for what. */
  public String missing() {
    return purpose + " needs the library " + coordinates + ", which is not on the class path";
  }
}
