package io.dowser.crawler.html;

import static io.dowser.crawler.html.HtmlPages.analyze;
import static io.dowser.crawler.html.HtmlPages.anchors;
import static io.dowser.crawler.html.HtmlPages.targets;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.Link.Place.Block;
import io.dowser.crawler.api.Settings;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HtmlPageAnalyzerLinksTest {

  @Test
  void linksAreAbsoluteAndCanonicalInDocumentOrder() {
    AnalyzedPage page =
        analyze(
            "<a href='x'>one</a> <a href='/y#frag'>two</a> <a href='//B.example'>three</a>"
                + "<a href='HTTP://c.example:80/a/../b'>four</a>");
    assertThat(targets(page))
        .containsExactly(
            "http://a.example/dir/x",
            "http://a.example/y",
            "http://b.example/",
            "http://c.example/b");
    assertThat(anchors(page)).containsExactly("one", "two", "three", "four");
    assertThat(page.links()).extracting(Link::position).containsExactly(0, 1, 2, 3);
  }

  @Test
  void placesNameBlockHeadingTitleAndClasses() {
    AnalyzedPage page =
        analyze(
            "<body class='site'><nav><ul><li><a href=n1>n</a><li><a href=n2>n</a></ul></nav>"
                + "<main class='  wide \n text '><a href=m class=more title=' The  title '>m</a>"
                + "<h2>The <a href=h>heading</a></h2><ul><li><a href=l>l</a></ul>"
                + "<table><tr><td><a href=t>t</a></table></main>"
                + "<footer><main><a href=f></a></main></footer><img><p><a href=o>o</a>");

    assertThat(page.links())
        .extracting(link -> link.place().block())
        .containsExactly(
            Block.NAV,
            Block.NAV,
            Block.MAIN,
            Block.MAIN,
            Block.LIST,
            Block.TABLE,
            Block.FOOTER,
            Block.OTHER);
    assertThat(page.links())
        .extracting(link -> link.place().heading())
        .startsWith("", "", "", "The heading", "The heading");
    Link.Place more = page.links().get(2).place();
    assertThat(more.classes()).containsExactly("more", "wide", "text", "site");
    assertThat(more.title()).isEqualTo("The title");
    assertThat(page.links().get(0).place()).isEqualTo(page.links().get(1).place());
    assertThat(page.links().get(4).place().tagPath())
        .isNotEqualTo(page.links().get(5).place().tagPath());
  }

  @Test
  void blockOfALinkIsTheSmallestElementWithTextBesideIt() {
    String text = "word ".repeat(12).strip();
    AnalyzedPage page =
        analyze(
            "<body>Start <div><ul><li><a href=1>one</a><li>x <a href=2>two</a></ul>"
                + text
                + "</div><p>"
                + text
                + " <a href=3><b>three</b></a></p> End");

    assertThat(page.links())
        .extracting(link -> page.text().substring(link.blockStart(), link.blockEnd()).strip())
        .containsExactly("one x two " + text, "one x two " + text, text + " three");
  }

  @Test
  void blockOfALinkInNoneIsThePage() {
    AnalyzedPage page = analyze("<body>Start <p><a href=1>one</a></p> End <a href=2></a>");

    assertThat(page.links()).extracting(Link::blockStart).containsExactly(0, 0);
    assertThat(page.links()).extracting(Link::blockEnd).containsOnly(page.text().length());
  }

  @Test
  void placesAreBounded() {
    String many = "a b c d e f g h i j".repeat(100);
    String text = "\ud83d\ude00".repeat(100);
    AnalyzedPage page =
        analyze("<h1>x" + text + "</h1><a href=x class='" + many + "' title='x" + text + "'>x</a>");

    Link.Place place = page.links().get(0).place();
    assertThat(place.classes()).hasSize(Link.Place.MAX_CLASSES);
    assertThat(place.heading()).hasSize(99).endsWith("\ud83d\ude00");
    assertThat(place.title()).isEqualTo(place.heading());
  }

  @Test
  void whatIsNotAWebAddressIsPlainText() {
    AnalyzedPage page =
        analyze(
            "<a href='mailto:a@b'>m</a><a href='javascript:void(0)'>j</a><a href='data:,x'>d</a>"
                + "<a name=n>n</a><a href='http://'>h</a><a href='ftp://f/'>f</a>"
                + "<a href='http://a b,c:x/'>bad</a>");
    assertThat(page.links()).isEmpty();
    assertThat(page.text()).isEqualTo("mjdnhfbad");
  }

  @Test
  void areasAndFramesAreLinks() {
    AnalyzedPage page =
        analyze(
            "<map><area href=a alt='An area'><area href=b><area></map>"
                + "<iframe src=c title='A frame'></iframe><iframe src='about:blank'></iframe>");
    assertThat(targets(page))
        .containsExactly(
            "http://a.example/dir/a", "http://a.example/dir/b", "http://a.example/dir/c");
    assertThat(anchors(page)).containsExactly("An area", "", "A frame");
    assertThat(page.links())
        .extracting(Link::anchorSource)
        .containsExactly(
            Link.AnchorSource.IMAGE_ALT, Link.AnchorSource.NONE, Link.AnchorSource.TITLE);
  }

  @Test
  void framesOfAFramesetAreLinksUnlessSwitchedOff() {
    String html = "<frameset><frame src=left.html><frame src=right.html></frameset>";
    assertThat(targets(analyze(html)))
        .containsExactly("http://a.example/dir/left.html", "http://a.example/dir/right.html");
    assertThat(
            analyze(HtmlPageAnalyzer.of(Settings.of(Map.of("followFrames", "false"))), html)
                .links())
        .isEmpty();
  }

  @Test
  void imageTextThenTitleStandInForMissingText() {
    AnalyzedPage page =
        analyze(
            "x<a href=a title=T>own</a><a href=b title=T><img alt=' '><img alt=I><img alt=J></a>"
                + "<a href=c title=T><img></a><a href=d> </a>y");
    assertThat(anchors(page)).containsExactly("own", "I J", "T", "");
    assertThat(page.links())
        .extracting(Link::anchorSource)
        .containsExactly(
            Link.AnchorSource.TEXT,
            Link.AnchorSource.IMAGE_ALT,
            Link.AnchorSource.TITLE,
            Link.AnchorSource.NONE);
    assertThat(page.text()).isEqualTo("xown I J T y");
    assertThat(page.links().get(1).contextAfter()).isEqualTo("T y");
  }

  @Test
  void imagesOutsideLinksAreNoText() {
    assertThat(analyze("a<img alt=no>b").text()).isEqualTo("ab");
  }

  @Test
  void relValuesAreLowerCaseAndDistinct() {
    AnalyzedPage page =
        analyze(
            "<a href=a rel=' Tag  NEXT tag'>x</a><a href=b rel=''>y</a><a href=c rel=' '>z</a>");
    assertThat(page.links().get(0).rel()).containsExactlyInAnyOrder("tag", "next");
    assertThat(page.links().get(1).rel()).isEmpty();
  }

  @Test
  void firstBaseCountsFromThereOn() {
    AnalyzedPage page =
        analyze(
            "<a href=0>0</a><base target=x><base href='/b/'><base href='/no/'><a href=1>1</a>"
                + "<a href='?q'>2</a>");
    assertThat(targets(page))
        .contains("http://a.example/b/1", "http://a.example/b/?q")
        .noneMatch(target -> target.contains("/no/"));
  }

  @Test
  void baseOnAnotherHostIsFollowed() {
    assertThat(targets(analyze("<base href='https://b.example/x/y'><a href=z>z</a>")))
        .containsExactly("https://b.example/x/z");
  }

  @Test
  void uselessBaseLeavesThePagesOwnAddress() {
    assertThat(targets(analyze("<base href='data:,x'><base href='/no/'><a href=z>z</a>")))
        .containsExactly("http://a.example/dir/z");
  }

  @Test
  void refreshIsALinkWithoutText() {
    AnalyzedPage page = analyze("<meta http-equiv=Refresh content='3; URL=next.html'><p>text");
    assertThat(targets(page)).containsExactly("http://a.example/dir/next.html");
    assertThat(anchors(page)).containsExactly("");
    assertThat(page.text()).isEqualTo("text");
  }

  @Test
  void refreshOfTheHeaderIsALink() {
    Map<String, String> headers = Map.of("content-type", "text/html", "refresh", "9;url=next.html");
    byte[] body = "<p>text".getBytes(StandardCharsets.UTF_8);

    assertThat(targets(HtmlPages.analyze(HtmlPageAnalyzer.create(), body, headers)))
        .containsExactly("http://a.example/dir/next.html");
  }

  @Test
  void refreshOfThePageItselfIsNoLink() {
    assertThat(analyze("<meta http-equiv=refresh content='60; url=page.html'>").links()).isEmpty();
    assertThat(analyze("<meta http-equiv=refresh content='60'>").links()).isEmpty();
  }

  @Test
  void refreshWithinAnAnchorComesBehindIt() {
    AnalyzedPage page =
        analyze("<a href=x>one <meta http-equiv=refresh content='0; url=y'>two</a> three");

    assertThat(targets(page)).containsExactly("http://a.example/dir/x", "http://a.example/dir/y");
    assertThat(anchors(page)).containsExactly("one two", "");
  }

  @Test
  void anchorWithoutEndReachesAsFarAsTheParserLetsIt() {
    AnalyzedPage page = analyze("<p>a <a href=x>b <p>c");
    assertThat(page.text()).isEqualTo("a b c");
    assertThat(targets(page)).allMatch("http://a.example/dir/x"::equals).isNotEmpty();
    assertThat(String.join(" ", anchors(page))).isEqualTo("b c");
  }

  @Test
  void anchorWithinAnAnchorEndsTheOuterOne() {
    AnalyzedPage page =
        analyze("<a href=x>one<table><tr><td><a href=y>two</a> three</table> four</a>five");
    assertThat(targets(page)).contains("http://a.example/dir/x", "http://a.example/dir/y");
    assertThat(page.links()).extracting(Link::anchorText).contains("two");
    assertThat(page.text().replace(" ", "")).contains("two").contains("three").contains("five");
    assertRangesInOrder(page);
  }

  @Test
  void areaWithinAnAnchorComesBehindIt() {
    AnalyzedPage page = analyze("<a href=x>one<map><area href=y alt=two></map> three</a> four");
    assertThat(anchors(page)).containsExactly("one three", "two");
    assertThat(page.text()).isEqualTo("one three two four");
    assertRangesInOrder(page);
  }

  @Test
  void queriesAreEncodedInTheCharsetOfThePage() {
    Charset gbk = Charset.forName("GB18030");
    String html = "<meta charset=gb2312><p>天气预报台风登陆<a href='s?q=台风'>x</a>";
    AnalyzedPage inGbk = analyze(html.getBytes(gbk), "text/html");
    AnalyzedPage inUtf8 =
        analyze(html.replace("gb2312", "utf-8").getBytes(StandardCharsets.UTF_8), "text/html");
    assertThat(targets(inGbk)).containsExactly("http://a.example/dir/s?q=%CC%A8%B7%E7");
    assertThat(targets(inUtf8)).containsExactly("http://a.example/dir/s?q=%E5%8F%B0%E9%A3%8E");
  }

  @Test
  void queriesInGbkHaveNoCodesOfFourBytesAndTheEuroSignInOne() {
    Charset gb18030 = Charset.forName("GB18030");
    String html = "<meta charset=gbk><p>天气预报台风登陆<a href='s?q=5€𠀀'>x</a>";
    String wide = html.replace("=gbk", "=gb18030");
    assertThat(targets(analyze(html.getBytes(gb18030), "text/html")))
        .containsExactly("http://a.example/dir/s?q=5%80%26%23131072%3B");
    assertThat(targets(analyze(wide.getBytes(gb18030), "text/html")))
        .containsExactly("http://a.example/dir/s?q=5%A2%E3%952%826");
  }

  private static void assertRangesInOrder(AnalyzedPage page) {
    int from = 0;
    for (Link link : page.links()) {
      int at = page.text().indexOf(link.anchorText(), from);
      assertThat(at).as(link.toString()).isNotNegative();
      from = at + link.anchorText().length();
    }
  }

  @Test
  void linkThatIsOpenWhereThePageIsCutEndsThere() {
    HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.of(Settings.of(Map.of("maxCharacters", "8")));

    AnalyzedPage page =
        HtmlPages.analyze(
            analyzer, "<p>ab <a href=x>cd <b>ef <i>gh</i></b> ij</a> <a href=y>k</a>");

    assertThat(page.links()).hasSize(1);
    assertThat(page.links().get(0).anchorText()).isEqualTo("cd ef");
    assertThat(page.text()).isEqualTo("ab cd ef");
  }

  @Test
  void anchorThatMayNotBeFollowedDoesNotEndTheOneAroundIt() {
    AnalyzedPage page =
        HtmlPages.analyze("<a href=x>one <svg><a>two</a></svg> three</a> <a name=n>four</a>");

    assertThat(page.links()).hasSize(1);
    assertThat(page.links().get(0).anchorText()).isEqualTo("one two three");
  }
}
