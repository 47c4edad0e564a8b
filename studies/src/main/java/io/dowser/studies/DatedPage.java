package io.dowser.studies;

import org.jsoup.nodes.Document;

/**
 * A page and the day of its publication.
 *
 * @param site the site; pages of one site are all in the same fold
 * @param published the day in ISO 8601
 */
record DatedPage(String site, String published, Document page) {}
