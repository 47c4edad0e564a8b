package io.dowser.crawler.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.api.PageAttributes.Heading;
import io.dowser.crawler.api.Settings;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageAttributesTest {

  private static final String WORDS = "The tide rises and falls twice a day on most coasts. ";

  @Test
  void nestedElementsDoNotMultiplyTheText() {
    String words = "tide ".repeat(20_000);
    PageAttributes attributes =
        HtmlPages.analyze(
                HtmlPageAnalyzer.create().withExtracts(Map.of("all", "div")),
                "<h1><div itemprop=author>".repeat(100) + words)
            .attributes();

    assertThat(attributes.headings().stream().mapToInt(each -> each.text().length()).sum())
        .isBetween(words.length() - 1, 1_000_000);
    assertThat(
            attributes.extracted().getOrDefault("all", List.of()).stream()
                .mapToInt(each -> each.toString().length())
                .sum())
        .isBetween(words.length() - 1, 1_000_000);
    assertThat(String.join("", attributes.authors()).length()).isLessThanOrEqualTo(1_000_000);
  }

  @Test
  void metadataIsReadFromMetaElements() {
    PageAttributes attributes =
        attributes(
            """
            <head><meta name="Description" content=" Of  tides "><meta name=author content="A. Sea">
            <meta property="og:type" content="article"><meta property="og:image" content="/1.png">
            <meta property="og:image" content="/2.png">
            <meta property="article:published_time" content="2024-03-01T10:00:00+08:00">
            <meta property="article:modified_time" content="2024-03-02"></head>
            <body><h1>Tides</h1><h3>Ebb <b>and</b> flood</h3><h2></h2></body>
            """);

    assertThat(attributes.description()).isEqualTo("Of tides");
    assertThat(attributes.authors()).containsExactly("A. Sea");
    assertThat(attributes.openGraph())
        .containsEntry("og:type", List.of("article"))
        .containsEntry("og:image", List.of("/1.png", "/2.png"))
        .containsKey("article:published_time")
        .doesNotContainKey("description");
    assertThat(attributes.published().map(OffsetDateTime::toInstant))
        .contains(Instant.parse("2024-03-01T02:00:00Z"));
    assertThat(attributes.modified().map(OffsetDateTime::toInstant))
        .contains(Instant.parse("2024-03-02T00:00:00Z"));
    assertThat(attributes.headings())
        .containsExactly(new Heading(1, "Tides"), new Heading(3, "Ebb and flood"));
  }

  @Test
  void datesAndAuthorsOfJsonLdPrecedeThoseOfMetaElements() {
    String json =
        """
        {"@graph": [{"@type": "Organization", "name": "The Press"},
         {"author": [{"name": "B. Coast"}, "C. Moon", {"image": {"name": "no author"}}],
          "datePublished": "2023-12-24T08:30:00Z"}]}
        """;
    PageAttributes attributes =
        attributes(
            "<meta name=author content='D. Star'><meta name=date content=2020-01-01>"
                + "<script type=application/ld+json>"
                + json
                + "</script><script type='application/ld+json'>{\"a\": [1, </script>");

    assertThat(attributes.jsonLd()).containsExactly(json.strip(), "{\"a\": [1,");
    assertThat(attributes.authors()).containsExactly("B. Coast", "C. Moon", "D. Star");
    assertThat(attributes.published().map(OffsetDateTime::toInstant))
        .contains(Instant.parse("2023-12-24T08:30:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "2024-03-01, 2024-03-01T00:00:00Z",
    "2024-03-01 10:20, 2024-03-01T10:20:00Z",
    "2024-03-01 10:20:30, 2024-03-01T10:20:30Z",
    "2024-03-01T10:20:30.123Z, 2024-03-01T10:20:30.123Z",
    "2024-03-01T10:20:30+0800, 2024-03-01T02:20:30Z",
    "2024-03-01T10:20+08:00, 2024-03-01T02:20:00Z",
    "2024-03-01T10:20:30.123456+08:00[Asia/Shanghai], 2024-03-01T02:20:30.123456Z",
    "2024/3/1 10:20, 2024-03-01T10:20:00Z",
    "'Fri, 01 Mar 2024 10:20:30 GMT', 2024-03-01T10:20:30Z",
    "2024-01-05 18:00:00 +0800, 2024-01-05T10:00:00Z",
    "2024-01-05 18:00:00+08, 2024-01-05T10:00:00Z",
    "2024-01-05T18:00:00 UTC, 2024-01-05T18:00:00Z",
    "2024-01-05 18:00 EST, 2024-01-05T23:00:00Z",
    "2024-01-05T18:00:00.1234567Z, 2024-01-05T18:00:00.123456700Z",
    "2024年1月5日 10:00, 2024-01-05T10:00:00Z",
    "2024 年 1 月 5 日, 2024-01-05T00:00:00Z",
    "２０２４年１月５日, 2024-01-05T00:00:00Z",
    "发布时间：2024年1月5日, 2024-01-05T00:00:00Z",
    "2024-1-5, 2024-01-05T00:00:00Z",
    "2024.01.05, 2024-01-05T00:00:00Z",
    "05.01.2024, 2024-01-05T00:00:00Z",
    "20240105, 2024-01-05T00:00:00Z",
    "20240105T180000Z, 2024-01-05T18:00:00Z",
    "20240105T1800+0800, 2024-01-05T10:00:00Z",
    "'January 5, 2024', 2024-01-05T00:00:00Z",
    "'Jan. 5th, 2024 at 6:00 p.m.', 2024-01-05T18:00:00Z",
    "'Published on Friday, January 5, 2024 12:05 AM', 2024-01-05T00:05:00Z",
    "5 Sept 2024, 2024-09-05T00:00:00Z",
    "'Fri Jan 05 2024 10:00:00 GMT+0800 (CST)', 2024-01-05T02:00:00Z",
    "'Fri, 5 Jan 2024 10:00:00 -0500', 2024-01-05T15:00:00Z"
  })
  void datesAreReadInTheFormsThatPagesUse(String written, Instant read) {
    assertThat(
            attributes("<time datetime='" + written + "'>then</time>")
                .published()
                .map(OffsetDateTime::toInstant))
        .contains(read);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-01-05 00:30:00 +0800, 2024-01-05T00:30+08:00",
    "2024-01-05T23:30:00-05:00, 2024-01-05T23:30-05:00",
    "'Fri, 5 Jan 2024 20:00:00 EST', 2024-01-05T20:00-05:00",
    "2024年1月5日 10:00, 2024-01-05T10:00Z"
  })
  void dateKeepsTheDayAndTheZoneThatThePageShows(String written, String read) {
    assertThat(attributes("<time datetime='" + written + "'>then</time>").published())
        .contains(OffsetDateTime.parse(read));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yesterday",
        "2024-13-01",
        "2024-02-30",
        "2024-01-05 25:00",
        "2024-01/05",
        "2024-01-05 10:00 XYZ",
        "99 Jan 2024",
        "2024-01-05T10:00+99:00",
        "2024",
        ""
      })
  void otherDatesAreAbsent(String written) {
    assertThat(attributes("<time datetime='" + written + "'>then</time>").published()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'@type':'Article','headline':'two\nlines','datePublished':'2024-01-05'}",
        "<!-- {'datePublished':'2024-01-05'} -->",
        "//<![CDATA[\n{'datePublished':'2024-01-05'}\n//]]>",
        "/* <![CDATA[ */ {'datePublished':'2024-01-05'} /* ]]> */",
        "{/* by hand */ 'datePublished':'2024-01-05',}",
        "{'comment':[{'@type':'Comment','datePublished':'2023-01-01'}],'datePublished':'2024-01-05'}",
        "{'isPartOf':{'datePublished':'2023-01-01'},'datePublished':'2024-01-05'}",
        "{'hasPart':[{'datePublished':'2023-01-01'}],'datePublished':'2024-01-05'}",
        "{'@graph':[{'@type':'WebPage','datePublished':'2023-01-01'},"
            + "{'@type':'NewsArticle','datePublished':'2024-01-05'}]}",
        "[{'@type':'WebSite','datePublished':'2023-01-01'},"
            + "{'datePublished':'2024-01-05','@type':['Thing','BlogPosting']}]",
        "{'@type':'WebPage','mainEntity':{'@type':'Article','datePublished':'2024-01-05'}}",
        "{'datePublished':'2024-01-05','comment':[{'text':"
      })
  void dateOfTheArticleIsReadFromJsonLd(String json) {
    String html = "<script type='application/ld+json'>" + json.replace('\'', '"') + "</script>";

    assertThat(attributes(html).published().map(OffsetDateTime::toInstant))
        .contains(Instant.parse("2024-01-05T00:00:00Z"));
  }

  @Test
  void datesAndAuthorsOfCommentsAreNotThoseOfThePage() {
    String html =
        "<script type='application/ld+json'>{\"author\":{\"name\":\"Ann\"},\"comment\":["
            + "{\"author\":{\"name\":\"Bob\"},\"datePublished\":\"2023-01-01\"}]}</script>"
            + "<div class=comment><time datetime=2023-02-02></time></div>";

    assertThat(attributes(html).published()).isEmpty();
    assertThat(attributes(html).authors()).containsExactly("Ann");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<span itemprop=datePublished>January 5, 2024</span>",
        "<span itemprop=DatePublished content=2024-01-05>today</span>",
        "<abbr class='published dt' title=2024-01-05>on Friday</abbr>",
        "<p class=published>2024年1月5日</p>",
        "<span class=dt-published>5 January 2024</span>"
      })
  void dateIsReadFromAnyElementThatIsMarkedSo(String html) {
    assertThat(
            attributes(html + "<time datetime=2020-02-02>")
                .published()
                .map(OffsetDateTime::toInstant))
        .contains(Instant.parse("2024-01-05T00:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>By Anna | January 5, 2024 10:00",
        "<p>Posted by Anna on 5 January 2024, in Tides",
        "<div><b>Date</b> <i>05.01.2024</i>",
        "<p>安娜 2024年1月5日 10:00 来源：海洋报",
        "<p>2024-01-05 10:00 来源：海洋报",
        "<p>5. Januar 2024 | Anna",
        "<p>Tides, 05.01.24",
        "<p>Release 1.2.19 of 05.01.24 10:00",
        "<p>le 5 janvier 2024 par Anna",
        "<p>el 5 de enero de 2024"
      })
  void dateIsReadFromTheTextNearTheTitle(String html) {
    String page =
        "<p>Today is March 3, 2026<h1>Tides</h1><div class=comment>4 May 2025</div>"
            + html
            + "</div><p>The tide of 6 June 1944 was low.";

    assertThat(attributes(page).published().map(OffsetDateTime::toLocalDate))
        .contains(LocalDate.of(2024, 1, 5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>Kiel (05.01.2024). Die Flut dieses Winters war die höchste, die hier gemessen wurde.",
        "<p>The tides of this winter were the highest since people measure them, published January 5, 2024",
        "<i>Low</i> <b>High</b> <i>Low</i> <b>High</b><p><i>Date</i> <b>05.01.2024</b>"
      })
  void dateIsReadFromALongTextIfItStandsApartOrBehindWordsOfAPublication(String html) {
    assertThat(attributes("<h1>Tides</h1>" + html).published().map(OffsetDateTime::toLocalDate))
        .contains(LocalDate.of(2024, 1, 5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div class=footer>generated by a program at 2026-11-30 19:38:48</div>",
        "<footer>Tides 2.21, 2023-02-26 19:24:24</footer>",
        "<footer>Published 26 February 2023 by the coast</footer>",
        "<p>Ann Smith (born 5 May 1985) studies the tides of the northern sea and of its rivers.",
        "<p>It was measured on 1 May 2019 and once more (3 June 2024) at the same place near Kiel.",
        "<div id=sidebar><ul><li>5 January 2024 <a href=/x>The sea</a></ul></div>",
        "<aside>5 January 2024</aside>",
        "<p>2012年7月1日曾有类似台风。",
        "<p>A clock that has not been set shows 2000-01-01 as the day and begins to count from there.",
        "<pre>'2000-01-01'</pre>"
      })
  void dateOfOtherTextsIsNotThatOfThePublication(String html) {
    assertThat(attributes("<h1>Tides</h1>" + html).published()).isEmpty();
  }

  @Test
  void dateBehindManySentencesIsNotThatOfThePublication() {
    assertThat(
            attributes("<h1>Tides</h1>" + ("<p>" + WORDS).repeat(9) + "<p>5 January 2024")
                .published())
        .isEmpty();
  }

  @Test
  void dateOfAPageWithoutAnotherHeadingThanThatOfTheSiteIsTheFirst() {
    String html =
        "<div id=header><h1>The Coast</h1>" + "<a href=/x>x</a> ".repeat(90) + "</div>2024-01-05";

    assertThat(attributes(html).published().map(OffsetDateTime::toLocalDate))
        .contains(LocalDate.of(2024, 1, 5));
  }

  @ParameterizedTest
  @CsvSource({"01/25/2024, 2024-01-25", "25/01/2024, 2024-01-25", "5/5/2024, 2024-05-05"})
  void dateWithSlashesIsReadIfItHasOneMeaning(String written, LocalDate day) {
    assertThat(attributes("<h1>Tides</h1>" + written).published().map(OffsetDateTime::toLocalDate))
        .contains(day);
    assertThat(attributes("<h1>Tides</h1>5/6/2024").published()).isEmpty();
  }

  @Test
  void dateIsReadFromTheAddressThatThePageNames() {
    assertThat(
            attributes("<link rel=canonical href=http://a.example/2024/01/05/tides><h1>Tides</h1>")
                .published()
                .map(OffsetDateTime::toLocalDate))
        .contains(LocalDate.of(2024, 1, 5));
  }

  @Test
  void mainTextLeavesOutNavigationSidebarsAndRelatedLinks() {
    String links = "<li><a href=/x>Another page of the site</a>".repeat(12);
    String html =
        "<div id=top><ul>"
            + links
            + "</ul></div><div><h1>Tides</h1><p>"
            + WORDS.repeat(3)
            + "<p>"
            + WORDS
            + "</div><div class=side><ul>"
            + links
            + "</ul></div><footer>All rights reserved</footer>";

    assertThat(mainText(html))
        .isEqualTo("Tides\n\n" + WORDS.repeat(3).strip() + "\n\n" + WORDS.strip());
  }

  @Test
  void mainTextOfChinesePagesIsFoundByItsCharacters() {
    String text = "潮汐是在月球和太阳引力作用下形成的海水周期性涨落现象。".repeat(3);
    String links = "<a href=/x>新闻</a> <a href=/y>财经</a><div>".repeat(30);

    assertThat(mainText(links + "</div>".repeat(30) + "<div><p>　　" + text + "</div><div>" + links))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<nav>Home</nav>", "<frameset><frame src=a></frameset>", "<p> </p>"})
  void pageWithoutTextHasNoMainText(String html) {
    assertThat(attributes(html).mainText()).isEmpty();
    assertThat(attributes(html).markdown()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<h2>Ebb  and flood</h2>| ## Ebb and flood",
        "<p>A <b>bold </b>and <em>soft</em> word| A **bold** and *soft* word",
        "<p>See <a href='/b(1)'>the page</a>.| See [the page](http://a.example/b%281%29).",
        "<p>There is <a href='javascript:x()'>no link</a>| There is no link",
        "<p>Call <code>f(`x`)</code> and <kbd>y</kbd>| Call `` f(`x`) `` and `y`",
        "<p>2 * 3 [x] a_b _c_ &lt;b> &amp;amp; \\| 2 \\* 3 \\[x\\] a_b \\_c\\_ \\<b> \\&amp; \\\\",
        "<p># no heading| \\# no heading",
        "<p>1. no list| 1\\. no list",
      })
  void markdownOfInlineElements(String html, String markdown) {
    assertThat(attributes(html).markdown()).isEqualTo(markdown);
  }

  @Test
  void markdownOfLists() {
    assertThat(
            attributes("<ul><li>a a a<li>b b b<ol><li>c c c<li><p>d d d<p>e e e</ol><li>f f f</ul>")
                .markdown())
        .isEqualTo("- a a a\n- b b b\n\n  1. c c c\n  2. d d d\n\n     e e e\n- f f f");
  }

  @Test
  void markdownOfQuotesAndCode() {
    assertThat(
            attributes("<blockquote><p>a a a<p>b b b</blockquote><pre>x  = 1\n\n  # y</pre>")
                .markdown())
        .isEqualTo("> a a a\n>\n> b b b\n\n```\nx  = 1\n\n  # y\n```");
    assertThat(attributes("<pre>```</pre>").markdown()).isEqualTo("````\n```\n````");
    assertThat(attributes("<p>there are two words<pre>```</pre><p>and three more").markdown())
        .isEqualTo("there are two words\n\n````\n```\n````\n\nand three more");
  }

  @Test
  void tablesOfDataAreTablesAndThoseOfLayoutAreBlocks() {
    PageAttributes attributes =
        attributes(
            """
            <table><tr><th>The port<th>High | low tide</tr>
            <tr><td>Brest in France<td>7 <b>m</b> or more</tr></table>
            <table><tr><td><p>left one of two<p>left two of two<td><h2>right</h2>some words of the right cell</table>
            """);

    String table =
        "| The port | High \\| low tide |\n|---|---|\n| Brest in France | 7 **m** or more |";
    assertThat(attributes.tables()).containsExactly(table);
    assertThat(attributes.markdown())
        .isEqualTo(
            table
                + "\n\nleft one of two\n\nleft two of two\n\n## right\n\nsome words of the right cell");
    assertThat(attributes.mainText())
        .startsWith("The port\tHigh | low tide\nBrest in France\t7 m or more\n\nleft one");
  }

  @Test
  void lineBreaksStayAndTwoOfThemBeginAParagraph() {
    assertThat(attributes("<div>one<br>two<br><br> three</div>").markdown())
        .isEqualTo("one  \ntwo\n\nthree");
    assertThat(mainText("<div>one<br>two<br>&nbsp;<br>three</div>")).isEqualTo("one\ntwo\n\nthree");
  }

  @Test
  void selectorsExtractTextsInTheOrderOfThePage() {
    HtmlPageAnalyzer analyzer =
        HtmlPageAnalyzer.create()
            .withExtracts(Map.of("price", "span.price"))
            .withExtracts(Map.of("rating", "meta[itemprop=rating]"))
            .withExtracts(Map.of("none", "#none"));
    String html =
        "<span class=price>7 <i>EUR</i></span><meta itemprop=rating content=5>"
            + "<span class='price'>9 EUR</span>";

    assertThat(HtmlPages.analyze(analyzer, html).attributes().extracted())
        .containsExactly(
            Map.entry("price", List.of("7 EUR", "9 EUR")),
            Map.entry("rating", List.of("5")),
            Map.entry("none", List.of()));
  }

  @Test
  void valuesHaveTheirTypes() {
    PageAttributes attributes =
        extract(
            "<p class=n>1.299,00 EUR</p><p class=n>12</p><time datetime='2024-03-01T10:00:00+08:00'>"
                + "yesterday</time><p class=d>5 May 2024</p><a href='/b?x'>b</a><img src=i.png>"
                + "<img data-src=j.png><a>none</a><meta name=price content=7>",
            Map.of(
                "n:number", "p.n",
                "d:date", "time, .d",
                "link:url", "a[href], img[src]",
                "lazy:url", "img@data-src",
                "raw", "a@href",
                "id", "a@id",
                "price:number", "meta[name=price]",
                "text:text", "p.n"));

    assertThat(attributes.unread()).isEmpty();
    assertThat(attributes.extracted())
        .containsOnly(
            Map.entry("n", List.of(new BigDecimal("1299.00"), new BigDecimal("12"))),
            Map.entry(
                "d",
                List.of(
                    OffsetDateTime.parse("2024-03-01T10:00+08:00"),
                    OffsetDateTime.parse("2024-05-05T00:00Z"))),
            Map.entry(
                "link",
                List.of(
                    CrawlUrl.of("http://a.example/b?x"),
                    CrawlUrl.of("http://a.example/dir/i.png"))),
            Map.entry("lazy", List.of(CrawlUrl.of("http://a.example/dir/j.png"))),
            Map.entry("raw", List.of("/b?x")),
            Map.entry("id", List.of()),
            Map.entry("price", List.of(new BigDecimal("7"))),
            Map.entry("text", List.of("1.299,00 EUR", "12")));
  }

  @Test
  void partsAreSelectedWithinEachMatch() {
    PageAttributes attributes =
        extract(
            "<div class=offer><b>1</b><a href=/1>buy</a><i>x</i><i>y</i></div><b>9</b>"
                + "<div class=offer><b>ask</b><p class=seller><i>z</i></p></div>",
            Map.of(
                "offers", "div.offer",
                "offers.price:number", "b",
                "offers.link:url", "a@href",
                "offers.seller", "p.seller",
                "offers.seller.name", "i"));

    assertThat(attributes.extracted())
        .isEqualTo(
            Map.of(
                "offers",
                List.of(
                    Map.of(
                        "price", List.of(BigDecimal.ONE),
                        "link", List.of(CrawlUrl.of("http://a.example/1")),
                        "seller", List.of()),
                    Map.of(
                        "price", List.of(),
                        "link", List.of(),
                        "seller", List.of(Map.of("name", List.of("z")))))));
    assertThat(attributes.unread()).isEqualTo(Map.of("offers.price", List.of("ask")));
  }

  @Test
  void textsThatCannotBeReadAsTheirTypeAreKept() {
    PageAttributes attributes =
        extract(
            "<b>7</b><b>on request</b><b>3 or 4</b><i>soon</i><a href='mailto:a@b'>write</a><a>us</a>",
            Map.of("price:number", "b", "date:date", "i", "link:url", "a"));

    assertThat(attributes.extracted())
        .containsOnly(
            Map.entry("price", List.of(new BigDecimal("7"))),
            Map.entry("date", List.of()),
            Map.entry("link", List.of()));
    assertThat(attributes.unread())
        .containsOnly(
            Map.entry("price", List.of("on request", "3 or 4")),
            Map.entry("date", List.of("soon")),
            Map.entry("link", List.of("mailto:a@b", "us")));
  }

  @Test
  void atSignWithinASelectorIsNoAttribute() {
    assertThat(
            extract(
                    "<a href='mailto:a@b'>x</a><a href=/c@d title=t>y</a><p>a@b</p>",
                    Map.of(
                        "mail", "a[href*=@b]",
                        "title", "a[href*='@d']@title",
                        "text", "p:contains(a@b)"))
                .extracted())
        .containsOnly(
            Map.entry("mail", List.of("x")),
            Map.entry("title", List.of("t")),
            Map.entry("text", List.of("a@b")));
  }

  @Test
  void nestedMatchesWithPartsAreBounded() {
    HtmlPageAnalyzer analyzer =
        HtmlPageAnalyzer.of(Settings.of(Map.of("maxCharacters", "1000")))
            .withExtracts(Map.of("all", "div", "all.parts", "div"));

    List<Object> all =
        HtmlPages.analyze(analyzer, "<div>".repeat(200)).attributes().extracted().get("all");
    int values = all.stream().mapToInt(each -> ((Map<?, ?>) each).values().size()).sum();
    assertThat(
            all.stream()
                .mapToInt(each -> ((List<?>) ((Map<?, ?>) each).get("parts")).size() + 1)
                .sum())
        .isBetween(values, 1000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "price:money|b|'money'|text, number, date, url",
        "price: number|b|' number'|text, number, date, url",
        "offers.price|b|'offers.price'|'offers'",
        "price@x|b[|'price@x'|b[",
        "a..b|b|'a..b'|offers.price:number",
        ".b|b|'.b'|offers.price:number",
        "price|@href|'price'|@href",
      })
  void declarationThatIsNotAllowedIsRefused(
      String name, String selector, String value, String allowed) {
    assertThatThrownBy(() -> HtmlPageAnalyzer.create().withExtracts(Map.of(name, selector)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(value)
        .hasMessageContaining(allowed);
  }

  @Test
  void nameWithPartsHasNoTypeAndNoAttribute() {
    for (Map<String, String> selectors :
        List.of(Map.of("a:number", "b", "a.b", "i"), Map.of("a", "b@id", "a.b", "i"))) {
      assertThatThrownBy(() -> HtmlPageAnalyzer.create().withExtracts(selectors))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'a'")
          .hasMessageContaining("'a.b'");
    }
  }

  @Test
  void sameNameWithTwoTypesIsRefused() {
    HtmlPageAnalyzer prices = HtmlPageAnalyzer.create().withExtracts(Map.of("price", "span"));
    assertThatThrownBy(() -> prices.withExtracts(Map.of("price:number", "b")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'price'")
        .hasMessageContaining("'span'");
  }

  @Test
  void selectorThatCannotBeParsedIsRefusedByName() {
    HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.create();

    assertThatThrownBy(() -> analyzer.withExtracts(Map.of("price", "span[")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("price")
        .hasMessageContaining("span[");
    assertThatThrownBy(() -> analyzer.withExtracts(Map.of("a=b", "span")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a=b");
    HtmlPageAnalyzer prices = analyzer.withExtracts(Map.of("price", "span"));
    assertThatThrownBy(() -> prices.withExtracts(Map.of("price", "div")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'span'");
  }

  @Test
  void mainTextIsBoundedAsTheTextIs() {
    HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.of(Settings.of(Map.of("maxCharacters", "100")));

    PageAttributes attributes = HtmlPages.analyze(analyzer, "<p>" + WORDS.repeat(9)).attributes();
    assertThat(attributes.mainText()).isEqualTo(WORDS.repeat(9).substring(0, 100));
    assertThat(attributes.markdown()).hasSize(100);
  }

  @Test
  void elementsThatAreNestedDeeplyDoNotOverflowTheStackOrBlowUpTheText() {
    for (String tag : List.of("div", "blockquote", "ul><li", "b", "table><tr><td")) {
      String html = ("<" + tag + ">").repeat(20_000) + "words<br>more words".repeat(100);
      assertThat(attributes(html).markdown().length()).as(tag).isLessThan(1_000_000);
    }
  }

  @Test
  void pageWhoseParseWasFreedIsParsedAgain() {
    var page = HtmlPages.analyze("<p>" + WORDS);
    var marker = new WeakReference<>(new Object());
    while (marker.get() != null) {
      System.gc(); // frees the parse as well
    }
    assertThat(page.attributes().mainText()).isEqualTo(WORDS.strip());
  }

  private static PageAttributes extract(String html, Map<String, String> selectors) {
    HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.create().withExtracts(selectors);
    return HtmlPages.analyze(analyzer, html).attributes();
  }

  private static String mainText(String html) {
    return attributes(html).mainText();
  }

  private static PageAttributes attributes(String html) {
    return HtmlPages.analyze(html).attributes();
  }

  @ParameterizedTest
  @CsvSource({
    "2023-11-09T03:28:35Z, 'Nov. 8, 2023, 10:28 p.m. ET', 2023-11-08T22:28:35-05:00",
    "2023-11-09T03:28:35Z, 2023年11月9日 11:28, 2023-11-09T11:28:35+08:00",
    "2023-11-09T00:00:12Z, 2023年11月9日 上午8时00分, 2023-11-09T08:00:12+08:00",
    "2023-11-09T08:28:35Z, 2023年11月9日 下午4:28, 2023-11-09T16:28:35+08:00",
    "2023-11-08T18:28:35Z, 2023-11-09 02:28 +08:00, 2023-11-09T02:28:35+08:00",
    "2023-11-09T03:28:35Z, 'Nov. 8, 2023, 10:28 p.m. EST', 2023-11-08T22:28:35-05:00",
    "2023-11-09T03:13:35Z, '9 Nov 2023 08:58', 2023-11-09T08:58:35+05:45",
    "2023-11-09T10:45:00Z, 'Nov. 9, 2023, 7:45 am PST', 2023-11-09T10:45Z",
    "2023-11-09T10:00:00Z, '8 November 2023, 20:30', 2023-11-09T10:00Z",
    "2023-11-09T10:00:00Z, 2023-11-09 10:30, 2023-11-09T10:00Z",
    "2023-11-09T03:28:35Z, 'Nov. 8, 2023, 10:29 p.m.', 2023-11-09T03:28:35Z",
    "2023-11-09T03:28:35Z, '8 November 2023', 2023-11-09T03:28:35Z",
    "2023-11-09, 'Nov. 8, 2023, 10:00 p.m.', 2023-11-09T00:00Z",
    "2023-11-09T03:28:35+01:00, 'Nov. 8, 2023, 10:28 p.m.', 2023-11-09T03:28:35+01:00"
  })
  void timeInUtcGetsTheZoneOfTheTimeThatThePageShows(
      String written, String shown, OffsetDateTime expected) {
    assertThat(
            attributes(
                    "<meta name=datePublished content='" + written + "'><h1>Tides</h1><p>" + shown)
                .published())
        .contains(expected);
  }
}
