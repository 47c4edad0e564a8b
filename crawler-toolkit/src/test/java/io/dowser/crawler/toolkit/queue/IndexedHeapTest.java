package io.dowser.crawler.toolkit.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndexedHeapTest {

  private static final double[] KEYS = {
    Double.NEGATIVE_INFINITY, -1, -0.0, 0.0, Double.MIN_VALUE, 1, 2, Double.POSITIVE_INFINITY
  };

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void agreesWithASortedMapThroughRandomOperations(long seed) {
    var random = new SplittableRandom(seed);
    int handles = 1 + random.nextInt(3_000);
    var heap = new IndexedHeap((a, b) -> a > b);
    var reference = new TreeMap<Integer, Double>();

    for (int step = 0; step < 6_000; step++) {
      int handle = random.nextInt(handles);
      double key = random.nextBoolean() ? KEYS[random.nextInt(KEYS.length)] : random.nextDouble();
      apply(random.nextInt(6), handle, key, heap, reference);

      assertThat(heap.size()).isEqualTo(reference.size());
      if (!reference.isEmpty()) {
        int first = first(reference);
        assertThat(heap.peek()).as("step %d", step).isEqualTo(first);
        assertThat(heap.peekKey()).isEqualTo(reference.get(first));
      }
    }
    drain(heap, reference);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {6, 7})
  void rekeyAllOrdersAnewInOnePass(long seed) {
    var random = new SplittableRandom(seed);
    for (int size : new int[] {0, 1, 2, 8, 9, 10, 73, 1_000}) {
      var heap = new IndexedHeap((a, b) -> a > b);
      var reference = new TreeMap<Integer, Double>();
      for (int handle = 0; handle < size; handle++) {
        heap.push(handle, random.nextInt(10));
        reference.put(handle, (double) random.nextInt(10));
      }

      heap.rekeyAll(reference::get);

      drain(heap, reference);
    }
  }

  @Test
  void equalKeysComeOutInOrderOfHandlesByDefault() {
    var heap = new IndexedHeap();
    for (int handle : new int[] {5, 3, 9, 1, 0, 7, 2, 8, 6, 4}) {
      heap.push(handle, 1.5);
    }

    for (int handle = 0; handle < 10; handle++) {
      assertThat(heap.pop()).isEqualTo(handle);
    }
  }

  @Test
  void sameKeyWithAnotherOrderAmongEqualsMovesTheHandle() {
    int[] age = {10, 20, 30};
    var heap = new IndexedHeap((a, b) -> age[a] < age[b]);
    heap.push(0, 1);
    heap.push(1, 1);
    heap.push(2, 1);

    age[2] = 5;
    heap.rekey(2, 1);

    assertThat(heap.peek()).isEqualTo(2);
  }

  @Test
  void handlesFarApartTakeMemoryOnlyAroundThem() {
    var heap = new IndexedHeap();
    heap.push(50_000_000, 1);
    heap.push(0, 2);

    assertThat(heap.pop()).isZero();
    assertThat(heap.contains(0)).isFalse();
    assertThat(heap.contains(50_000_000)).isTrue();
    assertThat(heap.contains(49_999_999)).isFalse();
    assertThat(heap.contains(-1)).isFalse();
  }

  @Test
  void refusesWhatCannotBeOrderedOrFound() {
    var heap = new IndexedHeap();
    heap.push(1, 1);

    assertThatThrownBy(() -> heap.push(1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("handle must be 0 or more and not in the heap, but was 1");
    assertThatThrownBy(() -> heap.push(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> heap.push(2, Double.NaN))
        .hasMessage("key must be a number, but was NaN");
    assertThatThrownBy(() -> heap.rekey(1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> heap.rekeyAll(handle -> Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> heap.key(2))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("handle 2 is not in the heap");
    assertThat(heap.pop()).isEqualTo(1);
    assertThatThrownBy(heap::pop).isInstanceOf(NoSuchElementException.class);
    assertThat(heap.remove(1)).isFalse();
  }

  private static void apply(
      int operation, int handle, double key, IndexedHeap heap, Map<Integer, Double> reference) {
    assertThat(heap.contains(handle)).isEqualTo(reference.containsKey(handle));
    if (operation < 3 && heap.contains(handle)) {
      assertThat(heap.key(handle)).isEqualTo(reference.put(handle, key));
      heap.rekey(handle, key);
    } else if (operation < 3) {
      reference.put(handle, key);
      heap.push(handle, key);
    } else if (operation == 3) {
      assertThat(heap.remove(handle)).isEqualTo(reference.remove(handle) != null);
    } else if (operation == 4 && !heap.isEmpty()) {
      reference.remove(heap.pop());
    }
  }

  private static void drain(IndexedHeap heap, Map<Integer, Double> reference) {
    while (!reference.isEmpty()) {
      int first = first(reference);
      assertThat(heap.pop()).isEqualTo(first);
      reference.remove(first);
    }
    assertThat(heap.isEmpty()).isTrue();
  }

  private static int first(Map<Integer, Double> reference) {
    return reference.keySet().stream()
        .max(Comparator.<Integer, Double>comparing(reference::get).thenComparing(h -> h))
        .orElseThrow();
  }
}
