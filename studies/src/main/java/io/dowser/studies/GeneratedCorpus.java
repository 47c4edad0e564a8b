package io.dowser.studies;

import com.google.common.html.HtmlEscapers;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Generated webs with texts of real pages, one for each seed, side by side in one archive. No
 * address shows whether a page is relevant.
 */
final class GeneratedCorpus {

  /** The words that pages on finance share. */
  private static final List<String> FINANCE = List.of("经济", "市场", "企业", "消费", "投资", "金融", "亿元");

  private final WebShape shape;
  private final NewsTexts texts;

  GeneratedCorpus(WebShape shape, NewsTexts texts) {
    this.shape = shape;
    this.texts = texts;
  }

  /** Writes the webs of some random seeds, each with a question and seed pages. */
  void write(ComparisonFiles files, long firstSeed, int webs) throws IOException {
    for (long seed = firstSeed; seed < firstSeed + webs; seed++) {
      GeneratedWeb web = WebGenerator.generate(shape, seed);
      String name = shape.kind() + "-" + seed;
      int[] relevant = IntStream.range(0, web.size()).filter(web::isRelevant).toArray();
      files.question(name, FINANCE, urls(web, name, relevant), urls(web, name, web.seeds()));
      write(web, name, new SplittableRandom(~seed), files);
    }
  }

  private static List<String> urls(GeneratedWeb web, String name, int[] pages) {
    return Arrays.stream(pages).mapToObj(page -> url(web, name, page)).toList();
  }

  private void write(GeneratedWeb web, String name, SplittableRandom random, ComparisonFiles files)
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
      files.page(url(web, name, page), document(titles[page], body.toString()));
    }
  }

  /** A page in Chinese; the body is HTML. */
  private static String document(String title, String body) {
    String heading = escaped(title);
    return "<!DOCTYPE html><html lang=\"zh-cn\"><head><meta charset=\"utf-8\"><title>"
        + heading
        + "</title></head><body><h1>"
        + heading
        + "</h1>"
        + body
        + "</body></html>";
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
