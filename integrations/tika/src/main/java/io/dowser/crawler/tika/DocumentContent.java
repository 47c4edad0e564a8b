package io.dowser.crawler.tika;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.api.PageAttributes.Heading;
import io.dowser.crawler.tika.ParsedDocument.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Writes a document as plain text and as Markdown. Not thread-safe. */
final class DocumentContent {

  /** Characters that are markup within a line of Markdown. */
  private static final Pattern SPECIAL = Pattern.compile("[\\\\*_`\\[\\]<]|&(?=#?\\w+;)");

  /** Characters that are markup at the start of a block of Markdown. */
  private static final Pattern SPECIAL_START =
      Pattern.compile("^(#{1,6} |[-+] |>|[-=]+$)|^(\\d{1,9})(?=[.)] )");

  private final Function<String, Optional<CrawlUrl>> links;
  private final List<String> texts = new ArrayList<>();
  private final List<String> blocks = new ArrayList<>();
  private final List<Heading> headings = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder block = new StringBuilder();

  private DocumentContent(Function<String, Optional<CrawlUrl>> links) {
    this.links = links;
  }

  /**
   * Returns title, main text, Markdown and headings of a document.
   *
   * @param links resolves targets of links; empty for those that are not web addresses
   */
  static PageAttributes of(ParsedDocument document, Function<String, Optional<CrawlUrl>> links) {
    var content = new DocumentContent(links);
    int level = 0;
    for (Part part : document.parts()) {
      level = part.level();
      content.add(part);
      if (part.endsBlock()) {
        content.endBlock(level);
      }
    }
    content.endBlock(level);
    return PageAttributes.ofText(
        document.title(),
        content.headings,
        String.join("\n\n", content.texts),
        String.join("\n\n", content.blocks));
  }

  private void add(Part part) {
    String words = part.text().replaceAll("\\s+", " ");
    text.append(words);
    String escaped = SPECIAL.matcher(words).replaceAll("\\\\$0");
    Optional<CrawlUrl> target = part.href().isEmpty() ? Optional.empty() : links.apply(part.href());
    if (target.isEmpty() || words.isBlank()) {
      block.append(escaped);
    } else {
      String destination = target.get().toString().replace("(", "%28").replace(")", "%29");
      block.append(words.startsWith(" ") ? " [" : "[").append(escaped.strip());
      block.append("](").append(destination).append(words.endsWith(" ") ? ") " : ")");
    }
  }

  private void endBlock(int level) {
    String plain = text.toString().strip();
    if (!plain.isEmpty()) {
      String marked = block.toString().strip();
      texts.add(plain);
      if (level > 0) {
        headings.add(new Heading(level, plain));
        blocks.add("#".repeat(level) + " " + marked);
      } else {
        blocks.add(SPECIAL_START.matcher(marked).replaceFirst("$2\\\\$1"));
      }
    }
    text.setLength(0);
    block.setLength(0);
  }
}
