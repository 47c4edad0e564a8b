package io.dowser.crawler.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What this library calls itself on the web. */
final class Product {

  private static final String UNKNOWN = "0";

  private Product() {}

  /** Returns the version that the build wrote, or 0 where the classes were repacked without it. */
  static String version() {
    try (InputStream in = Product.class.getResourceAsStream("product.properties")) {
      if (in == null) {
        return UNKNOWN;
      }
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", UNKNOWN);
    } catch (IOException e) {
      throw new UncheckedIOException("product.properties cannot be read", e);
    }
  }
}
