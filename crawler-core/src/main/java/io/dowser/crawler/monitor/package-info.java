/**
 * A page on which people watch and steer running crawls.
 *
 * <pre>{@code
 * try (CrawlMonitor monitor = CrawlMonitor.serve(8080)) {
 *   CrawlHandle crawl = crawler.start();
 *   monitor.watch(crawl);
 *   System.out.println("open " + monitor.uri());
 *   crawl.await();
 * }
 * }</pre>
 *
 * <pre>
 *   CrawlMonitor ──► MonitorHandler ──► MonitorAccess (who may ask)
 *                          │
 *                          └──► MonitorApi ──► Watched (a crawl of this process, or of a directory)
 *                                    │
 *                                    └──► CrawlFolder (starts crawls)
 * </pre>
 */
@NullMarked
package io.dowser.crawler.monitor;

import org.jspecify.annotations.NullMarked;
