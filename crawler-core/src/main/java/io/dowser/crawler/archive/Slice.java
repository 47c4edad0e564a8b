package io.dowser.crawler.archive;

/**
 * Where a page lies in an archive.
 *
 * @param file number of the file among the archive's files
 * @param offset where the page begins, in bytes
 * @param length how many bytes it takes; {@link #TOO_LONG} for a page that is not read
 */
record Slice(int file, long offset, int length) {

  /** A page that takes more bytes in its file is not read. */
  static final int LONGEST = LineScanner.LONGEST_LINE;

  /** Stands for every length above {@link #LONGEST}. */
  static final int TOO_LONG = LONGEST + 1;

  static Slice of(int file, long offset, long length) {
    return new Slice(file, offset, (int) Math.min(length, TOO_LONG));
  }
}
