package io.dowser.crawler.shark;

import io.dowser.corpora.CorpusFiles;
import io.dowser.corpora.ReplayWeb;
import io.dowser.corpora.Wikispeedia;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.testkit.InMemoryWeb.WebPage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The webs of the comparison. */
final class Corpora {

  private static final String WIKI = "http://wikispeedia.example/";

  private Corpora() {}

  /** Pages of one label from other universities, to fit thresholds with. */
  static List<String> webkbSamples(String label, int most) {
    return CorpusFiles.objects("webkb/misc.jsonl.gz").stream()
        .filter(page -> page.get("label").equals(label))
        .map(page -> page.get("body"))
        .limit(most)
        .toList();
  }

  /** Three manuals; the label is the beginning of the file name. */
  static ReplayWeb<String> zhDocs() {
    return ReplayWeb.manuals(
        List.of(
            "https://docs.gimp.org/2.10/zh_CN/index.html",
            "https://lilypond.org/doc/v2.24/Documentation/web/index.zh.html",
            "https://www.debian.org/doc/manuals/debian-reference/index.zh-cn.html"),
        page -> beginning(page.get("url")));
  }

  private static String beginning(String url) {
    String[] name = url.substring(url.lastIndexOf('/') + 1).split("[-.]", 3);
    return name.length > 1 ? name[0] + "-" + name[1] : name[0];
  }

  /** Articles with title, gloss and titled links in random order; the label is all categories. */
  static ReplayWeb<String> wikispeedia(long seed, String start) {
    var random = new Random(seed);
    var wiki = Wikispeedia.read();
    var web = new ReplayWeb.Builder<String>();
    wiki.links()
        .forEach(
            (name, targets) -> {
              List<String> shuffled = new ArrayList<>(targets);
              Collections.shuffle(shuffled, random);
              web.page(
                  WIKI + name,
                  String.join(" ", wiki.categories().getOrDefault(name, List.of())),
                  article(name, wiki.glosses().getOrDefault(name, ""), shuffled));
            });
    return web.build(List.of(WIKI + start));
  }

  private static String article(String name, String gloss, List<String> targets) {
    List<WebLink> links =
        targets.stream()
            .map(target -> WebLink.to(WIKI + target, Wikispeedia.title(target)))
            .toList();
    var url = CrawlUrl.of("http://article.example/"); // not written
    return new WebPage(url, Wikispeedia.title(name), gloss, links).toHtml();
  }
}
