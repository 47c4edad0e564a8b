package io.dowser.crawler;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;

/**
 * One request on its way.
 *
 * @param candidate what the frontier gave
 * @param url where the request goes: the candidate's URL, or the target of its last redirect
 * @param redirects how many redirects led here
 */
record Flight(Candidate candidate, CrawlUrl url, int redirects) {

  static Flight of(Candidate candidate) {
    return new Flight(candidate, candidate.url(), 0);
  }

  Flight redirectedTo(CrawlUrl target) {
    return new Flight(candidate, target, redirects + 1);
  }
}
