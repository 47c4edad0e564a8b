package io.dowser.crawler.adaptive;

/** The feature of kind {@link Kind#TOPIC}: four numbers of 0 to 1 in 7 bits each. */
final class TopicFeature {

  private static final int BITS = 7;
  private static final int MOST = (1 << BITS) - 1;

  private TopicFeature() {}

  static int of(double anchor, double context, double url, double parent) {
    int texts = small(anchor) | (small(context) << BITS);
    int others = small(url) | (small(parent) << BITS);
    return Kind.TOPIC.feature(texts | (others << (2 * BITS)));
  }

  private static int small(double value) {
    return (int) Math.round(MOST * Math.max(0, Math.min(1, value)));
  }

  static double anchor(int feature) {
    return large(feature);
  }

  static double context(int feature) {
    return large(feature >>> BITS);
  }

  static double url(int feature) {
    return large(feature >>> (2 * BITS));
  }

  static double parent(int feature) {
    return large(feature >>> (3 * BITS));
  }

  private static double large(int packed) {
    return (packed & MOST) / (double) MOST;
  }
}
