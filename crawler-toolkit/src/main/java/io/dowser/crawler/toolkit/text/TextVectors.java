package io.dowser.crawler.toolkit.text;

/**
 * Turns texts into vectors; those of texts with similar meaning have similar directions.
 *
 * <p>A scorer of links that implements this shares its vectors with a scorer that learns. Where
 * dimensions differ in importance, the important ones come first. Implementations are thread-safe.
 *
 * <pre>{@code
 * float[] page = vectors.vector("tide tables of the North Sea");
 * float[] link = vectors.vector("high water times");
 * double closeness = 0;
 * for (int i = 0; i < vectors.dimensions(); i++) {
 *   closeness += page[i] * link[i]; // the cosine, -1 to 1
 * }
 * }</pre>
 */
public interface TextVectors {

  /** {@return the length of the vectors, 1 or more; always the same} */
  int dimensions();

  /**
   * {@return the vector of a text, of length 1, or zeros if nothing is known about the text}
   *
   * @param text any text
   */
  float[] vector(String text);
}
