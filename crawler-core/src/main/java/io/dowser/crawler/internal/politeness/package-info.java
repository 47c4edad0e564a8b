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
 * <p>The gate is asked about each task and notified of each answer. {@code PolitenessPlan} has the
 * rules of the crawl. Confined to the engine thread, but for what {@code HostView} and {@code
 * AddressBook} show to others.
 */
@NullMarked
package io.dowser.crawler.internal.politeness;

import org.jspecify.annotations.NullMarked;
