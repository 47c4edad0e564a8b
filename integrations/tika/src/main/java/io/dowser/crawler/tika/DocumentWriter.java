package io.dowser.crawler.tika;

import io.dowser.crawler.tika.ParsedDocument.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Collects text and links of the XHTML that parsers report, up to a number of characters and of
 * links. Not thread-safe.
 */
final class DocumentWriter extends DefaultHandler {

  /** Elements within a line; the borders of all others separate words. */
  private static final Set<String> INLINE =
      Set.of(
          "a", "b", "i", "u", "s", "em", "strong", "span", "sub", "sup", "font", "code", "small");

  private static final Set<String> NO_TEXT = Set.of("title", "style", "script");

  private final int maxCharacters;
  private final int maxLinks;
  private final List<Part> parts = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private int characters;
  private int links;
  private int hidden;
  private int level;
  private String href = "";
  private boolean linked;
  private final Set<String> targets = new HashSet<>();

  DocumentWriter(int maxCharacters, int maxLinks) {
    this.maxCharacters = maxCharacters;
    this.maxLinks = maxLinks;
  }

  /** Returns whether there is as much text as is wanted, so that the parser was stopped. */
  boolean isFull() {
    return characters >= maxCharacters;
  }

  /** Returns text and links so far. */
  List<Part> parts() {
    end(true);
    return List.copyOf(parts);
  }

  @Override
  public void startElement(String uri, String name, String qualified, Attributes attributes) {
    if (NO_TEXT.contains(name)) {
      hidden++;
    } else if (name.equals("a")) {
      String target = attributes.getValue("href");
      end(false);
      href = target == null || target.length() > ParsedDocument.LONGEST_LINK ? "" : target.strip();
      linked = false;
    } else if (!INLINE.contains(name)) {
      end(true);
      level = level(name);
    }
  }

  /** Returns the level of a heading, 0 for another element. */
  private static int level(String name) {
    return name.matches("h[1-6]") ? name.charAt(1) - '0' : 0;
  }

  @Override
  public void endElement(String uri, String name, String qualified) {
    if (NO_TEXT.contains(name)) {
      hidden--;
    } else if (name.equals("a")) {
      endLink();
    } else if (!INLINE.contains(name)) {
      end(true);
      level = 0;
    }
  }

  @Override
  public void characters(char[] chars, int start, int length) throws SAXException {
    if (hidden == 0) {
      int taken = Math.min(length, maxCharacters - characters);
      boolean halved = taken > 0 && Character.isHighSurrogate(chars[start + taken - 1]);
      boolean isLast = characters + taken == maxCharacters;
      text.append(chars, start, halved && isLast ? taken - 1 : taken);
      characters += taken;
      if (isFull()) {
        throw new SAXException("there are " + maxCharacters + " characters");
      }
    }
  }

  @Override
  public void ignorableWhitespace(char[] chars, int start, int length) throws SAXException {
    characters(chars, start, length);
  }

  private void endLink() {
    add(!isBlank() || (!linked && !targets.contains(href)), false); // a link may have no text
    href = "";
  }

  /** Ends a part; a link with several blocks becomes a separate link for each. */
  private void end(boolean endsBlock) {
    add(!isBlank(), endsBlock);
  }

  private boolean isBlank() {
    return text.chars().allMatch(Character::isWhitespace);
  }

  private void add(boolean mayBeLink, boolean endsBlock) {
    boolean isLink = mayBeLink && !href.isEmpty() && links < maxLinks;
    if (isLink) {
      linked = true;
      links++;
      targets.add(href);
    }
    int last = parts.size() - 1;
    if (isLink || !text.isEmpty()) {
      parts.add(new Part(text.toString(), isLink ? href : "", endsBlock, level));
    } else if (endsBlock && last >= 0 && !parts.get(last).endsBlock()) {
      Part part = parts.get(last);
      parts.set(last, new Part(part.text(), part.href(), true, part.level()));
    }
    text.setLength(0);
  }
}
