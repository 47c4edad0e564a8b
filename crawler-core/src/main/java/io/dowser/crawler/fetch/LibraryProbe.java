package io.dowser.crawler.fetch;

import okhttp3.OkHttpClient;
import okio.Okio;

/**
 * Finds out when a fetcher is made whether the libraries underneath fit together. An application
 * that brings an older OkHttp or okio would hear of it at the first connection otherwise, on a
 * thread in the background, page by page.
 */
final class LibraryProbe {

  private LibraryProbe() {}

  /** Uses what only the right versions have. */
  static void check() {
    try {
      new OkHttpClient.Builder().fastFallback(true); // OkHttp 5
      Okio.inMemorySocketPair(1); // okio with sockets of its own, which OkHttp connects with
    } catch (LinkageError e) {
      throw new IllegalStateException(
          "the class path has another version of OkHttp, okio or Kotlin than this fetcher needs: import"
              + " the BOM com.squareup.okhttp3:okhttp-bom, and leave out older versions of"
              + " org.jetbrains.kotlin:kotlin-stdlib, so that they fit together ("
              + e
              + ")",
          e);
    }
  }
}
