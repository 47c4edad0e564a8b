package io.dowser.crawler.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Cuts a stream into lines and knows where each begins; not thread-safe. */
final class LineScanner {

  /** A longer line is no page. */
  static final int LONGEST_LINE = 1 << 28;

  private final InputStream in;
  private byte[] buffer = new byte[1 << 16];
  private int start; // of the line, in the buffer
  private int end; // of what was read, in the buffer
  private int lineLength;
  private long lineOffset;
  private long nextOffset;

  LineScanner(InputStream in) {
    this.in = in;
  }

  /** Goes to the next line; false at the end. */
  boolean next() throws IOException {
    start += (int) (nextOffset - lineOffset);
    lineOffset = nextOffset;
    int seen = start;
    while (true) {
      int newline = indexOfNewline(seen);
      if (newline >= 0) {
        return found(newline - start, 1);
      }
      seen = end;
      int before = start;
      if (!fill()) {
        return end > start && found(end - start, 0);
      }
      seen -= before - start;
    }
  }

  private boolean found(int length, int newline) {
    lineLength = length;
    nextOffset = lineOffset + length + newline;
    return true;
  }

  /** Where the line begins, in bytes from the start of the stream. */
  long offset() {
    return lineOffset;
  }

  int length() {
    return lineLength;
  }

  byte[] line() {
    return Arrays.copyOfRange(buffer, start, start + lineLength);
  }

  boolean isBlank() {
    for (int i = start; i < start + lineLength; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\r' && buffer[i] != '\t') {
        return false;
      }
    }
    return true;
  }

  private int indexOfNewline(int from) {
    for (int i = from; i < end; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private boolean fill() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      start = 0;
    }
    if (end == buffer.length) {
      if (end >= LONGEST_LINE) {
        throw new IOException(
            "the line at byte " + lineOffset + " is longer than " + LONGEST_LINE + " bytes");
      }
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int read = in.read(buffer, end, buffer.length - end);
    end += Math.max(read, 0);
    return read > 0;
  }
}
