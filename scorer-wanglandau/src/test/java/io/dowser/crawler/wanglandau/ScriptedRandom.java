package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/** Returns the numbers of a trace, one after the other. */
final class ScriptedRandom extends SplitMix {

  private final Queue<Double> numbers;
  private IntConsumer before = place -> {};
  private int place;

  ScriptedRandom(double... numbers) {
    super(0);
    this.numbers = Arrays.stream(numbers).boxed().collect(Collectors.toCollection(ArrayDeque::new));
  }

  /** Sets who is notified the place of a number, from 0, before it is given. */
  void before(IntConsumer listener) {
    before = listener;
  }

  @Override
  public double nextDouble() {
    before.accept(place++);
    return numbers.remove();
  }

  @Override
  public long nextLong() {
    throw new UnsupportedOperationException("a trace has numbers of 0 to 1 only");
  }

  int left() {
    return numbers.size();
  }

  @Override
  public void save(StateWriter out) {}

  @Override
  public void restore(StateReader in) {}
}
