/**
 * Decides when visited pages are rechecked: {@code fixed}, {@code adaptive} and {@code poisson},
 * found by name as {@link io.dowser.crawler.api.RevisitPolicy} plugins.
 *
 * <ul>
 *   <li>{@code fixed} (settings: {@code interval}, by default zero) rechecks each page equally
 *       often.
 *   <li>{@code adaptive} ({@code initial}, {@code min}, {@code max}, {@code inc}, {@code dec})
 *       rechecks a page more often after a change, and less often after none.
 *   <li>{@code poisson} ({@code prior}, {@code priorChanges}, {@code minInterval}) estimates how
 *       often each page changes, and rechecks first where a recheck gains most.
 * </ul>
 *
 * <p>Under each of them a page that is gone is rechecked at intervals that double ({@code
 * goneInterval}, {@code goneMaxInterval}).
 *
 * <pre>{@code
 * PluginRegistry.revisitPolicies(loader)
 *     .create("poisson", Settings.of(Map.of("prior", "P30D")), context);
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.revisit;

import org.jspecify.annotations.NullMarked;
