package io.dowser.crawler.meaning;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The scores of a page.
 *
 * @param words the relevance by words, 0 to 1
 * @param meaning the cosine with the topic, -1 to 1
 */
record PageScores(double words, double meaning) {

  static void saveAll(List<PageScores> pages, StateWriter out) throws IOException {
    out.writeInt(pages.size());
    for (PageScores page : pages) {
      out.writeDouble(page.words);
      out.writeDouble(page.meaning);
    }
  }

  static List<PageScores> restoreAll(StateReader in, int most) throws IOException {
    List<PageScores> pages = new ArrayList<>();
    for (int left = in.readInt(0, most, "best pages"); left > 0; left--) {
      double words = in.readDouble(0, 1, "score by words");
      pages.add(new PageScores(words, in.readDouble(-1, 1, "score by meaning")));
    }
    return pages;
  }
}
