package io.dowser.crawler.html;

import static io.dowser.crawler.html.HtmlPages.analyze;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Link;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlPageAnalyzerTextTest {

  @Test
  void titleComesFirstAndIsText() {
    AnalyzedPage page = analyze("<title> A\n title </title><body>Words <p>more");
    assertThat(page.title()).isEqualTo("A title");
    assertThat(page.text()).isEqualTo("A title Words more");
  }

  @Test
  void doctypeWithDeclarationsOfXmlIsNoText() {
    AnalyzedPage page =
        analyze(
            "<?xml version='1.0'?>\n<!DOCTYPE html [\n<!ENTITY nbsp '&#xA0;'>\n<!ENTITY b 'c'>\n]>\n"
                + "<html><head><title>Tides</title></head><body>a [b]></body></html>");
    assertThat(page.text()).isEqualTo("Tides a [b]>");
    assertThat(page.attributes().title()).isEqualTo("Tides");
  }

  @Test
  void onlyTheFirstTitleIsTheTitle() {
    AnalyzedPage page =
        analyze("<svg><title>drawing</title></svg><title>one</title><p>x<title>two</title>");
    assertThat(page.title()).isEqualTo("one");
    assertThat(page.text()).contains("drawing").contains("two");
  }

  @Test
  void inlineElementsJoinAndBlocksSeparate() {
    assertThat(analyze("<b>a</b>b<i>c</i>").text()).isEqualTo("abc");
    assertThat(analyze("a<p>b</p>c<div>d</div>e").text()).isEqualTo("a b c d e");
    assertThat(analyze("a<br>b<hr>c").text()).isEqualTo("a b c");
    assertThat(analyze("<table><tr><td>a<td>b<tr><th>c</table>").text()).isEqualTo("a b c");
    assertThat(analyze("<ul><li>a<li>b</ul><select><option>c<option>d</select>").text())
        .isEqualTo("a b c d");
    assertThat(analyze("soft<wbr>ware <unknown-tag>x</unknown-tag>y").text())
        .isEqualTo("software xy");
  }

  /** Menus, whose entries nothing but a style sheet keeps apart. */
  @Test
  void neighbouringLinksAreSeparate() {
    AnalyzedPage page = analyze("<a href=a>news</a><a href=b>sport</a>s <b><a href=c>x</a></b>");
    assertThat(page.text()).isEqualTo("news sports x");
    assertThat(page.links()).extracting(Link::anchorText).containsExactly("news", "sport", "x");
    assertThat(analyze("<a href=a>大河网</a><a href=b>命令</a>").text()).isEqualTo("大河网 命令");
    assertThat(analyze("<a>no</a><a>link</a>").text()).isEqualTo("nolink");
  }

  @Test
  void scriptStyleNoscriptTemplateAndCommentsAreDropped() {
    String html =
        "a<script>var no='no';</script>b<style>no{}</style>c<noscript>no <a href=no>no</a>"
            + "</noscript>d<template>no <a href=no>no</a></template>e<!-- no -->f"
            + "<noframes>no</noframes><iframe>no</iframe>";
    AnalyzedPage page = analyze(html);
    assertThat(page.text()).isEqualTo("abcdef");
    assertThat(page.links()).isEmpty();
  }

  @Test
  void declarativeShadowRootsAreContent() {
    String html =
        "<x-card><template shadowrootmode=Open><p>Tides <a href=tides>rise</a><template>no</template>"
            + "</template></x-card><template shadowrootmode=no>no</template>";
    AnalyzedPage page = analyze(html);

    assertThat(page.text()).isEqualTo("Tides rise");
    assertThat(HtmlPages.targets(page)).containsExactly("http://a.example/dir/tides");
    assertThat(page.attributes().mainText()).isEqualTo("Tides rise");
  }

  @Test
  void entitiesAndCharacterDataAreText() {
    assertThat(analyze("a&amp;b &eacute; &#21488;&#x98ce; &nbsp; c").text())
        .isEqualTo("a&b \u00e9 台风 c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<html lang=zh-CN> | '' | zh-cn",
        "<html xml:lang=en> | '' | en",
        "<html> | de, en | de",
        "<html lang=fr> | de | fr",
        "<html><meta http-equiv=Content-Language content=ja,en> | de | ja",
        "<html lang=''> | EN-us | en-us",
        "<html> | '' | ''",
      })
  void languageIsThatOfThePageOrElseOfTheHeader(String html, String header, String language) {
    AnalyzedPage page =
        analyze(
            HtmlPageAnalyzer.create(),
            (html + "<body>x").getBytes(UTF_8),
            header.isEmpty() ? Map.of() : Map.of("content-language", header));
    assertThat(page.language()).isEqualTo(language);
  }

  @Test
  void plainTextHasNoLinks() {
    AnalyzedPage page = analyze("<a href=x>y</a> z".getBytes(UTF_8), "text/plain; charset=utf-8");
    assertThat(page.text()).isEqualTo("<a href=x>y</a> z");
    assertThat(page.links()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"image/png", "application/pdf", "application/json", "text/css", "image/svg+xml"})
  void otherTypesGiveAnEmptyPage(String type) {
    AnalyzedPage page = analyze("<p>x<a href=y>z</a>".getBytes(UTF_8), type);
    assertThat(page.text()).isEmpty();
    assertThat(page.links()).isEmpty();
    assertThat(page.url()).isEqualTo(HtmlPages.URL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text/html",
        "TEXT/HTML;charset=utf-8",
        "application/xhtml+xml",
        "text/xml",
        "html",
        "application/x-httpd-html"
      })
  void typesOfMarkupAndNoTypeAreRead(String type) {
    assertThat(analyze("<p>x<a href=y>z</a>".getBytes(UTF_8), type).links()).hasSize(1);
  }

  @Test
  void frontMatterOfAPageIsReadFromItsElements() {
    AnalyzedPage page =
        analyze(
            "<link rel=stylesheet href=s><link rel='nofollow CANONICAL' href=c1>"
                + "<link rel=canonical href=c2>");
    assertThat(page.canonical().orElseThrow()).hasToString("http://a.example/dir/c1");
    assertThat(analyze("<link rel=canonical href='mailto:x'>").canonical()).isEmpty();
    assertThat(analyze("<link rel=canonical>").canonical()).isEmpty();
  }
}
