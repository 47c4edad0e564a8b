package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Crawls pages with clocks, relative times, counters and session tokens twice: these are another
 * with each response, in the text and below it, in English and Chinese.
 */
@Tag("slow")
class RecrawlStableTextTest extends RecrawlFixture {

  private static final int PAGES = 60;

  private static final String[] TIMES = {
    "just now",
    "3 minutes ago",
    "about an hour ago",
    "2 days, 3 hours ago",
    "yesterday at 10:05",
    "on 27 November 2026",
    "Nov 27, 2026, 1:39 AM",
    "2026-11-27 01:39:07",
    "Fri, 27 Nov 2026 01:39:07 GMT"
  };

  private static final String[] CHINESE_TIMES = {
    "刚刚",
    "3分钟前",
    "约2小时前",
    "5天前",
    "昨天 10:05",
    "2026年11月27日 10:05",
    "2026-11-27 01:39:07",
    "11月27日 下午3点"
  };

  private static final String[] WORDS =
      ("the tide rises falls coast moon water harbour level current high low spring neap ocean gauge"
              + " measured because when most days month strong wind pressure")
          .split(" ", -1);

  private static final String HAN = "潮汐海水月球引力涨落周期港口水位测量强风气压大洋现象形成每天两次沿岸";

  private final Map<Integer, UnaryOperator<String>> edits = new HashMap<>();
  private final long seed = System.nanoTime();
  private final SplittableRandom clocks = new SplittableRandom(seed);

  private void serve() {
    for (int i = 0; i < PAGES; i++) {
      int number = i;
      site.on(path(i), request -> new ChangingSite.Answer(200, html(number), List.of()));
    }
  }

  private static String path(int page) {
    return page == 0 ? "/" : "/" + page;
  }

  private String html(int page) {
    String links =
        IntStream.of(page * 2 + 1, page * 2 + 2)
            .filter(each -> each < PAGES)
            .mapToObj(each -> "<li><a href='/" + each + "'>tides " + each + "</a></li>")
            .reduce("", String::concat);
    String article = edits.getOrDefault(page, text -> text).apply(article(page));
    boolean inMain = page % 4 < 2;
    return "<html><head><title>Page "
        + page
        + "</title><meta name=csrf content="
        + token()
        + "></head><body><div class=top>"
        + "<span>"
        + time(page)
        + "</span>"
        + " <a href='/'>Home</a></div>"
        + (inMain ? "<main>" : "<div id=content>")
        + "<h1>About the tides "
        + page
        + "</h1><div class=meta>"
        + byline(page)
        + "</div>"
        + article
        + "<form><input type=hidden value="
        + token()
        + "></form>"
        + (inMain ? "</main>" : "</div>")
        + "<ul>"
        + links
        + "</ul>"
        + (page % 3 == 0 ? "<footer>" : "<div class=foot>")
        + foot(page)
        + (page % 3 == 0 ? "</footer>" : "</div>")
        + "</body></html>";
  }

  private String byline(int page) {
    int count = 1 << clocks.nextInt(14);
    return page % 2 == 0
        ? "Posted "
            + time(page)
            + " by <a href='/'>Anna Admin</a> · "
            + number(count)
            + (count == 1 ? " view" : " views")
            + " · Replies: "
            + clocks.nextInt(50)
            + (page % 5 == 0 ? " · session " + token() : "")
        : "安娜 发布于 "
            + time(page)
            + " 浏览 "
            + number(count)
            + " · "
            + clocks.nextInt(50)
            + "条评论"
            + (page % 5 == 0 ? " · 会话 " + token() : "");
  }

  private String foot(int page) {
    double seconds = clocks.nextInt(1, 2000) / 1000.0;
    return page % 2 == 0
        ? "This page was generated "
            + time(page)
            + " in "
            + seconds
            + " seconds. Page generated in "
            + seconds
            + " seconds, "
            + clocks.nextInt(1, 90)
            + " queries. "
            + clocks.nextInt(1, 90)
            + " users online. It has been accessed "
            + number(clocks.nextInt(9_999))
            + " times."
        : "本页面生成于 "
            + time(page)
            + "，耗时 "
            + seconds
            + " 秒。本页面已经被浏览过 "
            + number(clocks.nextInt(9_999))
            + " 次，在线人数："
            + clocks.nextInt(1, 90);
  }

  private String time(int page) {
    String[] times = page % 2 == 0 ? TIMES : CHINESE_TIMES;
    return times[clocks.nextInt(times.length)];
  }

  private static String number(int count) {
    return count < 1_000
        ? "" + count
        : count / 1_000 + "," + (1_000 + count % 1_000 + "").substring(1);
  }

  private String token() {
    return Long.toHexString(clocks.nextLong() | 1L << 63) + Long.toHexString(clocks.nextLong());
  }

  /** What a reader sees as the page, which is the same each time. */
  private static String article(int page) {
    var random = new SplittableRandom(page);
    var article = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      article.append("<p>");
      for (int j = 0; j < 40; j++) {
        article.append(
            page % 2 == 0
                ? WORDS[random.nextInt(WORDS.length)] + " "
                : HAN.charAt(random.nextInt(HAN.length())));
      }
      article.append("</p>");
    }
    return article
        .append(
            page % 2 == 0
                ? "<p>The table costs 12 EUR, for version 15.2 of it.</p>"
                : "<p>潮汐表的价格是 12 元，版本为 15.2。</p>")
        .append("<ul><li>Brest and its harbour have 7 m</li><li>Cuxhaven has 3 m of it</li></ul>")
        .append(
            "<table><tr><th>The port<th>High tide</tr><tr><td>Brest in France<td>7 m</tr></table>")
        .toString();
  }

  @Test
  void clocksAndCountersAreNoChange() {
    serve();
    crawl();

    CrawlReport report = recrawl();

    assertThat(report.statistics().rechecks().made()).isEqualTo(PAGES);
    assertThat(changedPages()).as("seed %d", seed).isEmpty();
    assertThat(report.statistics().rechecks().changed()).isZero();
  }

  @Test
  void editsAreChanges() {
    serve();
    crawl();
    List<UnaryOperator<String>> kinds =
        List.of(
            text -> text.replace("12 EUR", "14 EUR").replace("12 元", "14 元"),
            text -> text.replace("15.2", "15.3"),
            text -> text.replace("<td>7 m", "<td>8 m"),
            text -> text.replace("<li>Cuxhaven has 3 m of it</li>", ""),
            text -> text.replace("</ul>", "<li>Dover has one as well</li></ul>"),
            text -> text + "<h2>Neap tides</h2><p>The tide is low then.</p>",
            text -> text.replaceFirst("<p>.*?</p>", ""),
            text -> text.replaceFirst("(<p>.{9}).", "$1x"),
            text -> text.replaceFirst("[.。]</p>", " not</p>"),
            text -> text.replaceFirst("(<p>.{30})", "$1</p><p>潮汐是海水的涨落。</p><p>"));
    List<String> edited = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      int page = 5 * i + 3;
      edits.put(page, kinds.get(i));
      assertThat(kinds.get(i).apply(article(page))).isNotEqualTo(article(page));
      edited.add(site.url(path(page)));
    }

    recrawl();

    assertThat(changedPages()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(edited);
  }

  private List<String> changedPages() {
    return log.all(CrawlEvent.Changed.class).stream()
        .map(event -> event.visit().url().toString())
        .toList();
  }
}
