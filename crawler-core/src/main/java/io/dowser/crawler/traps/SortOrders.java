package io.dowser.crawler.traps;

import io.dowser.crawler.api.CrawlUrl;
import java.util.regex.Pattern;

/**
 * Recognises links of directory listings that sort the listing. Servers that list directories have
 * adopted their parameters from one another: {@code C} names the column, by name, date, size, type
 * or description, and {@code O} an ascending or descending order. Older ones write {@code N=D};
 * {@code F} and {@code V} choose a layout and whether versions are compared.
 */
final class SortOrders {

  private static final String PARAMETER = "(?:C=[NMSTD]|[NMSDO]=[AD]|F=[012]|V=[01])";
  private static final Pattern QUERY = Pattern.compile(PARAMETER + "(?:[;&]" + PARAMETER + ")*+");

  private SortOrders() {}

  static boolean isSortOrder(CrawlUrl page, CrawlUrl target) {
    String query = target.query();
    String path = target.path();
    return !query.isEmpty()
        && path.endsWith("/")
        && target.hasOriginOf(page)
        && path.equals(page.path())
        && QUERY.matcher(query).matches();
  }
}
