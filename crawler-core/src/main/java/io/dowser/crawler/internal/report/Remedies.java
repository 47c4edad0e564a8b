package io.dowser.crawler.internal.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** Names for each reason why something was not fetched or not queued what a person can do. */
final class Remedies {

  /** Remedies by the beginnings of reasons, the longer ones before those they begin with. */
  private static final Map<String, String> BY_REASON = new LinkedHashMap<>();

  static {
    add(
        "link skipped: nofollow",
        "The pages ask crawlers not to follow these links. If this is your site: the setting"
            + " pageAnalyzer.obeyNofollow=false, or dowser crawl --follow-nofollow.");
    add("link skipped: ugc", "If you want links that visitors wrote: pageAnalyzer.obeyUgc=false.");
    add("link skipped: sponsored", "If you want paid links: pageAnalyzer.obeySponsored=false.");
    add(
        "link skipped: out of scope",
        "If it belongs to the crawl: add it as a seed, or start again and visit more than the hosts of"
            + " the seeds (setting stayOn).");
    add(
        "link skipped: excluded",
        "You have excluded such URLs. Withdraw that, and links of later pages lead to them.");
    add("link skipped: too deep", "If it belongs to the crawl: add it as a seed; maxDepth is set.");
    add("link skipped: policy", "Your link policy decides this.");
    add("link skipped: scorer", "The scorer decides this; see its settings.");
    add("link skipped: forbidden", "Respect it. On your own site: change robots.txt.");
    add(
        "link skipped: media type",
        "For documents, add crawler-tika, or traps.skipUnreadTypes=false.");
    add("link skipped: frontier full", "Set a larger -Xmx, a directory or a narrower scope.");
    add("link skipped: memory budget", "Set a larger -Xmx, a directory or a narrower scope.");
    add(
        "link skipped: host budget",
        "If the host deserves more: traps.pagesPerHost, or its hostRules.");
    add("link skipped: too many hosts", "If these are real sites: traps.maxHostsPerDomain.");
    add("link skipped: domain share", "If the domain deserves more memory: a larger -Xmx.");
    add(
        "link skipped: duplicate page",
        "Links of copies; to follow them: traps.expandDuplicates=true.");
    add("link skipped: no web address", "No action is needed: it is no http or https URL.");
    add(
        "link skipped: too many links",
        "Nothing, unless the page is a list: a sitemap has all URLs.");
    add("link skipped: parameter", "Nothing; if the pages differ: traps.mergeParameters=false.");
    add("link skipped: sort order", "Nothing; if it was none: traps.skipSortOrders=false.");
    add("link skipped: session id", "Nothing; if it was none: traps.skipSessionIds=false.");
    add("link skipped: calendar", "Nothing; if it was none: traps.firstYear, traps.lastYear.");
    add("link skipped: ", "A trap. If it was none, see the settings traps.*.");
    add("not fetched: forbidden by robots.txt", "Respect it. On your own site: change robots.txt.");
    add(
        "not fetched: robots.txt unreachable",
        "The robots.txt of the host fails or does not respond, so nothing may be fetched. Try again"
            + " later, by a recrawl.");
    add("not fetched: host given up", "The host failed too often. Try again later, by a recrawl.");
    add("not fetched: host budget", "If the host deserves more: traps.pagesPerHost.");
    add(
        "not fetched: excluded",
        "You have excluded such URLs. Withdraw that: a crawl with a directory then fetches them.");
    add("not fetched: ", "Nothing.");
    add(
        "fetch failed: http status 4",
        "Dead links are normal. If there are many 403 or 429: a longer politeness.delay.");
    add(
        "fetch failed: http status",
        "The server fails, or refuses for the moment. Try again later, by dowser recrawl.");
    add("fetch failed: dns", "The host does not exist, or your name server fails.");
    add(
        "fetch failed: forbidden address",
        "A private address; if it is your network: addressRules.");
    add("fetch failed: logged out", "Exclude links that log out; see the login.");
    add("fetch failed: not rendered", "The browser hung or crashed on the page.");
    add("fetch failed: tls", "The certificate is not valid; nothing unless it is your site.");
    add("fetch failed: ", "Try again later, by a recrawl.");
    add("retried: ", "No action is needed: the request is made again.");
    add("redirect not followed", "No action is needed: the target is known, or out of scope.");
    add("page in another language", "If you want it: add the language to languages.");
    add("plugin failed", "A bug in a plugin; the log has its error.");
    add(
        "host slowed: crawl delay",
        "No action is needed: the host asks for a longer delay than is granted.");
    add(
        "host slowed: ",
        "The crawl waits, because the host asks for it or fails. If this is your site: see its log.");
    add("not modified", "No action is needed: the page is as it was.");
    add("deferred: ", "No action is needed: URLs of this kind brought little, so they come last.");
  }

  private Remedies() {}

  private static void add(String beginning, String remedy) {
    BY_REASON.put(beginning, remedy);
  }

  /** Returns what to do about a reason, empty if that is not known. */
  static String of(String reason) {
    return BY_REASON.entrySet().stream()
        .filter(each -> reason.startsWith(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }
}
