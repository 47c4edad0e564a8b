package io.dowser.crawler.adaptive;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A uniform sample of the followed links (reservoir sampling, Vitter 1985), so that a model learns
 * from old ones again. Not thread-safe.
 */
final class ReplayMemory {

  private static final int FORMAT = 1;
  private static final int SIZE = 4_000;
  private static final double LARGEST_SIGNAL = 1_000;
  private static final int MOST_FEATURES = 1_024;

  private final List<Example> examples = new ArrayList<>();
  private long seen;
  private final int signals;
  private long random;

  ReplayMemory(int signals, long seed) {
    this.signals = signals;
    this.random = seed;
  }

  void add(Example example) {
    seen++;
    if (examples.size() < SIZE) {
      examples.add(example);
      return;
    }
    long place = Long.remainderUnsigned(next(), seen);
    if (place < SIZE) {
      examples.set((int) place, example);
    }
  }

  /** Passes on some examples, drawn at random, the same one possibly twice. */
  void draw(int count, Consumer<Example> action) {
    for (int i = 0; i < count && !examples.isEmpty(); i++) {
      action.accept(examples.get((int) Long.remainderUnsigned(next(), examples.size())));
    }
  }

  /** Replaces each example. */
  void replace(UnaryOperator<Example> replacement) {
    examples.replaceAll(replacement);
  }

  /** SplitMix64 (Steele, Lea and Flood 2014), whose state is one number. */
  private long next() {
    random += 0x9E3779B97F4A7C15L;
    long mixed = (random ^ random >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }

  void save(StateWriter out) throws IOException {
    out.section("replay", FORMAT);
    out.writeLong(seen);
    out.writeLong(random);
    out.writeInt(examples.size());
    for (Example example : examples) {
      out.writeLong(example.page);
      out.writeDouble(example.worth);
      for (double signal : example.signals) {
        out.writeDouble(signal);
      }
      out.writeInt(example.features.length);
      for (int feature : example.features) {
        out.writeInt(feature);
      }
    }
  }

  void restore(StateReader in) throws IOException {
    in.section("replay", FORMAT);
    examples.clear();
    seen = in.readNumber("followed links");
    random = in.readLong();
    int count = in.readInt(0, SIZE, "examples");
    for (int i = 0; i < count; i++) {
      examples.add(example(in));
    }
  }

  private Example example(StateReader in) throws IOException {
    long page = in.readNumber("page of an example");
    double worth = in.readDouble(0, 1, "worth of an example");
    var each = new double[signals];
    for (int i = 0; i < each.length; i++) {
      each[i] = in.readDouble(-LARGEST_SIGNAL, LARGEST_SIGNAL, "signal");
    }
    var features = new int[in.readInt(0, MOST_FEATURES, "features of an example")];
    for (int i = 0; i < features.length; i++) {
      features[i] = in.readInt();
    }
    return new Example(features, each, page, worth);
  }
}
