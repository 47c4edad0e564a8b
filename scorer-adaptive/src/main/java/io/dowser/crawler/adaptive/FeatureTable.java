package io.dowser.crawler.adaptive;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;

/**
 * The learned state of hashed features: a weight, and the number and success of followed links with
 * the feature.
 *
 * <p>Weights are learned by AdaGrad (Duchi, Hazan and Singer 2011), each feature with its own
 * falling rate. Features with colliding hashes share a place. Written by one thread; others may
 * read, and then see each number before or after a change.
 */
final class FeatureTable {

  private static final int FORMAT = 1;
  private static final int BITS = 18;
  private static final int SIZE = 1 << BITS;
  private static final float LARGEST = 1e9f;
  private static final double RATE = 0.3; // the first step of a weight
  private static final double DECAY = 1e-4; // how strongly weights are drawn to 0
  private static final int GOLDEN = 0x9E3779B9;

  private final float[] weights = new float[SIZE];
  private final float[] squares = new float[SIZE];
  private final float[] seen = new float[SIZE];
  private final float[] good = new float[SIZE];

  private static int place(int feature) {
    int mixed = feature * GOLDEN;
    return ((mixed ^ (mixed >>> 15)) * GOLDEN) >>> (Integer.SIZE - BITS);
  }

  /** Returns the weight of a feature, 0 if nothing was learned. */
  double weight(int feature) {
    return weights[place(feature)];
  }

  /** Moves the weight of a feature against the gradient of the loss. */
  void descend(int feature, double gradient) {
    int place = place(feature);
    double full = gradient + DECAY * weights[place];
    squares[place] += (float) (full * full);
    weights[place] -= (float) (RATE * full / (1e-6 + Math.sqrt(squares[place])));
  }

  /** Counts a followed link with the feature. */
  void count(int feature, double worth) {
    int place = place(feature);
    seen[place] += 1;
    good[place] += (float) worth;
  }

  /** Returns the mean worth of followed links with the feature, smoothed towards a prior mean. */
  double mean(int feature, double prior, double strength) {
    int place = place(feature);
    return (good[place] + strength * prior) / (seen[place] + strength);
  }

  void save(StateWriter out) throws IOException {
    out.section("features", FORMAT);
    int used = 0;
    for (int i = 0; i < SIZE; i++) {
      used += isUsed(i) ? 1 : 0;
    }
    out.writeInt(used);
    for (int i = 0; i < SIZE; i++) {
      if (isUsed(i)) {
        out.writeInt(i);
        out.writeInt(Float.floatToRawIntBits(weights[i]));
        out.writeInt(Float.floatToRawIntBits(squares[i]));
        out.writeInt(Float.floatToRawIntBits(seen[i]));
        out.writeInt(Float.floatToRawIntBits(good[i]));
      }
    }
  }

  private boolean isUsed(int place) {
    return squares[place] != 0 || seen[place] != 0;
  }

  void restore(StateReader in) throws IOException {
    in.section("features", FORMAT);
    int used = in.readInt(0, SIZE, "used features");
    for (int i = 0; i < used; i++) {
      int place = in.readInt(0, SIZE - 1, "place of a feature");
      weights[place] = number(in, -LARGEST, "weight");
      squares[place] = number(in, 0, "sum of squares");
      seen[place] = number(in, 0, "number of followed links");
      good[place] = number(in, 0, "worth of followed links");
    }
  }

  private static float number(StateReader in, float least, String name) throws IOException {
    float value = Float.intBitsToFloat(in.readInt());
    StateReader.require(
        value >= least && value <= LARGEST,
        name + " must be " + least + " to " + LARGEST + ", but was " + value);
    return value;
  }
}
