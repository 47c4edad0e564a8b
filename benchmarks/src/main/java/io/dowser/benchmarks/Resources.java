package io.dowser.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The texts and pages that the benchmarks work on; see {@code ORIGIN.md} in their directory. */
final class Resources {

  private Resources() {}

  static byte[] bytes(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource named " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> lines(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8).lines().toList();
  }
}
