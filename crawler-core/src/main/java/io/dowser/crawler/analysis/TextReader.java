package io.dowser.crawler.analysis;

import java.io.Reader;

/** Reads a part of a text, and then of another: Lucene wants a reader for each. */
final class TextReader extends Reader {

  private String text = "";
  private int at;
  private int end;

  /** Starts anew with a part of a text. */
  void read(String newText, int start, int newEnd) {
    text = newText;
    at = start;
    end = newEnd;
  }

  @Override
  public int read(char[] into, int offset, int length) {
    if (at >= end) {
      return -1;
    }
    int count = Math.min(length, end - at);
    text.getChars(at, at + count, into, offset);
    at += count;
    return count;
  }

  @Override
  public void close() {
    text = ""; // a long text must not stay in memory for a reader that waits
    end = 0;
  }
}
