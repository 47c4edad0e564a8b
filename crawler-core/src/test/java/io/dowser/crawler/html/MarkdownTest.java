package io.dowser.crawler.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.PageAttributes;
import java.util.List;
import java.util.SplittableRandom;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.TextNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A parser of CommonMark with tables reads the Markdown of a page as the page reads. */
class MarkdownTest {

  private static final List<Extension> TABLES = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
  private static final HtmlRenderer RENDERER = HtmlRenderer.builder().extensions(TABLES).build();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "one <b>two</b> <i>three</i>|one <strong>two</strong> <em>three</em>",
        "one<b> two </b>three<i> </i>four|one <strong>two</strong> three four",
        "one<b>two</b>three<i>four</i>five|one<strong>two</strong>three<em>four</em>five",
        "<b>one <i>two</i></b> <i>three <b>four</b></i>|<strong>one <em>two</em></strong> <em>three <strong>four</strong></em>",
        "<b><i>one</i> two</b> <i><b>three</b> four</i>|<strong><em>one</em> two</strong> <em><strong>three</strong> four</em>",
        "<b>one</b><i>two</i><b>three</b>|<strong>one</strong><em>two</em><strong>three</strong>",
        "<i>one</i><b><i>two</i>three</b>|<em>one</em><strong><em>two</em>three</strong>",
        "<b>one<b>two</b></b><strong>three</strong>|<strong>onetwothree</strong>",
        "<b>one</b><a href=/x><b>two</b></a>|<strong>one</strong><a href=\"http://a.example/x\"><strong>two</strong></a>",
        "a<b>(one)</b>b <b>“two”</b>c d<b>: three</b>|a<strong>(one)</strong>b <strong>“two”</strong>c d<strong>: three</strong>",
        "<b>Note:</b> one|<strong>Note:</strong> one",
        "潮<b>汐</b>是<b>“海水”</b>的<i>涨落。</i>现象<b>：</b>一|潮<strong>汐</strong>是<strong>“海水”</strong>的<em>涨落。</em>现象<strong>：</strong>一",
        "x<b>1<i>2</i></b>y x<i><b>1</b>2</i>y|x<strong>1<em>2</em></strong>y x<em><strong>1</strong>2</em>y",
        "x<i>1<b>2</b>3</i>y x<b>1<i>2</i>3</b>y|x<em>1<strong>2</strong>3</em>y x<strong>1<em>2</em>3</strong>y",
        "*<b>one</b>* _<i>two</i>_|*<strong>one</strong>* _<em>two</em>_",
        "<b>10€</b>a <b>a<sup>2</sup></b>b|<strong>10€</strong>a <strong>a<sup>2</sup></strong>b",
        "😀<b>one</b>😀 a<b>😀</b>b|😀<strong>one</strong>😀 a<strong>😀</strong>b",
        "<b><code>x</code></b>y|<strong><code>x</code></strong>y",
        "<del>one</del> <s>two</s>three|<del>one</del> <del>two</del>three",
        "H<sub>2</sub>O 10<sup>9</sup>|H<sub>2</sub>O 10<sup>9</sup>",
        "one<br>two<b>three<br>four</b>|one<br />\\ntwo<strong>three<br />\\nfour</strong>",
      })
  void emphasisIsNeverBroken(String html, String rendered) {
    assertThat(render("<p>" + html)).isEqualTo("<p>" + rendered.replace("\\n", "\n") + "</p>");
    assertThat(render("<h2>" + html))
        .isEqualTo("<h2>" + rendered.replace("<br />\\n", " ") + "</h2>");
    assertThat(render("<ul><li>" + html + "</ul>"))
        .isEqualTo("<ul>\n<li>" + rendered.replace("\\n", "\n") + "</li>\n</ul>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*one* **two** _three_ __four__ a*b*c a_b_c *",
        "# one",
        "#",
        "1. one",
        "1) one",
        "12.",
        "- one",
        "+ one",
        "-",
        "* one",
        "> one",
        ">one",
        "===",
        "---",
        "- - -",
        "___",
        "***",
        "~~~",
        "~~~ one ~~~",
        "~~one~~ ~two~",
        "```",
        "`one` ``two``",
        "<b>one</b> <!-- two --> <http://a.example/>",
        "&amp; &#35; &copy &lt;b&gt;",
        "\\ \\\\ \\* one\\",
        "[x] [one](two) [one]: /two ![three](four)",
        "[one]: /two",
        "| one | two |",
        ":---:",
        "|---|",
        "a | b",
        "one | two \n --- | ---",
        "1 \n === \n 2 \n --- \n - 3 \n # 4",
        "    one",
        "one #",
      })
  void textIsNoMarkup(String text) {
    String html =
        text.replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace("\n", "<br>")
            .replace("  ", "&nbsp; ");
    String shown = CharMatcher.whitespace().trimAndCollapseFrom(text, ' ');
    String table = "<table><tr><th>one<th>" + html + "<tr><td>" + html + "<td>" + html + "</table>";
    for (String page :
        List.of(
            "<p>" + html,
            "<h3>" + html + "</h3>",
            "<ul><li>" + html + "</ul>",
            "<ol><li><p>one<p>" + html + "</ol>",
            "<blockquote>" + html + "</blockquote>",
            "<p><a href=/x>" + html + "</a>",
            "<p><b>" + html + "</b>",
            table)) {
      String expected =
          page.equals(table)
              ? "one " + (shown + " ").repeat(3).strip()
              : page.contains("<ol>") ? "one " + shown : shown;
      assertThat(words(shown(attributes(page)).all))
          .as(attributes(page).markdown())
          .isEqualTo(expected);
    }
  }

  @Test
  void headingsKeepTheirLevels() {
    assertThat(render("<h1>one</h1><h3>two #</h3><h6>three ##</h6>"))
        .isEqualTo("<h1>one</h1>\n<h3>two #</h3>\n<h6>three ##</h6>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "<ol start=3><li>one<li>two</ol>|<ol start=~3~><li>one</li><li>two</li></ol>",
        "<ol start=-3><li>one<li>two</ol>|<ol><li>one</li><li>two</li></ol>",
        "<ol start=9><li><p>one<p>two<pre>x¶¶y</pre><li>three</ol>|<ol start=~9~><li><p>one</p><p>two</p><pre><code>x¶¶y¶</code></pre></li><li><p>three</p></li></ol>",
        "<ul><li>one<ol><li>two<ul><li>three</ul></ol><li>four</ul>|<ul><li><p>one</p><ol><li><p>two</p><ul><li>three</li></ul></li></ol></li><li><p>four</p></li></ul>",
        "<ul><li>one</li><ul><li>two</ul><li>three</ul>|<ul><li><p>one</p><ul><li>two</li></ul></li><li><p>three</p></li></ul>",
        "<ul>one<li>two<p>three</ul>|<ul><li><p>one</p></li><li><p>two</p><p>three</p></li></ul>",
        "<ul><li>one</ul><ul><li>two</ul><ul><li>three</ul>|<ul><li>one</li></ul><ul><li>two</li></ul><ul><li>three</li></ul>",
        "<ol><li>one</ol><ol><li>two</ol>|<ol><li>one</li></ol><ol><li>two</li></ol>",
        "<ul><li><ul><li>one</ul><li><pre>two</pre></ul>|<ul><li><ul><li>one</li></ul></li><li><pre><code>two¶</code></pre></li></ul>",
        "<ul><li>one<hr>two</ul>|<ul><li><p>one</p><hr /><p>two</p></li></ul>",
        "<p>one<hr><p>two|<p>one</p><hr /><p>two</p>",
        "<blockquote><p>one<p>two<ul><li>three<li>four</ul></blockquote>|<blockquote><p>one</p><p>two</p><ul><li>three</li><li>four</li></ul></blockquote>",
        "<blockquote>one<blockquote>two</blockquote></blockquote><blockquote>three</blockquote>|<blockquote><p>one</p><blockquote><p>two</p></blockquote></blockquote><blockquote><p>three</p></blockquote>",
        "<blockquote><pre>one¶¶> two</pre></blockquote>|<blockquote><pre><code>one¶¶&gt; two¶</code></pre></blockquote>",
        "<dl><dt>one<dd>two<dd><p>three<p>four</dl>|<p>one</p><p>two</p><p>three</p><p>four</p>",
        "<figure><img src=a.png alt=sea><figcaption>one</figcaption></figure>|<p><img src=~http://a.example/dir/a.png~ alt=~sea~ /></p><p>one</p>",
      })
  void blocksKeepTheirStructure(String html, String rendered) {
    String expected = rendered.replace('~', '"').replace('¶', '\n');
    assertThat(render(html.replace('¶', '\n')).replaceAll(">\n<", "><")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "<pre><code class='language-Java'>, java",
    "<pre class='lang-c++'>, c++",
    "<div class='highlight highlight-source-shell'><pre>, shell",
    "<div class='highlight-python3 notranslate'><div class=highlight><pre>, python3",
    "<pre><code class='hljs sql'>, sql",
    "<pre class='brush: php; toolbar: false'>, php",
    "<pre class='sourceCode r'>, r",
    "<pre><code data-lang=go>, go",
    "<div class=highlight-default><pre>, ''",
    "<pre class='a b'>, ''"
  })
  void codeHasItsLanguage(String start, String language) {
    String info = language.isEmpty() ? "" : " class=\"language-" + language + "\"";

    assertThat(render("<p>one two</p>" + start + "x  &lt;\n ```\n````<br>y<button>Copy</button>"))
        .isEqualTo("<p>one two</p>\n<pre><code" + info + ">x  &lt;\n ```\n````\ny\n</code></pre>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<code>a`b</code>|a`b",
        "<code>``</code>|``",
        "<code>`</code> x|`",
        "<code>*a* _b_ [c](d) &amp;amp; \\ &lt;b></code>|*a* _b_ [c](d) &amp;amp; \\ &lt;b&gt;",
        "<tt>a</tt><kbd>*b*</kbd>|a</code><code>*b*",
        "<code> a <br> b </code>|a b",
      })
  void codeInLinesIsVerbatim(String html, String code) {
    assertThat(render("<p>one " + html)).startsWith("<p>one <code>" + code + "</code>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<a href='b c'>two</a>|b%20c|two",
        "<a href='b(c)'>two</a>|b%28c%29|two",
        "<a href='b?c=[d]&amp;lt;=1'>[t](w)o</a>|b?c=[d]&amp;lt;=1|[t](w)o",
        "<a href='b?c=\\*`_'>*two*</a>|b?c=\\*`_|*two*",
        "<a href='b'>two <b>three</b></a>|b|two <strong>three</strong>",
        "<a href='b'>two<a href='c'></a></a>|b|two",
      })
  void linksAreAbsolute(String html, String target, String rendered) {
    assertThat(attributes("<p>one " + html).markdown()).contains("](http://a.example/dir/");
    String link = render("<p>one! " + html + "! three");
    String href = Jsoup.parse(link).select("a").attr("href");
    assertThat(href).isEqualTo("http://a.example/dir/" + target.replace("&amp;", "&"));
    assertThat(link).startsWith("<p>one! <a").contains("\">" + rendered + "</a>! three");
    assertThat(render("<p>one!" + html)).startsWith("<p>one!<a");
  }

  @Test
  void linkWithoutTextIsNone() {
    assertThat(render("<p>one <a href=b></a><a href=c> </a>two")).isEqualTo("<p>one two</p>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<img src=a.png alt=' [a]  b '>|<img src='a.png' alt='[a] b' />",
        "<img src='data:image/png;base64,x' data-src='/b c.png' alt=b>|<img src='/b%20c.png' alt='b' />",
        "<img src=a.png alt=''><img src=b.png>|",
        "<img src='data:image/png;base64,x' alt=b>|",
        "<a href=/b><img src=a.png alt=b></a>|<a href='/b'><img src='a.png' alt='b' /></a>",
        "<noscript><img src=a.png alt=b></noscript><span hidden><img src=a.png alt=b></span>|",
      })
  void imagesWithAlternativeTextStay(String html, String rendered) {
    String expected =
        rendered == null
            ? ""
            : rendered
                .replace('\'', '"')
                .replace("\"/", "\"http://a.example/")
                .replace("src=\"a", "src=\"http://a.example/dir/a");

    assertThat(render("<p>one! " + html + " two"))
        .isEqualTo("<p>one! " + (expected.isEmpty() ? "" : expected + " ") + "two</p>");
    assertThat(attributes("<p>one " + html + " two").mainText()).isEqualTo("one two");
  }

  @Test
  void imagesBetweenBlocksOfTheMainTextStay() {
    String text = "<p>" + "The tide rises and falls twice a day on most coasts. ".repeat(3);
    String image = "<div><img alt=sea src=a.png></div>";
    String html =
        "<nav>"
            + image
            + "</nav>"
            + image
            + "<h1>Tides</h1>"
            + text
            + image
            + text
            + "<nav>"
            + image;

    assertThat(attributes(html).markdown())
        .containsOnlyOnce("![sea](http://a.example/dir/a.png)")
        .contains("coasts.\n\n![sea]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x_1^*</annotation></semantics></math>|$`x_1^*`$",
        "<math alttext='\\frac{x}{2}'><mi>x</mi></math>|$`\\frac{x}{2}`$",
        "<span style='display: none;'><math alttext='x'><mi>x</mi></math></span><img aria-hidden=true alt=x src=x.png>|$`x`$",
        "<script type='math/tex'>x < \\alpha</script>|$`x < \\alpha`$",
        "<p><script type='math/tex; mode=display'>x^2</script></p>|$`x^2`$",
        "<math><mi>x</mi></math>|x",
      })
  void formulasAreInTex(String html, String markdown) {
    assertThat(
            CharMatcher.whitespace()
                .collapseFrom(attributes("<div>one " + html + " two").markdown(), ' '))
        .isEqualTo("one " + markdown + " two");
    assertThat(
            CharMatcher.whitespace()
                .collapseFrom(attributes("<div>one " + html + " two").mainText(), ' '))
        .isEqualTo("one " + markdown.replaceAll("[$`]", "") + " two");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "<tr><th>a<th>b<tr><td>c<td>d!a,b/c,d",
        "<tr><td>a<td>b<tr><td>c<td>d!,/a,b/c,d",
        "<thead><tr><td>a<td>b<tbody><tr><td>c<td>d!a,b/c,d",
        "<tr><th>a<td>b<tr><th>c<td>d!,/a,b/c,d",
        "<tr><th>a|b<th><code>c|d</code> \\|<tr><td>\\<td>|!a|b,c|d \\|/\\,|",
        "<tr><th>a<br>b<th>c<tr><td><br>d<br><br>e<br><td>f!a#b,c/d#e,f",
        "<tr><th colspan=2>a<th>b<tr><td>c<td>d<td>e!a,,b/c,d,e",
        "<tr><th>a<th>b<th>c<tr><td rowspan=2>d<td>e<td rowspan=3>f<tr><td>g<tr><td>h<td>i!a,b,c/d,e,f/,g,/h,i,",
        "<tr><th>a<tr><td>b<td>c<td>d!a,,/b,c,d",
        "<tr><th><th><tr><td>a<td>b<tr><td><td>c!,/a,b/,c",
        "<tr><th>a<th>b<tr><td><p>c<div>d</div><td>e!a,b/c d,e",
        "<caption>x y</caption><tr><th>a<th>b<tr><td>c<td>d!x y:a,b/c,d",
      })
  void tablesKeepTheirRows(String html, String rows) {
    String caption = rows.contains(":") ? "<p>x y</p>\n" : "";
    String table = rows.substring(rows.indexOf(':') + 1);
    for (String page : List.of("<table>" + html, "<ul><li>one<table>" + html)) {
      Document rendered = Jsoup.parse(render(page));
      assertThat(
              rendered.select("tr").stream()
                  .map(
                      row ->
                          String.join(
                              ",",
                              row.select("th, td").stream()
                                  .map(cell -> cell.wholeText().replace("\n", "#"))
                                  .toList()))
                  .toList())
          .as(attributes(page).markdown())
          .isEqualTo(List.of(table.split("/")));
      assertThat(rendered.select("td code").size() + rendered.select("th code").size())
          .isEqualTo(html.contains("<code>") ? 1 : 0);
      assertThat(render(page)).contains(caption);
    }
  }

  @Test
  void randomPagesReadAsTheirMarkdown() {
    long seed = System.nanoTime();
    var random = new RandomPage(new SplittableRandom(seed));
    int whole = 0;
    for (int round = 0; round < 1_000; round++) {
      String html = random.next();
      PageAttributes page = attributes(html);
      ShownText shown = shown(page);
      assertSame(
          words(shown.all), plain(page), "seed " + seed + ": " + html + "\n" + page.markdown());
      Document parsed = Jsoup.parse(html);
      if (letters(plain(page)).equals(letters(parsed.body().wholeText()))) {
        whole++;
        assertThat(letters(shown.strong))
            .as("seed %d: %s%n%s", seed, html, page.markdown())
            .isEqualTo(letters(textIn(parsed, "b")));
        assertThat(letters(shown.emphasis))
            .as("seed %d: %s%n%s", seed, html, page.markdown())
            .isEqualTo(letters(textIn(parsed, "i")));
      }
    }
    assertThat(whole).as("seed %d", seed).isGreaterThan(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"articles", "segments", "dates"})
  void realPagesReadAsTheirMarkdown(String name) {
    HtmlPages.zip("main-text/" + name + ".zip")
        .forEach(
            (file, bytes) -> {
              AnalyzedPage page = HtmlPages.analyze(bytes, "text/html");
              ShownText shown = shown(page.attributes());
              assertSame(words(shown.all), plain(page.attributes()), file);
            });
  }

  /** Returns the text of all text nodes within elements of a name. */
  private static String textIn(Document page, String tag) {
    var text = new StringBuilder();
    page.traverse(
        (node, depth) -> {
          if (node instanceof TextNode words && words.parent().closest(tag) != null) {
            text.append(words.getWholeText());
          }
        });
    return text.toString();
  }

  private static ShownText shown(PageAttributes page) {
    var text = new ShownText();
    PARSER.parse(page.markdown()).accept(text);
    return text;
  }

  private static void assertSame(String shown, String expected, String page) {
    int same = 0;
    while (same < Math.min(shown.length(), expected.length())
        && shown.charAt(same) == expected.charAt(same)) {
      same++;
    }
    int from = Math.max(0, same - 40);
    assertThat(shown.substring(from, Math.min(shown.length(), same + 40)))
        .as("%s", page)
        .isEqualTo(expected.substring(from, Math.min(expected.length(), same + 40)));
  }

  private static String plain(PageAttributes page) {
    return words(page.mainText());
  }

  private static String words(CharSequence text) {
    return CharMatcher.whitespace().trimAndCollapseFrom(text, ' ');
  }

  private static String letters(CharSequence text) {
    return CharMatcher.whitespace().removeFrom(text);
  }

  private static String render(String html) {
    return RENDERER.render(PARSER.parse(attributes(html).markdown())).strip();
  }

  private static PageAttributes attributes(String html) {
    return HtmlPages.analyze(html).attributes();
  }

  /** Builds pages of nested elements around words that Markdown may take for markup. */
  private static final class RandomPage {

    private static final List<String> WORDS =
        List.of(
            "one two three",
            "*",
            "**",
            "_a",
            "a_",
            "__",
            "a_b",
            "#",
            "1.",
            "2)",
            "[x]",
            "(y)",
            "+",
            "-",
            "===",
            "---",
            "~~~",
            "~",
            "&amp;amp;",
            "&lt;tag>",
            "\\",
            ">",
            "|",
            "!",
            "`",
            "``",
            "潮汐",
            "。",
            "“海水”",
            "：",
            "😀",
            "5€",
            ".",
            ",",
            ":",
            "the tides",
            "rise and fall",
            " ",
            " ",
            " ",
            "\n",
            "a",
            "b",
            "&nbsp;",
            "http://b.example/_x_");
    private static final List<String> INLINE =
        List.of("b", "i", "b", "i", "code", "span", "a href='/x(_y_)'", "sup", "sub", "del", "kbd");
    private static final List<String> BLOCKS =
        List.of(
            "p",
            "p",
            "div",
            "h1",
            "h2",
            "h5",
            "ul",
            "ol start=7",
            "blockquote",
            "pre",
            "table",
            "dl");

    private final SplittableRandom random;

    RandomPage(SplittableRandom random) {
      this.random = random;
    }

    String next() {
      return blocks(random.nextInt(1, 5), 4);
    }

    private String blocks(int count, int depth) {
      var html = new StringBuilder();
      for (int i = 0; i < count; i++) {
        html.append(depth == 0 ? "<p>" + inline(3) + "</p>" : block(depth));
      }
      return html.toString();
    }

    private String block(int depth) {
      String tag = pick(BLOCKS);
      String name = tag.split(" ")[0];
      String content =
          switch (name) {
            case "ul", "ol" -> items("li", depth);
            case "dl" -> items("dd", depth);
            case "blockquote", "div" -> flow(depth);
            case "table" -> table();
            case "pre" -> "<code>" + pick(WORDS) + "\n\n" + pick(WORDS) + " x</code>";
            default -> inline(4);
          };
      return "<"
          + tag
          + ">"
          + content
          + "</"
          + name
          + ">"
          + (random.nextInt(4) == 0 ? inline(3) : "");
    }

    private String items(String name, int depth) {
      var html = new StringBuilder();
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        html.append("<" + name + ">").append(flow(depth)).append("</" + name + ">");
      }
      return html.toString();
    }

    private String flow(int depth) {
      return random.nextBoolean() ? inline(4) : blocks(random.nextInt(1, 3), depth - 1);
    }

    private String table() {
      var html = new StringBuilder();
      String cell = pick(List.of("td", "th"));
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        html.append("<tr>");
        for (int j = random.nextInt(1, 4); j > 0; j--) {
          String span = pick(List.of("", "", " colspan=2", " rowspan=2"));
          html.append("<" + cell + span + ">").append(inline(3)).append("</" + cell + ">");
        }
        html.append("</tr>");
        cell = "td";
      }
      return html.toString();
    }

    private String inline(int depth) {
      var html = new StringBuilder();
      for (int i = random.nextInt(1, 6); i > 0; i--) {
        int kind = random.nextInt(10);
        if (kind == 0) {
          html.append("<br>");
        } else if (kind < 5 && depth > 0) {
          String tag = pick(INLINE);
          boolean code = tag.equals("code") || tag.equals("kbd");
          html.append("<" + tag + ">")
              .append(code ? pick(WORDS) : inline(depth - 1))
              .append("</" + tag.split(" ")[0] + ">");
        } else {
          html.append(pick(WORDS));
        }
      }
      return html.toString();
    }

    private String pick(List<String> all) {
      return all.get(random.nextInt(all.size()));
    }
  }

  private static final class ShownText extends AbstractVisitor {

    final StringBuilder all = new StringBuilder();
    final StringBuilder strong = new StringBuilder();
    final StringBuilder emphasis = new StringBuilder();
    private int inStrong;
    private int inEmphasis;

    private void add(String text) {
      all.append(text);
      strong.append(inStrong > 0 ? text : "");
      emphasis.append(inEmphasis > 0 ? text : "");
    }

    @Override
    protected void visitChildren(Node parent) {
      all.append(parent instanceof Block ? "\n" : "");
      super.visitChildren(parent);
      all.append(parent instanceof Block ? "\n" : "");
    }

    @Override
    public void visit(Text text) {
      add(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
      add(code.getLiteral()); // dollar signs around it mark a formula
    }

    @Override
    public void visit(FencedCodeBlock code) {
      all.append("\n").append(code.getLiteral()).append("\n");
    }

    @Override
    public void visit(IndentedCodeBlock code) {
      all.append("INDENTED CODE");
    }

    @Override
    public void visit(HtmlBlock html) {
      all.append("HTML");
    }

    @Override
    public void visit(HardLineBreak lineBreak) {
      all.append("\n");
    }

    @Override
    public void visit(SoftLineBreak lineBreak) {
      all.append("SOFT");
    }

    @Override
    public void visit(Image image) {}

    @Override
    public void visit(HtmlInline html) {
      switch (html.getLiteral()) {
        case "<br>" -> all.append("\n");
        case "<strong>" -> inStrong++;
        case "</strong>" -> inStrong--;
        case "<em>" -> inEmphasis++;
        case "</em>" -> inEmphasis--;
        case "<sup>", "</sup>", "<sub>", "</sub>", "<del>", "</del>", "<code>", "</code>" -> {}
        default -> all.append("HTML");
      }
    }

    @Override
    public void visit(Link link) {
      assertThat(link.getDestination()).startsWith("http");
      visitChildren(link);
    }

    @Override
    public void visit(StrongEmphasis node) {
      inStrong++;
      visitChildren(node);
      inStrong--;
    }

    @Override
    public void visit(Emphasis node) {
      inEmphasis++;
      visitChildren(node);
      inEmphasis--;
    }

    @Override
    public void visit(CustomNode node) {
      visitChildren(node);
      all.append(node instanceof TableCell ? "\t" : "");
    }
  }
}
