package io.dowser.crawler.wanglandau;

import io.dowser.crawler.testkit.RandomWeb;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * All variants on a web with enough links that a frontier's state is saved as a whole on the way.
 * The processes that are killed do not know the property, so this is a separate class.
 */
@Tag("exhaustive")
class ResumedLargeWalkTest extends ResumedWalkTest {

  @Override
  protected List<String> variants() {
    return List.copyOf(SETTINGS.keySet());
  }

  @Override
  protected RandomWeb web() {
    return RandomWeb.builder(3).pages(400).hosts(12).linksPerPage(60).build();
  }

  public static void main(String[] arguments) {
    new ResumedLargeWalkTest().crawlUntilKilled(arguments);
  }
}
