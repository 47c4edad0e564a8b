package io.dowser.crawler.store;

import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.LinkFeatures;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** How carries and features lie in a column: their numbers in big-endian order, null if none. */
final class RowBytes {

  private RowBytes() {}

  static byte @Nullable [] of(LinkFeatures features) {
    if (features.size() == 0) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocate(features.size() * Integer.BYTES);
    for (int i = 0; i < features.size(); i++) {
      bytes.putInt(features.get(i));
    }
    return bytes.array();
  }

  static LinkFeatures features(byte @Nullable [] bytes) {
    if (bytes == null) {
      return LinkFeatures.NONE;
    }
    int[] values = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes).asIntBuffer().get(values);
    return LinkFeatures.of(values);
  }

  static byte @Nullable [] of(Carry carry) {
    if (carry.isEmpty()) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocate(carry.size() * Double.BYTES);
    for (int i = 0; i < carry.size(); i++) {
      bytes.putDouble(carry.get(i));
    }
    return bytes.array();
  }

  static Carry carry(byte @Nullable [] bytes) {
    if (bytes == null) {
      return Carry.NONE;
    }
    double[] values = new double[bytes.length / Double.BYTES];
    ByteBuffer.wrap(bytes).asDoubleBuffer().get(values);
    return Carry.of(values);
  }
}
