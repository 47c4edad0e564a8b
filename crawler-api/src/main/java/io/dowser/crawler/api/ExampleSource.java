package io.dowser.crawler.api;

import java.util.function.BiConsumer;

/**
 * A judge that knows of some pages whether they are relevant, by examples or by answers to its
 * questions. A judge that contains it can learn from the same pages.
 */
public interface ExampleSource {

  /**
   * Sets the listener for texts of known pages, and whether they are relevant. It gets those that
   * are known now at once, and later ones on the thread of the engine.
   *
   * @param listener the only listener
   */
  void onExample(BiConsumer<String, Boolean> listener);
}
