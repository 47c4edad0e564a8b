/**
 * The crawl loop. One turn of it, with what each class passes on:
 *
 * <pre>
 *   PendingUrls ──candidate──► Dispatcher ──task──► Workers ──► PageProcessor, SiteRequests
 *      ▲                                               │        (threads of the workers)
 *      │                                            Outcome
 *      │                                               ▼
 *   LinkAdmission ◄──page── VisitRecorder ◄───── OutcomeHandler ──► Redirects, SiteOutcomes,
 *                                │                                  RecheckRecorder, FailureHandler
 *                                └──► Learning, Events, PageArchive, CrawlCounters
 * </pre>
 *
 * <p>{@code Engine} creates all of these and runs the loop; each names in its constructor what it
 * uses. All but what the workers run is confined to the engine thread.
 */
@NullMarked
package io.dowser.crawler.internal.engine;

import org.jspecify.annotations.NullMarked;
