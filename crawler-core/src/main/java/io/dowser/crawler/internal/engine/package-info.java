/**
 * The crawl loop: workers, page processing, link admission, redirects and counters.
 *
 * <p>One turn of the loop, with what each class passes on:
 *
 * <pre>
 *   Frontier ──candidate──► Dispatcher ──task──► Workers ──► PageProcessor, SiteRequests
 *      ▲                                            │        (threads of the workers)
 *      │                                         Outcome
 *      │                                            ▼
 *   LinkAdmission ◄──links── VisitRecorder ◄── OutcomeHandler ──► Redirects, SiteInfoHandler,
 *                                  │                              FailureHandler
 *                                  └──► Observers, PageArchive, CrawlCounters, ReportCollector
 * </pre>
 *
 * <p>{@code Engine} runs the loop, and {@code EngineContext} has what these classes share. All but
 * what the workers run is confined to the engine thread.
 */
@NullMarked
package io.dowser.crawler.internal.engine;

import org.jspecify.annotations.NullMarked;
