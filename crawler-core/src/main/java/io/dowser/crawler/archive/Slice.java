package io.dowser.crawler.archive;

/**
 * Where a page lies in an archive.
 *
 * @param file number of the file among the archive's files
 * @param offset where the page begins, in bytes
 * @param length how many bytes it takes
 */
record Slice(int file, long offset, int length) {}
