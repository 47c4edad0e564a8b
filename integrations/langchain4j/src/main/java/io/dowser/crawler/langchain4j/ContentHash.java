package io.dowser.crawler.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The first half of the SHA-256 of a text. */
record ContentHash(long high, long low) {

  /**
   * Returns the hash of a text and of all else that an answer about it depends on.
   *
   * @param text the text
   * @param context texts without the character 0, in a fixed order
   */
  static ContentHash of(String text, String... context) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      for (String each : context) {
        sha.update(each.getBytes(UTF_8));
        sha.update((byte) 0);
      }
      ByteBuffer hash = ByteBuffer.wrap(sha.digest(text.getBytes(UTF_8)));
      return new ContentHash(hash.getLong(), hash.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JDK has it
    }
  }
}
