/**
 * Tests plugins: one contract for each kind of plugin, and a small web in memory.
 *
 * <p>A contract is an abstract JUnit class. A plugin's own test extends it, creates the plugin, and
 * inherits every check that the engine relies on. Checks of plugins that learn or are resumable are
 * skipped for others. Checks that draw random input run once for each seed and name the seed; the
 * configuration parameter or system property {@code dowser.testkit.seeds} sets the number of seeds,
 * 10 by default.
 *
 * <pre>{@code
 * class AnchorShareScorerTest extends LinkScorerContract {
 *   @Override
 *   protected LinkScorer scorer(RandomGenerator random) {
 *     return new AnchorShareScorer("laser");
 *   }
 *
 *   @Override
 *   protected List<String> knownWords() {
 *     return List.of("laser");
 *   }
 * }
 * }</pre>
 *
 * <p>Unless a parameter is marked nullable, {@code null} is refused with a {@link
 * java.lang.NullPointerException}.
 */
@NullMarked
package io.dowser.crawler.testkit;

import org.jspecify.annotations.NullMarked;
