package io.dowser.crawler.fetch;

import okhttp3.OkHttpClient;
import okio.Okio;

/**
 * Verifies when a fetcher is created that the versions of OkHttp, okio and Kotlin match. Otherwise
 * an application with an older OkHttp or okio would learn of it at the first connection, on a
 * background thread, page by page.
 */
final class LibraryProbe {

  private LibraryProbe() {}

  /** Calls methods that only the right versions have. */
  static void check() {
    try {
      new OkHttpClient.Builder().fastFallback(true); // OkHttp 5
      Okio.inMemorySocketPair(1); // okio with its socket type, which OkHttp connects with
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
