package io.dowser.crawler.lab;

import com.google.common.html.HtmlEscapers;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Generated webs with texts of real pages, one for each seed, side by side in one archive. No
 * address shows whether a page is relevant.
 */
final class GeneratedCorpus {

  private final WebShape shape;
  private final NewsTexts texts;

  GeneratedCorpus(WebShape shape, NewsTexts texts) {
    this.shape = shape;
    this.texts = texts;
  }

  /** Writes the webs of some seeds, each with a question and seeds of its own. */
  void write(CorpusKit kit, long firstSeed, int webs) throws IOException {
    try (ArchiveWriter archive = kit.archive("pages")) {
      for (long seed = firstSeed; seed < firstSeed + webs; seed++) {
        GeneratedWeb web = WebGenerator.generate(shape, seed);
        String name = shape.kind() + "-" + seed;
        kit.question(name, ChineseNews.FINANCE, labels(web, name));
        kit.seeds(name, Arrays.stream(web.seeds()).mapToObj(page -> url(web, name, page)).toList());
        write(web, name, new SplittableRandom(~seed), archive);
      }
    }
    kit.comparison("compare", "pages");
  }

  private static Map<String, Double> labels(GeneratedWeb web, String name) {
    Map<String, Double> labels = new LinkedHashMap<>();
    for (int page = 0; page < web.size(); page++) {
      if (web.isRelevant(page)) {
        labels.put(url(web, name, page), 1.0);
      }
    }
    return labels;
  }

  private void write(GeneratedWeb web, String name, SplittableRandom random, ArchiveWriter archive)
      throws IOException {
    var titles = new String[web.size()];
    for (int page = 0; page < titles.length; page++) {
      titles[page] = texts.title(web.roles()[page], random);
    }
    for (int page = 0; page < titles.length; page++) {
      var body = new StringBuilder();
      texts.paragraphs(web.roles()[page], random).forEach(text -> paragraph(body, escaped(text)));
      for (int target : web.links()[page]) {
        boolean generic = random.nextDouble() < shape.generic();
        String text = generic ? texts.generic(random) : titles[target];
        paragraph(body, "<a href=\"" + url(web, name, target) + "\">" + escaped(text) + "</a>");
      }
      archive.html(url(web, name, page), ChineseNews.document(titles[page], body.toString()));
    }
  }

  private static void paragraph(StringBuilder body, String html) {
    body.append("<p>").append(html).append("</p>\n");
  }

  private static String escaped(String text) {
    return HtmlEscapers.htmlEscaper().escape(text);
  }

  private static String url(GeneratedWeb web, String name, int page) {
    return String.format(Locale.ROOT, "http://h%d-%s.example/%d", web.hosts()[page], name, page);
  }
}
