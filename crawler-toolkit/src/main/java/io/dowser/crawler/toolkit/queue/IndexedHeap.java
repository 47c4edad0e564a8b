package io.dowser.crawler.toolkit.queue;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.function.IntToDoubleFunction;

/**
 * A heap of int handles with double keys, highest key first, in which a handle can be found again.
 *
 * <p>Eight children a node, on primitive arrays: two levels fewer to climb than a binary heap for
 * every factor of 64, and the keys of all children of a node lie side by side. An entry takes 16
 * bytes: key, handle, and the place of the handle. Handles should be small numbers, given out
 * densely and used again: the memory for places grows with the largest handle.
 *
 * <p>Among equal keys a {@link Ties} decides, so the order is total and never depends on the
 * history of the heap. Keys are ordered as {@link Double#compare} orders them: 0.0 goes before
 * -0.0. {@link #push}, {@link #pop}, {@link #rekey} and {@link #remove} take O(log n) time.
 *
 * <p>Source: D. B. Johnson, <i>Priority queues with update and finding minimum spanning trees</i>,
 * Information Processing Letters 4 (1975), for the heap with d children.
 *
 * <p>Not thread-safe.
 */
public final class IndexedHeap {

  /** Decides between two handles whose keys are equal. */
  @FunctionalInterface
  public interface Ties {

    /**
     * {@return true if one handle goes before another; of two handles exactly one does}
     *
     * @param a a handle in the heap
     * @param b another handle in the heap
     */
    boolean goesBefore(int a, int b);
  }

  /** Most handles that one heap holds; the index of a child must stay an int. */
  public static final int MAX_SIZE = 1 << 28;

  private static final int BITS = 3;
  private static final int CHILDREN = 1 << BITS;
  private static final int LEAST_CAPACITY = 4;

  private final Ties ties;
  private final IntColumn places;
  private int[] handles = new int[LEAST_CAPACITY];
  private double[] keys = new double[LEAST_CAPACITY];
  private int size;

  /** Creates an empty heap in which of two equal keys the smaller handle goes first. */
  public IndexedHeap() {
    this((a, b) -> a < b);
  }

  /**
   * Creates an empty heap.
   *
   * @param ties decides among equal keys; while a handle is in the heap its order relative to
   *     others may only change together with a {@link #rekey} of that handle
   */
  public IndexedHeap(Ties ties) {
    this(ties, new IntColumn());
  }

  /** Creates a heap that shares the places with others; no handle is in two of them. */
  IndexedHeap(Ties ties, IntColumn places) {
    this.ties = requireNonNull(ties, "ties");
    this.places = places;
  }

  /**
   * Adds a handle.
   *
   * @param handle 0 or more
   * @param key any number, infinities included
   * @throws IllegalArgumentException if the handle is negative or in the heap already, or the key
   *     is not a number
   * @throws IllegalStateException if the heap holds {@link #MAX_SIZE} handles
   */
  public void push(int handle, double key) {
    if (handle < 0 || contains(handle)) {
      throw new IllegalArgumentException(
          "handle must be 0 or more and not in the heap, but was " + handle);
    }
    checkKey(key);
    siftUp(nextPlace(), handle, key);
  }

  /** Adds a handle that is not there, at the end; {@link #rekeyAll} must follow the last one. */
  void append(int handle) {
    put(nextPlace(), handle, 0);
  }

  private int nextPlace() {
    if (size == MAX_SIZE) {
      throw new IllegalStateException("the heap is full: it holds " + MAX_SIZE + " handles");
    }
    if (size == keys.length) {
      resize(size + Math.max(LEAST_CAPACITY, size >> 2));
    }
    return size++;
  }

  /**
   * {@return the handle that {@link #pop} would take}
   *
   * @throws NoSuchElementException if the heap is empty
   */
  public int peek() {
    if (size == 0) {
      throw new NoSuchElementException("the heap is empty");
    }
    return handles[0];
  }

  /**
   * {@return the highest key, that of {@link #peek}}
   *
   * @throws NoSuchElementException if the heap is empty
   */
  public double peekKey() {
    peek();
    return keys[0];
  }

  /**
   * Takes the first handle out.
   *
   * @return the handle
   * @throws NoSuchElementException if the heap is empty
   */
  public int pop() {
    int first = peek();
    removeAt(0);
    return first;
  }

  /**
   * {@return whether it was pushed and neither popped nor removed since}
   *
   * @param handle any number
   */
  public boolean contains(int handle) {
    if (handle < 0) {
      return false;
    }
    // places are never erased: a stale one points beyond the end or at another handle
    int place = places.get(handle);
    return place < size && handles[place] == handle;
  }

