/**
 * Rules for the network addresses that a crawl may connect to.
 *
 * <pre>{@code
 * Politeness.builder().addressRules(AddressRules.publicAnd("10.1.0.0/16", "intranet.example.org"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.net;

import org.jspecify.annotations.NullMarked;
