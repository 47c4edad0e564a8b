package io.dowser.benchmarks;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Writes one page of a {@link Site}: navigation, paragraphs with links in them, a list of links.
 */
final class SitePage {

  /** Bytes to keep for a link of the closing list. */
  private static final int LIST_ITEM = 60;

  /** Links of the closing list, unless the page is too short for links in paragraphs. */
  private static final int LIST = 8;

  private final Site site;
  private final int page;
  private final SplittableRandom random;
  private final Phrases phrases;
  private final int[] targets;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(32_768);
  private int linked;

  SitePage(Site site, int page, SplittableRandom random) {
    this.site = site;
    this.page = page;
    this.random = random;
    this.phrases = site.phrases(page);
    this.targets = site.targets(page, random);
  }

  byte[] render() {
    int size = size();
    head();
    navigation();
    while (out.size() < size - LIST_ITEM * (targets.length - linked)) {
      paragraph();
    }
    write("<h2>&#8230;</h2>\n<ul>\n");
    while (linked < targets.length) {
      listItem();
    }
    write("</ul>\n<footer><p>").write("Page ").write(page + 1 + "</p></footer>\n</body></html>\n");
    return out.toByteArray();
  }

  private int size() {
    double ratio = (double) site.spec().maxBytes() / site.spec().minBytes();
    return (int) (site.spec().minBytes() * Math.pow(ratio, random.nextDouble()));
  }

  private void head() {
    int title = phrases.pick(random);
    write("<!DOCTYPE html>\n<html lang=\"").write(phrases.language()).write("\">\n<head>");
    write("<meta charset=\"utf-8\"><title>").write(phrases.anchor(title)).write("</title>\n");
    write("<link rel=\"stylesheet\" href=\"/style.css\">");
    write("<style>nav li { display: inline }</style></head>\n<body>\n");
  }

  private void navigation() {
    write("<nav><ul>\n");
    for (int i = 0; i < Site.NAVIGATION; i++) {
      listItem();
    }
    write("</ul></nav>\n<h1>").write(phrases.anchor(phrases.pick(random))).write("</h1>\n");
  }

  private void paragraph() {
    write("<p>");
    int sentences = random.nextInt(2, 6);
    for (int i = 0; i < sentences; i++) {
      sentence(i == 0 && linked < targets.length - LIST);
    }
    write("</p>\n");
  }

  private void sentence(boolean withLink) {
    int sentence = phrases.pick(random);
    if (withLink) {
      link(sentence);
    } else {
      write(phrases.anchor(sentence));
    }
    write(phrases.rest(sentence));
  }

  private void listItem() {
    write("<li>");
    link(phrases.pick(random));
    write("\n");
  }

  private void link(int sentence) {
    write("<a href=\"").write(site.href(page, targets[linked++])).write("\">");
    write(phrases.anchor(sentence)).write("</a>");
  }

  private SitePage write(String text) {
    return write(text.getBytes(StandardCharsets.UTF_8));
  }

  private SitePage write(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }
}
