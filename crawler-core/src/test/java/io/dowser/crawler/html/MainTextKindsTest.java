package io.dowser.crawler.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.dowser.crawler.api.AnalyzedPage;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is main text on pages that are no articles, and what is not on those that are. */
class MainTextKindsTest {

  private static final String SENTENCE =
      "The tide rises and falls twice a day on most coasts, number # says.";

  private static final String MENU =
      "<div class='menu'><ul>"
          + "<li><a href=/s>A section of the site</a>".repeat(9)
          + "</ul></div>";

  private static final String FOOT =
      "<div class=copyright>Copyright 2026, all rights reserved</div>";

  private static String sentences(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> SENTENCE.replace("#", "" + i))
        .collect(Collectors.joining(" "));
  }

  @Test
  void commentsRelatedStoriesAndFormsAreLeftOut() {
    String html =
        MENU
            + "<div class=post><h1>On tides</h1><div class='share'><a href=/s>Share on a network</a></div><p>"
            + sentences(0, 4)
            + "<p>"
            + sentences(4, 4)
            + "<ul><li>Brest has seven metres of it, on average<li>Dover has six</ul><p>"
            + sentences(8, 4)
            + "</div><div class=related-posts><h3>Related stories</h3><ul><li><a href=/a>A story of the"
            + " sea</a><li><a href=/b>Another story of the sea</a></ul></div>"
            + "<div id=comments><h3>Comments</h3><p>I like tides, they are very nice to me.</p>"
            + "<p>Thank you for this, I read it to the end.</p></div>"
            + "<form class=newsletter><p>Subscribe to our newsletter, it is free of charge.</form>"
            + FOOT;

    String text = main(html);
    assertThat(text)
        .contains("On tides", "number 0", "number 11", "Brest has seven", "Dover has six");
    assertThat(text)
        .doesNotContain("Related", "story of the sea", "I like tides", "Thank you", "Subscribe")
        .doesNotContain("section of", "Share on", "Copyright");
  }

  @Test
  void titleThatIsNoHeadingStays() {
    String html = MENU + "<div><div>Tides of Brest</div><p>" + sentences(0, 8) + "</div>" + FOOT;

    assertThat(main("Tides of Brest", html)).startsWith("Tides of Brest");
  }

  @ParameterizedTest
  @ValueSource(strings = {"header", "nav", "aside"})
  void onlyHeadingStaysAlthoughItsHeaderIsLeftOut(String header) {
    String html =
        "<HEADER>A site <h1>Tides of Brest</h1></HEADER>".replace("HEADER", header)
            + "<article><p>"
            + sentences(0, 8)
            + "</article>";

    assertThat(main("Tides of Brest - A site", html))
        .startsWith("Tides of Brest\nThe tide")
        .doesNotContain("A site");
    assertThat(main("Ebb and flow at Brest - A site", html)).startsWith("The tide");
    assertThat(main("Tides of Brest - A site", html + "<h1>More</h1>")).startsWith("The tide");
    assertThat(
            main("Tides of Brest - A site", "<div hidden>" + html.replace("<article>", "</div>")))
        .startsWith("The tide");
  }

  @Test
  void chineseArticlesEndBeforeWhatIsRecommended() {
    String text = "潮汐是在月球和太阳引力作用下形成的海水周期性涨落现象，每天发生两次。".repeat(4);
    String html =
        "<div class=nav><a href=/1>首页</a><a href=/2>新闻</a><a href=/3>财经</a></div>"
            + "<div class=article><h1>什么是潮汐</h1><div class=info>2026年11月27日 来源：海洋报</div><p>　　"
            + text
            + "</p><p>　　"
            + text
            + "</p><p class=editor>（责任编辑：张三）</p></div>"
            + "<div class=tuijian><h3>相关推荐</h3><ul><li><a href=/4>海水为什么是咸的？</a><li><a href=/5>月球的"
            + "引力有多大？</a></ul></div><div class=pinglun><p>写得真好，我很喜欢这篇文章。</p></div>";

    assertThat(main(html)).contains("什么是潮汐", text);
    assertThat(main(html)).doesNotContain("首页", "咸的", "喜欢这篇");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<h2>Kommentare</h2>", "<h2>12 Comments</h2>", "<h2>网友评论</h2>"})
  void forumsKeepAllPosts(String heading) {
    for (String kind : List.of("post", "comment", "message comment-body")) {
      String posts =
          IntStream.range(0, 12)
              .mapToObj(
                  i ->
                      "<div class='#'><div class=author><a href=/u>user</a></div><div class='#-text'><p>"
                              .replace("#", kind)
                          + sentences(10 * i, 2)
                          + "</p></div></div>")
              .reduce("", String::concat);

      String text =
          main(
              MENU
                  + "<h1>Why are there tides?</h1><div id=thread>"
                  + heading
                  + posts
                  + "</div>"
                  + FOOT);
      for (int i = 0; i < 12; i++) {
        assertThat(text).as(kind).contains("number " + 10 * i + " says", "number " + (10 * i + 1));
      }
    }
  }

  @Test
  void questionsKeepAllAnswers() {
    String html =
        MENU
            + "<div id=question><h1>Why are there tides?</h1><div class=post-text><p>"
            + sentences(0, 2)
            + "</p><pre><code>tide = moon + sun\nprint(tide)</code></pre></div></div><div id=answers>"
            + "<div class=answer><div class=post-text><p>"
            + sentences(10, 3)
            + "</p></div></div><div class=answer><div class=post-text><p>"
            + sentences(20, 3)
            + "</p><table><tr><th>Port<th>Tide<tr><td>Brest<td>7 m</table></div></div></div>"
            + FOOT;

    assertThat(main(html))
        .contains("number 0", "print(tide)", "number 10", "number 12", "number 22", "Brest 7 m");
  }

  @Test
  void productsKeepNameDescriptionAndData() {
    String html =
        MENU
            + "<div class=product><h1>Tide gauge</h1><p>Measures the level of the sea to a millimetre, by"
            + " day and by night.</p><ul><li>for all coasts<li>resists salt water</ul>"
            + "<table class=data><tr><th>Range<td>0 to 20 m<tr><th>Weight<td>3 kg</table></div>"
            + FOOT;

    assertThat(main(html))
        .contains(
            "Tide gauge", "Measures the level", "resists salt", "Range 0 to 20 m", "Weight 3 kg");
  }

  @Test
  void listingsKeepTheirEntries() {
    String entries =
        IntStream.range(0, 20)
            .mapToObj(i -> "<li><a href=/e" + i + ">Entry about the tides of port " + i + "</a>")
            .reduce("", String::concat);

    String text = main("<h1>All ports</h1><ul>" + entries + "</ul>");
    for (int i = 0; i < 20; i++) {
      assertThat(text).contains("port " + i);
    }
  }

  @Test
  void listOfLinksWithOneTeaserIsMainTextAsWhole() {
    String entries = "<p><a href=/e>Entry about the tides of a port</a>".repeat(200);
    String teaser =
        "<div class=teaser><p>The tide of tomorrow is the highest of the year, say those who"
            + " measure it, so please, move your cars to higher ground.</p></div>";

    assertThat(main(entries + teaser + entries)).contains("highest of the year", "Entry about");
  }

  @Test
  void shortTextBelowManyLinksStaysWithoutThem() {
    String links = "<div><a href=/e>Entry about the tides of a port</a></div>".repeat(300);

    assertThat(main(links + "<div><h1>On tides</h1><p>" + sentences(0, 4) + "</div>"))
        .contains("number 3")
        .doesNotContain("Entry about");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "You may also like",
        "Top rated comments",
        "12 Comments",
        "Das könnte Sie auch interessieren",
        "Artículos relacionados",
        "相关阅读"
      })
  void sectionThatItsHeadingAnnouncesAsFurtherPagesIsLeftOut(String heading) {
    String article = "<h1>On tides</h1><p>" + sentences(0, 6) + "<p>" + sentences(6, 6);
    String teasers = "<div><a href=/s>A story</a> of the sea, and of those on it</div>".repeat(3);
    String end = "<h2>Conclusion</h2><p>" + sentences(20, 6);

    assertThat(main(article + teasers)).contains("A story");
    String further = "<h2>" + heading + "</h2>" + teasers;
    assertThat(main(article + further)).contains("number 11").doesNotContain("A story");
    assertThat(main(article + further + end)).contains("number 25");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Related work",
        "2.2 Comments on the failure",
        "Recommendations of the commission",
        "Shared memory",
        "Recent results",
        "最新研究"
      })
  void sectionOfTheTextStaysWhateverItsHeadingBeginsWith(String heading) {
    String teasers = "<div><a href=/s>A story</a> of the sea, and of those on it</div>".repeat(3);
    String html = "<h1>On tides</h1><p>" + sentences(0, 6) + "<p>" + sentences(6, 6);

    assertThat(main(html + "<h2>" + heading + "</h2>" + teasers)).contains("A story");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div id=siteSub class=noprint>Beside</div>",
        "<div class='a noprint\n  b'>Beside</div>",
        "<a class=mw-jump-link href=#search>Beside</a>",
        "<div class=printfooter>Beside <a href=/w>of it</a></div>",
        "<div id=catlinks class=catlinks><a href=/c>Beside</a>: <ul><li>Seas</ul></div>",
        "<div role=note class='hatnote navigation-not-searchable'>Beside</div>",
        "<div class=pageId><span>Beside</span></div>",
        "<div class=docInfo><bdi>beside.txt</bdi> · Last modified: Beside</div>"
      })
  void whatWikisMarkAsBesideTheTextIsLeftOut(String beside) {
    for (int count : List.of(0, 8)) {
      String html = "<h1>Tides</h1>" + beside + "<p>They rise." + sentences(0, count) + beside;

      assertThat(main(html)).contains("Tides", "They rise").doesNotContainIgnoringCase("beside");
    }
  }

  @Test
  void elementWithAClassLikeOneOfWikisStays() {
    String html = "<div class='noprints a-noprint NOPRINT'>Words beside, number 1 says.</div>";

    assertThat(main("<h1>Tides</h1><p>They rise.<p>" + html)).contains("beside");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<span class='mw-editsection'><span>[</span><a href=/edit>edit</a><span>]</span></span>",
        "<a class=headerlink href=#tides title='Permalink to this heading'>¶</a>",
        " <a class=anchor href=#tides>§</a>",
        " <a href=#tides>#</a>",
        "<a class=header-anchor href=#tides>\u200b#</a>",
        "<a class=header-anchor href=#tides>\u200b</a>",
        "<a href=#tides>🔗</a>"
      })
  void headingIsWithoutLinksForItsReadersAndWriters(String link) {
    String html = "<h1>On tides</h1><h2>Tides" + link + "</h2><p>" + sentences(0, 9);

    assertThat(main(html)).startsWith("On tides\nTides\nThe tide");
    String page = "<title>Tides</title>" + html;
    assertThat(HtmlPages.analyze(page).attributes().markdown())
        .startsWith("# On tides\n\n## Tides\n\nThe tide");
  }

  @Test
  void linkWithASignThatIsTextStays() {
    String html = "<h1>On tides</h1><p>See <a href=/c>#</a>, <a href=#n>#1</a>" + sentences(0, 9);

    assertThat(main(html)).contains("See #, #1");
  }

  @Test
  void pageWithFewWordsIsWithoutSidebarsFormsCommentsAndFooters() {
    String html =
        "<div class=sidebar-page><h1>Tides</h1><p>A drawing.<div class=sidebar><h2>Archive</h2>2 3</div>"
            + "<div id=respond><h3>Leave a reply</h3>Save my name</div></div><div class=footer>Made by us";

    assertThat(main(html)).isEqualTo("Tides\nA drawing.");
    assertThat(main("<h1>Tides</h1><div class=sidebar>A drawing.</div>")).contains("A drawing.");
    String boxes = ("<div class=widget>" + "tide sea moon ".repeat(4) + "</div>").repeat(9);
    assertThat(main("<h1>Tides</h1>" + boxes + "<div>(c) The Coast</div>")).contains("tide sea");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<table><tr><td><pre>1\n2\n3\n</pre><td><pre>one\ntwo\nthree</pre></table>",
        "<table><tr><td><a href=#a>8</a> <a href=#b>9</a> 10<td><pre>one\ntwo\nthree</pre></table>",
        "<table><tr><th>1<td>Ann<td><pre>one</pre><tr><th>2<td>Ann<td><pre>two</pre></table>",
        "<table><tr id=l9><td><a href=/x#l9>9</a><td>one<tr id=l10><td><a href=/x#l10>10</a><td>two</table>",
        "<div><a id=n9 href=#n9>  9</a> one</div><div><a id=n10 href=#n10> 10</a> two</div>"
      })
  void codeIsWithoutTheNumbersOfItsLines(String code) {
    String prose = sentences(0, 9);

    String main = main("<h1>On tides</h1><p>" + prose + code + "<p>" + prose);
    assertThat(main.replace(prose.strip(), ""))
        .containsPattern("one\\s+(?:Ann\\s+)?two")
        .doesNotContainPattern("\\d");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<table><tr><td>1<td><code>EPERM</code><tr><td>2<td><code>ENOENT</code></table>",
        "<table><tr><td>1<td><pre>one</pre><tr><td>4<td><pre>four</pre></table>",
        "<table><tr><td>1 2<td>one or two</table>",
        "<div>Note <a id=f1 href=#n1>1</a> is below.</div>",
        "<pre>1\n2\n4</pre>",
        "<pre>print(i)</pre><pre>0\n1\n2\n3</pre>",
        "<table><tr><th>Code<th>Output<tr><td>0<td><pre>done</pre></table>"
      })
  void numberThatIsNotOfALineStays(String html) {
    String prose = sentences(0, 9);

    String main = main("<h1>On tides</h1><p>" + prose + html + "<p>" + prose);
    assertThat(main.replace(prose.strip(), "")).containsAnyOf("0", "1");
  }

  @Test
  void tableRowsStayWhole() {
    String rows =
        Stream.of("Brest", "Dover", "Cuxhaven")
            .map(port -> "<tr><td>" + port + "<td>7 m<td>in spring, when both pull together.")
            .reduce("", String::concat);

    String text =
        main("<p>" + sentences(0, 5) + "<table>" + rows + "</table><p>" + sentences(5, 5));
    for (String port : List.of("Brest", "Dover", "Cuxhaven")) {
      assertThat(text).contains(port + " 7 m in spring, when both pull together.");
    }
  }

  @Test
  void pageWhoseTextIsAllInNavigationHasThat() {
    assertThat(main("<nav><p>" + sentences(0, 20) + "</nav>")).contains("number 0", "number 19");
    assertThat(main("<nav><h1>Tides</h1><p>" + sentences(0, 20) + "</nav>"))
        .contains("Tides", "number 0", "number 19");
  }

  static List<String> hostilePages() {
    return List.of(
        "<div>x</div>".repeat(100_000),
        "<div>".repeat(10_000),
        "<div hidden>" + "hidden words ".repeat(400_000) + "</div>",
        "<b><i>".repeat(80_000),
        "<table><tr><td>".repeat(20_000),
        "<p class='" + "a-".repeat(500_000) + "'>",
        "<div><p>nested</p>".repeat(60_000),
        "<div>".repeat(480) + "<h1>Tides</h1>" + "<nav>x</nav>".repeat(100_000));
  }

  /** Such a page of 1 to 5 MB, or deep, allocates 650 MB at most, with all of its attributes. */
  @ParameterizedTest
  @MethodSource("hostilePages")
  void hostilePagesAreReadToTheirEndInLittleMemory(String start) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    AnalyzedPage page =
        HtmlPages.analyze("<title>Tides</title>" + start + "<p>" + sentences(0, 3) + "</p>");
    String text = String.join("\n", page.mainBlocks()) + page.attributes().mainText();

    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(text).contains("number 2").doesNotContain("hidden");
    assertThat(allocated).as("allocated bytes").isLessThan(1_000_000_000);
  }

  private static String main(String html) {
    return main("Tides", html);
  }

  private static String main(String title, String html) {
    String page = "<title>" + title + "</title>" + html;
    return String.join("\n", HtmlPages.analyze(page).mainBlocks());
  }
}
