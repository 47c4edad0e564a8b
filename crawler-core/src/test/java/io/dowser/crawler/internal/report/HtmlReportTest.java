package io.dowser.crawler.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.internal.report.BarChart.Bar;
import io.dowser.crawler.internal.report.LineChart.Line;
import io.dowser.crawler.internal.report.LineChart.Point;
import io.dowser.crawler.internal.report.LineChart.Series;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

class HtmlReportTest {

  private static final String EVIL = "</script><script>alert(1)</script><!-- \" ' &";

  private static Document page(HtmlReport report) {
    return Jsoup.parse(report.toHtml());
  }

  @Test
  void partsComeInTheirOrder() {
    Document page =
        page(
            HtmlReport.titled("Tides")
                .paragraph("first")
                .section("second")
                .lines("third\n  line")
                .table(new Table("fourth", List.of("a"), List.of()))
                .chart(new BarChart("fifth", "pages", List.of(new Bar("x", 2)))));

    assertThat(page.title()).isEqualTo("Tides");
    assertThat(page.select("main > *").eachText())
        .containsExactly("Tides", "first", "second", "third\n  line", "fourth a", "fifth");
    assertThat(page.select("pre").get(0).wholeText()).isEqualTo("third\n  line");
  }

  @Test
  void textsOfWebPagesStayTexts() {
    Document page =
        page(
            HtmlReport.titled(EVIL)
                .section(EVIL)
                .paragraph(EVIL)
                .lines(EVIL)
                .table(new Table(EVIL, List.of(EVIL), List.of(List.of(EVIL))))
                .chart(new BarChart(EVIL, EVIL, List.of(new Bar(EVIL, 1))))
                .chart(line(EVIL)));

    assertThat(page.select("script")).hasSize(3); // two charts, the drawing
    assertThat(page.select("main, h1, h2, main p, pre, caption, th, td, figcaption"))
        .allSatisfy(element -> assertThat(element.text()).contains("alert(1)"));
  }

  private static LineChart line(String name) {
    var series = new Series(name, Line.PLAIN, List.of(new Point(1, 2, 1.5, 2.5), Point.of(2, 3)));
    return new LineChart(name, name, name, List.of(series));
  }

  @Test
  void fileLoadsNothingAndSaysSo() {
    Document page = page(HtmlReport.titled("Tides").chart(line("high")));

    assertThat(page.select("[src], link, img, iframe, object")).isEmpty();
    assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .startsWith("default-src 'none'");
  }

  @Test
  void chartKeepsItsNumbers() {
    Element metric = page(HtmlReport.titled("Tides").chart(line("high"))).select("figure").get(0);

    assertThat(metric.attr("data-chart")).isEqualTo("lines");
    assertThat(metric.select("script").get(0).data())
        .contains("\"name\":\"high\"", "[1.0,2.0,1.5,2.5],[2.0,3.0,3.0,3.0]");
  }

  @Test
  void columnsOfWordsAreReported() {
    Table table =
        new Table(
            "t",
            List.of("name", "rate", "way", "change"),
            List.of(
                List.of("a", "0.5 \u00b1 0.1", "seed", "-0.1 *"),
                List.of("b", "\u2013", "", "+2")));

    Document page = page(HtmlReport.titled("Tides").table(table));

    assertThat(page.select("th.words").eachText()).containsExactly("name", "way");
  }

  @Test
  void addressesOfPagesAreLinksAndOthersAreNot() {
    Table table =
        new Table(
            "t",
            List.of("page"),
            List.of(
                List.of("https://tides.example/?a=1&b=\"2\""),
                List.of("javascript:alert(1)"),
                List.of("http://tides.example/ and more")));

    Document page = page(HtmlReport.titled("Tides").table(table));

    assertThat(page.select("a").eachAttr("href"))
        .containsExactly("https://tides.example/?a=1&b=\"2\"");
  }

  @Test
  void valuesThatCannotBeDrawnAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Bar("pages", Double.NaN))
        .withMessageContaining("pages")
        .withMessageContaining("NaN");
    assertThatIllegalArgumentException().isThrownBy(() -> new Point(1, 2, 3, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> Point.of(Double.NaN, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Series("s", Line.PLAIN, List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new BarChart("b", "x", List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new LineChart("l", "x", "y", List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Table("t", List.of("a", "b"), List.of(List.of("1"))))
        .withMessageContaining("2 texts");
  }
}
