package io.dowser.crawler.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PageAttributes;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Title, site, authors, image, licence and breadcrumb of a page of {@code a.example}. */
class PageMetadataTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "<title>Tides - The Coast</title><h1>Tides</h1> ~ Tides ~ h1",
        "<title>The Coast: Tides</title><h1>The Coast</h1><meta property=og:site_name content='The Coast'> ~ Tides ~ title",
        "<title>Tides | The Coast</title><meta property=og:site_name content='The Coast'> ~ Tides ~ title",
        "<title>Ebb - and flood</title><meta property=og:site_name content='The Coast'> ~ Ebb - and flood ~ title",
        "<title>Tides · a.example</title> ~ Tides ~ title",
        "<title>潮汐的成因_科学频道_海洋网</title><h1>潮汐的成因</h1> ~ 潮汐的成因 ~ h1",
        "<title>潮汐的成因_海洋网</title><meta property=og:site_name content=海洋网> ~ 潮汐的成因 ~ title",
        "<title>潮汐的成因 - 海洋网</title><meta name=application-name content=海洋网> ~ 潮汐的成因 ~ title",
        "<title>All</title><meta property=og:title content='Tides – The Coast'><meta property=og:site_name content='The Coast'> ~ Tides ~ meta og:title",
        "<title>Why the sea moves</title><script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"The sea&#8217;s moves\"}</script> ~ The sea’s moves ~ json-ld headline",
        "<title>The Coast</title><meta property=og:site_name content='The Coast'> ~ The Coast ~ title",
        "<h1>Tides</h1> ~ Tides ~ h1"
      })
  void titleIsWithoutTheNameOfTheSite(String html, String title, String source) {
    PageAttributes attributes = attributes(html);

    assertThat(attributes.title()).isEqualTo(title);
    assertThat(attributes.sources()).containsEntry("title", source);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "<title>Tides [The Coast]</title><header><h1 class=logo><a href=/doku.php?id=start>The Coast</a></h1></header><h1>Tides</h1> ~ Tides ~ h1",
        "<title>Tides [The Coast]</title><h1 id=site-title>The Coast</h1><main><p>All of them ~ Tides ~ title",
        "<title>Tides | The Coast</title><div class=site-branding><h1>The Coast</h1></div><h1>More</h1> ~ Tides ~ title",
        "<title>Tides | The Coast</title><h1><a href=/>The Coast</a></h1><h1>Of tides</h1> ~ Tides ~ title",
        "<title>Tides | The Coast</title><h1><a href=http://a.example>The Coast</a></h1> ~ Tides ~ title",
        "<title>Tides | The Coast</title><header><a href=http://b.example/><h1>The Coast</h1></a></header> ~ Tides ~ title",
        "<title>Tides | The Coast</title><h1><a rel='home x' href=/start>The Coast</a></h1> ~ Tides ~ title",
        "<title>The Coast: Tides</title><header><h1>The Coast</h1></header><article><h1>Tides</h1></article> ~ Tides ~ h1",
        "<title>Tides - The Coast</title><header><h1>The Coast</h1></header><h1>More tides</h1> ~ Tides ~ title",
        "<title>Tides - The Coast</title><header><h1>Tides</h1></header><h1>More</h1> ~ Tides ~ h1",
        "<title>Tides - The Coast</title><header><h1>Tides</h1></header> ~ Tides ~ h1",
        "<title>Tides - The Coast</title><h1><a href=http://a.example/tides>Tides</a></h1> ~ Tides ~ h1",
        "<title>Tides - The Coast</title><h1><a href=http://b.example/>Tides</a></h1> ~ Tides ~ h1",
        "<title>The Coast</title><header><h1 class=logo>The Coast</h1></header><h1>The Coast</h1> ~ The Coast ~ title",
        "<title>start [The Coast]</title><header><h1 class=logo>The Coast</h1></header><h1>The Coast</h1> ~ The Coast ~ h1",
        "<title>The Coast</title><header><h1 class=logo>The Coast</h1></header><h1>More</h1> ~ The Coast ~ title",
        "<title>On tides - The Coast - Wiki</title><div id=header><h1>The Coast</h1></div><p>All of them ~ On tides ~ title",
        "<title>Issue 7: On tides - The Coast - Wiki</title><div id=header><h1>The Coast</h1></div><h2>Issue 7 ~ Issue 7: On tides ~ title",
        "<title>Of-tides - The Coast - Wiki</title><div class='top Header'><h1>The Coast</h1></div><h1>On tides<a href=#t>¶</a></h1> ~ On tides ~ h1",
        "<title>The Coast: tides.txt</title><div class=site-header><h1>The Coast</h1></div><h1>On tides</h1> ~ On tides ~ h1",
        "<title>The Coast: On tides</title><div class=header><h1>The Coast</h1></div><h2>Files</h2> ~ On tides ~ title",
        "<title>Tides - The Coast</title><div class=header><h1>Tides</h1></div><h2>Causes</h2> ~ Tides ~ h1",
        "<title>The Coast: Tides</title><main><div class=header><h1>The Coast</h1></div></main> ~ The Coast ~ h1",
        "<title>News | Tides | The Coast</title><header><h1>Tides</h1></header> ~ Tides ~ h1",
        "<title>The Coast | Tides and currents</title><div class=header><h1>Tides and currents</h1></div> ~ Tides and currents ~ h1",
        "<title>潮汐的成因_海洋网</title><h1>海洋网</h1> ~ 潮汐的成因_海洋网 ~ title",
        "<title>海洋网_潮汐的成因</title><h1>潮汐的成因</h1> ~ 潮汐的成因 ~ h1"
      })
  void titleIsNoHeadingThatNamesTheSite(String html, String title, String source) {
    PageAttributes attributes = attributes(html);

    assertThat(attributes.title()).isEqualTo(title);
    assertThat(attributes.sources()).containsEntry("title", source);
  }

  @Test
  void titleOfTheStartOfASiteIsItsHeadingThoughThatIsTheLogo() {
    String html = "<title>The Coast – all of it</title><h1 class=site-title>The Coast</h1>";

    assertThat(attributes("<base href=/>" + html).title()).isEqualTo("The Coast");
    assertThat(attributes(html).title()).isEqualTo("all of it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "<title>sea:tides_intro [The Coast]</title><header><h1 class=logo>The Coast</h1></header><h1>On the sea</h1><h1>More</h1> ~ On the sea ~ h1",
        "<title>a.example</title><h1>On the sea</h1> ~ a.example ~ title",
        "<title>tides.html</title><h1>On the sea</h1> ~ On the sea ~ h1",
        "<title>tides.html</title><nav><h1>Menu</h1></nav> ~ tides.html ~ title",
        "<title>tides.html</title><meta property=og:title content=Tides><h1>On the sea</h1> ~ Tides ~ meta og:title",
        "<title>Tides</title><h1>On the sea</h1> ~ Tides ~ title",
        "<title>tides rise</title><h1>On the sea</h1> ~ tides rise ~ title",
        "<title>潮汐</title><h1>On the sea</h1> ~ 潮汐 ~ title"
      })
  void titleIsTheHeadingIfThatOfTheDocumentIsTheNameOfAFile(
      String html, String title, String source) {
    PageAttributes attributes = attributes(html);

    assertThat(attributes.title()).isEqualTo(title);
    assertThat(attributes.sources()).containsEntry("title", source);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "<meta property=og:site_name content='The Coast'>; meta og:site_name",
        "<script type=application/ld+json>{\"@type\":\"WebSite\",\"name\":\"The Coast\"}</script>; json-ld name",
        "<script type=application/ld+json>{\"publisher\":{\"name\":\"The Coast\"}}</script>; json-ld name",
        "<meta name=application-name content='The Coast'>; meta application-name"
      })
  void siteIsNamedByThePage(String html, String source) {
    assertThat(attributes(html).siteName()).isEqualTo("The Coast");
    assertThat(attributes(html).sources()).containsEntry("siteName", source);
  }

  @Test
  void anAuthorWhoIsRepeatedDoesNotHideTheNext() {
    String repeated = "{\"name\":\"Ann Sea\"},".repeat(200);
    String html =
        "<script type='application/ld+json'>{\"author\":["
            + repeated
            + "\"Bo Coast\"]}</script><p>Tides.";

    assertThat(attributes(html).authors()).containsExactly("Ann Sea", "Bo Coast");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<meta name=author content='Ann Sea'>",
        "<a rel=author href=/ann>Ann Sea</a>",
        "<p class=byline>By Ann Sea</p>",
        "<p class=author>作者：Ann Sea</p><p class=author>责任编辑：Bob</p>",
        "<span class=author>文/Ann Sea</span>",
        "<div class=comment><b class=author>Bob</b></div><p class=author>| Von Ann Sea",
        "<script type=application/ld+json>{\"author\":{\"name\":\"Ann Sea\"}}</script><p class=byline>By A. Sea</p>"
      })
  void authorIsNamedWithoutTheWordsBefore(String html) {
    assertThat(attributes(html).authors()).containsExactly("Ann Sea");
    assertThat(attributes(html).sources()).containsKey("authors");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<nav aria-label=Breadcrumb><ol><li><a href=/>Home</a> / <li><a href=/sea>Sea</a> /<li>Tides</ol></nav>",
        "<div class='bread-crumb'><a href=/>Home</a> &gt; <a href=/sea>Sea</a> &gt; <a href=#>Tides</a></div>",
        "<p>当前位置：<a href=/>Home</a> &gt; <a href=/sea>Sea</a> &gt; <a href=#>Tides</a></p>",
        "<ol itemtype=http://schema.org/BreadcrumbList><li><span itemprop=name>Home</span><li><span itemprop=name>Sea</span>"
            + "<li><span itemprop=name>Tides</span></ol>",
        "<script type=application/ld+json>[{\"@type\":\"ItemList\",\"itemListElement\":[{\"name\":\"Else\"}]},"
            + "{\"@type\":\"BreadcrumbList\",\"itemListElement\":[{\"position\":1,\"item\":{\"@id\":\"/\",\"name\":\"Home\"}},"
            + "{\"name\":\"Sea\",\"item\":\"/sea\"},{\"name\":\"Tides\"}]}]</script>",
        "<script type=application/ld+json>{\"@type\":\"WebPage\",\"breadcrumb\":{\"@type\":\"BreadcrumbList\","
            + "\"itemListElement\":[{\"name\":\"Home\"},{\"name\":\"Sea\"},{\"name\":\"Tides\"}]}}</script>"
      })
  void breadcrumbHasTheNamesOfThePagesAbove(String html) {
    assertThat(attributes(html).breadcrumb()).containsExactly("Home", "Sea", "Tides");
    assertThat(attributes(html).sources()).containsKey("breadcrumb");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<link rel=license href=/by-sa>",
        "<a rel='nofollow license' href=by-sa>CC</a>",
        "<script type=application/ld+json>{\"license\":\"http://a.example/by-sa\"}</script>",
        "<script type=application/ld+json>{\"license\":{\"url\":\"/by-sa\"}}</script>"
      })
  void licenceIsAnAbsoluteAddress(String html) {
    assertThat(attributes("<base href=/>" + html).licence()).isEqualTo("http://a.example/by-sa");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<meta name=dc.rights content='CC BY 4.0'>",
        "<script type=application/ld+json>{\"license\":\"CC BY 4.0\"}</script>"
      })
  void licenceWithoutAnAddressIsItsName(String html) {
    assertThat(attributes(html).licence()).isEqualTo("CC BY 4.0");
  }

  @Test
  void licenceOfTheTextIsNamedIfThereIsNoAddress() {
    String deed = "https://creativecommons.org/licenses/by/4.0/";

    assertThat(attributes("<a href=" + deed + ">CC BY</a>").licence()).isEqualTo(deed);
    assertThat(attributes("<p>All rights reserved").licence()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<meta property=og:image content='data:x'><meta property=og:image content=/sea.png>",
        "<script type=application/ld+json>{\"image\":[\"/sea.png\",\"/b.png\"]}</script>",
        "<script type=application/ld+json>{\"image\":{\"@type\":\"ImageObject\",\"url\":\"/sea.png\"}}</script>",
        "<meta name=twitter:image content=/sea.png>",
        "<link rel=image_src href=/sea.png>"
      })
  void imageIsAnAbsoluteAddress(String html) {
    assertThat(attributes(html).image()).contains(CrawlUrl.of("http://a.example/sea.png"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "<meta property=article:published_time content=2024-01-05>; meta article:published_time",
        "<script type=application/ld+json>{\"datePublished\":\"2024-01-05\"}</script>; json-ld datePublished",
        "<time datetime=2024-01-05>then</time>; element time",
        "<h1>Tides</h1><p>5 January 2024; text",
        "<link rel=canonical href=/2024/01/05/tides><h1>Tides</h1>; address"
      })
  void datesSayWhereTheyCameFrom(String html, String source) {
    assertThat(attributes(html).sources()).containsEntry("published", source);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>Published 5 January 2024 | Updated: 7 March 2024",
        "<footer>This page was last edited on 7 March 2024, at 10:12.</footer>",
        "<span>更新时间：</span><span>2024-03-07 10:12</span>",
        "<p>Last updated:\n              <time>7 March 2024</time>",
        "<p>Updated March 7, 2024 | First published 2024-01-05",
        "<p>The Act was last revised on 24 July 2010.<footer>Last update 7 March 2024</footer>",
        "<p>发布于2024年1月5日，最后修改：2024年3月7日",
        "<p>本页面最后编辑于2024年3月7日 (星期四) 10:12。",
        "<p>此頁面最後編輯於 2024年3月7日 (星期四) 10:12。",
        "<p>上一次變更: 2024/03/07 10:12",
        "<p>最終更新: 2024/03/07 10:12",
        "<p>Diese Seite wurde zuletzt am 7. März 2024 um 10:12 Uhr bearbeitet.",
        "<p>tides.txt · Zuletzt geändert: 2024/03/07 10:12 von",
        "<p>Letzte Aktualisierung am 7.3.2024",
        "<p>Dernière modification : 2024/03/07 10:12",
        "<p>La dernière modification de cette page a été faite le 7 mars 2024 à 10:12.",
        "<p>Mis à jour le 7 mars 2024",
        "<p>Última modificación: 2024/03/07 10:12",
        "<p>Esta página se editó por última vez el 7 mar 2024 a las 10:12.",
        "<p>Ultima modifica: 2024/03/07 10:12",
        "<p>Laatst gewijzigd: 2024/03/07 10:12",
        "<p>Deze pagina is voor het laatst bewerkt op 7 mrt 2024 om 10:12."
      })
  void dateBehindWordsOfAChangeIsThatOfTheChange(String html) {
    PageAttributes attributes = attributes("<h1>Tides</h1>" + html);

    assertThat(attributes.modified().map(OffsetDateTime::toLocalDate))
        .contains(LocalDate.of(2024, 3, 7));
    assertThat(attributes.sources()).containsEntry("modified", "text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<footer>This page was last edited on 7 March 2024, at 10:12.</footer>",
        "<p><bdi>tides.txt</bdi> · Last modified: 2024/03/07 10:12 by <bdi>ann</bdi>",
        "<span>更新时间：</span><span>2024-03-07 10:12</span>",
        "<b>Last updated</b>: <i>7 March 2024</i>",
        "<p>Last updated: <time>7 March 2024</time>",
        "<p>Last updated: <time datetime=2024-03-07>7 March 2024</time>",
        "<article><b>Last updated</b> : <time datetime=2024-03-07>3 days ago</time></article>",
        "<p>本页面最后编辑于2024年3月7日 (星期四) 10:12。",
        "<p>Zuletzt aktualisiert: 7.3.2024"
      })
  void dateOfAChangeIsNotThatOfThePublication(String html) {
    PageAttributes attributes = attributes("<h1>Tides</h1>" + html);

    assertThat(attributes.published()).isEmpty();
    assertThat(attributes.modified().map(OffsetDateTime::toLocalDate))
        .contains(LocalDate.of(2024, 3, 7));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>Updated March 7, 2024 | First published 2024-01-05",
        "<p>Last updated: 7 March 2024<p>5 January 2024",
        "<p>Last updated:<p>7 March 2024<p>5 January 2024",
        "<p>Last updated: <time datetime=2024-03-07>then</time> <time datetime=2024-01-05>then</time>",
        "<p>Published/updated: 5 January 2024",
        "<p>发布/更新时间：2024-01-05",
        "<p>最后修改：2024年3月7日，发布于2024年1月5日",
        "<p>Published on 5 January 2024, last updated on 7 March 2024",
        "<p>Published and last updated: <time datetime=2024-01-05>then</time>"
      })
  void dateOfThePublicationIsTheOneThatIsOfNoChangeOrIsSaidToBeOfBoth(String html) {
    assertThat(attributes("<h1>Tides</h1>" + html).published().map(OffsetDateTime::toLocalDate))
        .contains(LocalDate.of(2024, 1, 5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<h3>Last updated</h3><ul><li>A long headline of the news of 7 March 2024",
        "<h3>最近更新</h3><ul><li>2024-03-07 潮汐",
        "<div class=comment>Updated: 7 March 2024</div>",
        "<p>责任编辑：张三 2024-03-07",
        "<span>编辑：李四</span><span>2024-03-07</span>",
        "<p>《公司法》修订于2018年10月26日",
        "<p>The Act was last revised on 24 July 2010",
        "<p>Last updated by a friend of the house who came to us on 7 March 2024",
        "<p>He updated the clock, which he had bought on 7 March 2024"
      })
  void dateThatIsOfNoChangeOfThePageIsNot(String html) {
    assertThat(attributes(html).modified()).isEmpty();
  }

  @Test
  void languageAndCanonicalUrlSayWhereTheyCameFrom() {
    assertThat(attributes("<html lang=de><link rel='alternate canonical' href=/a>").sources())
        .containsEntry("language", "element html")
        .containsEntry("canonical", "element link");
    assertThat(attributes("<meta http-equiv=Content-Language content=de>").sources())
        .containsEntry("language", "meta content-language");
  }

  @Test
  void pageThatReportsNothingHasNoSources() {
    PageAttributes attributes = attributes("<p>Tides rise and fall");

    assertThat(attributes.sources()).isEmpty();
    assertThat(attributes.title() + attributes.siteName() + attributes.licence()).isEmpty();
    assertThat(attributes.breadcrumb()).isEqualTo(List.of());
    assertThat(attributes.image()).isEmpty();
  }

  private static PageAttributes attributes(String html) {
    return HtmlPages.analyze(html).attributes();
  }
}
