package io.dowser.crawler.archive;

import io.dowser.crawler.api.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The name of a page's file: 32 hexadecimal digits, the MD5 of its URL. */
final class PageName {

  private PageName() {}

  static String of(CrawlUrl url) {
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      return HexFormat.of().formatHex(md5.digest(url.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has MD5", e);
    }
  }
}
