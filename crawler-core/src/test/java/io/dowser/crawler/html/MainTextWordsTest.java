package io.dowser.crawler.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.PageAttributes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words of inline elements are as far apart in the main text as on the page. */
class MainTextWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "Added by <a href=/u>Anna Admin</a> <a href=/t>today</a>|Added by Anna Admin today",
        "one <b>bold</b> <i>italic</i> two|one bold italic two",
        "'one <span>two</span>\n<span>three</span>'|one two three",
        "one <span>two</span><span> </span><span>three</span>|one two three",
        "one <b> </b>two<i> </i>three <a href=/x> </a>four|one two three four",
        "one<b> bold</b> two<i> italic</i>|one bold two italic",
        "<b>bold </b>one <a href=/x>link </a>two|bold one link two",
        "one<a href=/x> link </a>two<span> three </span>four|one link two three four",
        "one<code> x </code>two <code>y</code> <kbd>z</kbd> <tt> </tt>three|one x two y z three",
        "one <code>x</code> <b>bold</b>|one x bold",
        "one <b><i>two</i> <a href=/x><code>three</code> four</a></b> five|one two three four five",
        "'one <img src=a alt=sea> <b>two</b> <img src=b>\n<i>three</i>'|one two three",
        "one <b>two</b> <script>x()</script> <i>three</i><!-- --> four|one two three four",
        "one<script>x()</script>two<b>three</b><!-- --><i>four</i>|onetwothreefour",
        "one <input> two<input>three<button>Go</button>four|one two three four",
        "the sum of H<sub>2</sub>O and super<wbr>califragilistic|the sum of H2O and"
            + " supercalifragilistic",
        "潮<b>汐</b><i>是</i><a href=/x>海水</a><code>涨</code>落的现象|潮汐是海水涨落的现象",
        "一 <b>潮汐</b> <a href=/x>海水</a>、<a href=/y>月球</a>的引力|一 潮汐 海水、月球的引力",
      })
  void wordsOfInlineElements(String html, String text) {
    assertThat(attributes("<p>" + html).mainText()).isEqualTo(text);
    assertThat(attributes("<h2>" + html).mainText()).isEqualTo(text);
    assertThat(attributes("<ul><li>" + html + "</ul>").mainText()).isEqualTo(text);
    assertThat(attributes("<div>\n <div>" + html + "</div>\n </div>").mainText()).isEqualTo(text);
    assertThat(
            attributes("<table><tr><td>first row<td>" + html + "<tr><td>second row<td>a b</table>")
                .mainText())
        .isEqualTo("first row\t" + text + "\nsecond row\ta b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "by one of <a href=/u>Anna Admin</a> <a href=/t>today</a>|by one of [Anna Admin](http://a.example/u)"
            + " [today](http://a.example/t)",
        "one <b>bold</b> <i>italic</i> two|one **bold** *italic* two",
        "one<b> bold </b>two<i> italic </i>|one **bold** two *italic*",
        "one <code>x</code> <code> y </code>two|one `x` `y` two",
        "one <b>bold</b><i>italic</i>|one **bold**<em>italic</em>",
        "one <i>italic</i><b>bold</b>|one *italic*<strong>bold</strong>",
        "one <b>bold</b><strong>er</strong> two|one **bolder** two",
        "one <b>bold</b><b> er</b> <b>two</b>|one **bold er** **two**",
        "one <b>bold</b><b></b><span></span><i></i> two|one **bold** two",
        "one <b>bold</b><b> </b><i>italic</i>|one **bold** *italic*",
        "one <b>a</b><i><b>b</b>c</i> two|one **a**<em><strong>b</strong>c</em> two",
        "one <b><i>a</i></b><i>b</i> two|one ***a***<em>b</em> two",
        "one <b><i>a</i> b <i>c</i></b> two|one ***a* b *c*** two",
        "one <b>a</b><a href=/x><b>b</b></a> two|one **a**[**b**](http://a.example/x) two",
        "one <b>a</b><code>b</code><b>c</b><code>d</code><kbd>e</kbd>|one **a**`b`**c**`d`<code>e</code>",
        "one * <b>bold</b>|one \\* **bold**",
      })
  void marksOfInlineElements(String html, String markdown) {
    assertThat(attributes("<p>" + html).markdown()).isEqualTo(markdown);
    assertThat(
            attributes("<table><tr><th>first row<th>" + html + "<tr><td>second row<td>a b</table>")
                .tables())
        .containsExactly("| first row | " + markdown + " |\n|---|---|\n| second row | a b |");
  }

  @Test
  void chunksHaveTheWordsOfInlineElements() {
    PageAttributes page =
        attributes("<h1>The <b>two</b> <i>tides</i></h1><p>one <b>a</b> <i>b</i>");

    assertThat(page.chunks(100))
        .containsExactly(
            new PageAttributes.Chunk(List.of("The **two** *tides*"), "one **a** *b*", 13));
  }

  @Test
  void lineBreaksBetweenInlineElementsStay() {
    String html = "<p>one <b>two</b><br> <i>three</i> <br>\n<b><br>four</b> five";

    assertThat(attributes(html).mainText()).isEqualTo("one two\nthree\n\nfour five");
    assertThat(attributes(html).markdown()).isEqualTo("one **two**  \n*three*\n\n**four** five");
  }

  @Test
  void whiteSpaceBetweenBlocksAddsNothing() {
    String html =
        "<div>\n <p>one two and so on</p>\n <p> </p> <span> </span>\n <p>three four and so on</p> \n<ul>\n <li>five six"
            + "</li>\n <li>seven eight</li>\n</ul>\n</div>\n <p>nine ten and so on</p> ";

    assertThat(attributes(html).mainText())
        .isEqualTo(
            "one two and so on\n\nthree four and so on\n\nfive six\nseven eight\n\nnine ten and so on");
    assertThat(attributes(html).markdown())
        .isEqualTo(
            "one two and so on\n\nthree four and so on\n\n- five six\n- seven eight\n\nnine ten and so on");
  }

  @Test
  void blocksThatAreLeftOutSeparateThoseAroundThem() {
    assertThat(attributes("<div>one two<hr>three four<div></div>five six").mainText())
        .isEqualTo("one two\n\nthree four\n\nfive six");
    assertThat(attributes("<div>one two<nav>Home</nav>three four").mainText())
        .isEqualTo("one two\n\nthree four");
    assertThat(attributes("<h2>one two<div></div>three four").mainText())
        .isEqualTo("one two three four");
  }

  private static PageAttributes attributes(String html) {
    return HtmlPages.analyze(html).attributes();
  }
}
