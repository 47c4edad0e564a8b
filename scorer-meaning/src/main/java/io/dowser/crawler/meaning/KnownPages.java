package io.dowser.crawler.meaning;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;

/**
 * The vectors of pages that are known to be relevant, or not. They move the vector of a topic by
 * the mean of n relevant ones, less half of the mean of the others, both of length 1, times n / (n
 * + 3). Not thread-safe.
 */
final class KnownPages {

  private static final double OTHERS = 0.5;
  private static final double PRIOR = 3;
  private static final double MOST = 1e9;

  private final float[] relevant;
  private final float[] others;
  private long count; // of relevant ones

  KnownPages(int dimensions) {
    this.relevant = new float[dimensions];
    this.others = new float[dimensions];
  }

  void add(float[] vector, boolean isRelevant) {
    TopicMeaning.add(vector, 1, isRelevant ? relevant : others);
    count += isRelevant ? 1 : 0;
  }

  /** Returns a topic's vector of length 1, moved by the pages if one of them is relevant. */
  float[] moved(float[] topic) {
    double weight = count / (count + PRIOR);
    float[] moved = topic.clone();
    TopicMeaning.add(ofLength1(relevant), weight, moved);
    TopicMeaning.add(ofLength1(others), -OTHERS * weight, moved);
    MeaningTable.scaleToLength1(moved);
    return moved;
  }

  private static float[] ofLength1(float[] sum) {
    float[] scaled = sum.clone();
    MeaningTable.scaleToLength1(scaled);
    return scaled;
  }

  void save(StateWriter out) throws IOException {
    out.writeLong(count);
    out.writeInt(relevant.length);
    for (int i = 0; i < relevant.length; i++) {
      out.writeDouble(relevant[i]);
      out.writeDouble(others[i]);
    }
  }

  void restore(StateReader in) throws IOException {
    count = in.readNumber("relevant pages that are known");
    in.readInt(relevant.length, relevant.length, "numbers of a vector");
    for (int i = 0; i < relevant.length; i++) {
      relevant[i] = (float) in.readDouble(-MOST, MOST, "sum of relevant pages");
      others[i] = (float) in.readDouble(-MOST, MOST, "sum of other pages");
    }
  }
}