  /**
   * {@return the key of a handle}
   *
   * @param handle a handle in the heap
   * @throws NoSuchElementException if it is not in the heap
   */
  public double key(int handle) {
    return keys[placeOf(handle)];
  }

  /**
   * Raises or lowers the key of a handle; also to be called with the same key if its order among
   * equal keys has changed.
   *
   * @param handle a handle in the heap
   * @param key any number, infinities included
   * @throws NoSuchElementException if it is not in the heap
   * @throws IllegalArgumentException if the key is not a number
   */
  public void rekey(int handle, double key) {
    int place = placeOf(handle);
    checkKey(key);
    settle(place, handle, key);
  }

  /**
   * Takes a handle out, wherever it is.
   *
   * @param handle any number
   * @return true if it was in the heap
   */
  public boolean remove(int handle) {
    if (!contains(handle)) {
      return false;
    }
    removeAt(places.get(handle));
    return true;
  }

  /**
   * Sets a new key for every handle and restores the order in one pass of O(n).
   *
   * @param newKey the new key of a handle; if it throws, the heap is as before
   * @throws IllegalArgumentException if a new key is not a number; the heap is as before
   */
  public void rekeyAll(IntToDoubleFunction newKey) {
    double[] fresh = new double[keys.length];
    for (int i = 0; i < size; i++) {
      fresh[i] = newKey.applyAsDouble(handles[i]);
      checkKey(fresh[i]);
    }
    keys = fresh;
    for (int i = (size - 2) >> BITS; i >= 0; i--) {
      siftDown(i, handles[i], keys[i]);
    }
  }

  /** {@return the number of handles, 0 or more} */
  public int size() {
    return size;
  }

  /** {@return whether the heap holds nothing} */
  public boolean isEmpty() {
    return size == 0;
  }

  private void removeAt(int place) {
    size--;
    if (place != size) {
      settle(place, handles[size], keys[size]);
    }
    if (size < keys.length >> 2 && keys.length > CHILDREN * LEAST_CAPACITY) {
      resize(keys.length >> 1);
    }
  }

  private void settle(int place, int handle, double key) {
    int parent = (place - 1) >> BITS;
    if (place > 0 && before(key, handle, keys[parent], handles[parent])) {
      siftUp(place, handle, key);
    } else {
      siftDown(place, handle, key);
    }
  }

  private void siftUp(int from, int handle, double key) {
    int place = from;
    while (place > 0) {
      int parent = (place - 1) >> BITS;
      if (!before(key, handle, keys[parent], handles[parent])) {
        break;
      }
      put(place, handles[parent], keys[parent]);
      place = parent;
    }
    put(place, handle, key);
  }

  private void siftDown(int from, int handle, double key) {
    int place = from;
    for (int child = (place << BITS) + 1; child < size; child = (place << BITS) + 1) {
      int best = bestOf(child, Math.min(child + CHILDREN, size));
      if (!before(keys[best], handles[best], key, handle)) {
        break;
      }
      put(place, handles[best], keys[best]);
      place = best;
    }
    put(place, handle, key);
  }

  private int bestOf(int from, int to) {
    int best = from;
    double bestKey = keys[from];
    for (int i = from + 1; i < to; i++) {
      double key = keys[i];
      if (key > bestKey || (key == bestKey && before(key, handles[i], bestKey, handles[best]))) {
        best = i;
        bestKey = key;
      }
    }
    return best;
  }

  private boolean before(double keyA, int a, double keyB, int b) {
    if (keyA != keyB) {
      return keyA > keyB;
    }
    int zeros = Double.compare(keyA, keyB); // 0.0 and -0.0 are equal to the operators
    return zeros != 0 ? zeros > 0 : ties.goesBefore(a, b);
  }

  private void put(int place, int handle, double key) {
    handles[place] = handle;
    keys[place] = key;
    places.set(handle, place);
  }

  private void resize(int capacity) {
    handles = Arrays.copyOf(handles, capacity);
    keys = Arrays.copyOf(keys, capacity);
  }

  private int placeOf(int handle) {
    if (!contains(handle)) {
      throw new NoSuchElementException("handle " + handle + " is not in the heap");
    }
    return places.get(handle);
  }

  static double checkKey(double key) {
    if (Double.isNaN(key)) {
      throw new IllegalArgumentException("key must be a number, but was " + key);
    }
    return key;
  }
}
