/**
 * Decides when a request to a host may start: delays, robots.txt, back-off, unresponsive hosts.
 *
 * <pre>
 *   PolitenessGate ──► RobotsGate ──────┐
 *       │                               ▼
 *       ├──────────► HostFailures ──► DelayedTasks ──► FetchTask
 *       │                │              │
 *       │                ▼              ▼
 *       │             BackOff       HostSchedule ──► HostTable, HostDelayQueue ──► HostState
 *       └───────────────────────────────┘
 * </pre>
 *
 * <p>The gate decides about each task and is notified of each response. {@code PolitenessPlan} has
 * the rules of the crawl. Confined to the engine thread, except the methods with {@code HostView}
 * and {@code AddressBook} that are marked as thread-safe.
 */
@NullMarked
package io.dowser.crawler.internal.politeness;

import org.jspecify.annotations.NullMarked;
