package io.dowser.crawler.api;

/**
 * A link of the page that was just visited, with the candidate for its target.
 *
 * <p>If a page links to one target several times, only the link with the highest score is passed
 * on.
 *
 * <pre>{@code
 * public void expand(Visit visit, List<ScoredLink> links) { // of a frontier
 *   for (ScoredLink scored : links) {
 *     if (!scored.pending()) {
 *       queue.add(scored.candidate());
 *     }
 *   }
 * }
 * }</pre>
 *
 * @param link the link as found on the page
 * @param candidate its target with score, depth, parent and path state as seen from this page
 * @param pending true if the target was known before; a frontier that still holds it may raise it,
 *     count the new in-link, or ignore it
 */
public record ScoredLink(Link link, Candidate candidate, boolean pending) {}
