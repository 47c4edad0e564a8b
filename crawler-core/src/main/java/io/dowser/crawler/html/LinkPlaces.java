package io.dowser.crawler.html;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.Link.Place.Block;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * Finds where the links of one page stand. What surrounds a link is computed once for each element
 * that contains links, so neighbours share it. Not thread-safe.
 */
final class LinkPlaces {

  private static final Surroundings PAGE = new Surroundings(1, Block.OTHER, List.of());

  private final IdentityHashMap<Element, Surroundings> known = new IdentityHashMap<>();
  private final Map<String, List<String>> words = new HashMap<>();
  private @Nullable Element heading;
  private String headingText = "";

  /** The properties that an element gives to the links in it. */
  private record Surroundings(int path, Block block, List<String> classes) {}

  /** Takes note of a heading, whose text is read if a link follows. */
  void heading(Element element) {
    heading = element;
  }

  /** Returns the place of a link that ends here. */
  Link.Place of(Element link) {
    Surroundings around = around(link);
    return new Link.Place(around.path, around.block, headingText(), title(link), around.classes);
  }

  private static String title(Element link) {
    String title = link.attr("title");
    return title.isEmpty() ? "" : bounded(CharMatcher.whitespace().trimAndCollapseFrom(title, ' '));
  }

  private String headingText() {
    if (heading != null) {
      headingText = bounded(heading.text());
      heading = null;
    }
    return headingText;
  }

  private Surroundings around(@Nullable Element element) {
    if (element == null) {
      return PAGE;
    }
    Surroundings found = known.get(element);
    if (found == null) {
      found = inside(element, around(element.parent()));
      known.put(element, found);
    }
    return found;
  }

  private Surroundings inside(Element element, Surroundings outside) {
    String name = element.normalName();
    return new Surroundings(
        31 * outside.path + name.hashCode(),
        block(name, outside.block),
        classes(element, outside.classes));
  }

  /** A landmark stays for all that is in it, unless another one is within. */
  private static Block block(String name, Block outside) {
    return switch (name) {
      case "nav" -> Block.NAV;
      case "header" -> Block.HEADER;
      case "footer" -> Block.FOOTER;
      case "aside" -> Block.ASIDE;
      case "main" -> outside == Block.OTHER ? Block.MAIN : outside;
      case "ul", "ol", "dl", "menu" -> isWeak(outside) ? Block.LIST : outside;
      case "table" -> isWeak(outside) ? Block.TABLE : outside;
      default -> outside;
    };
  }

  private static boolean isWeak(Block block) {
    return switch (block) {
      case MAIN, LIST, TABLE, OTHER -> true;
      default -> false;
    };
  }

  private List<String> classes(Element element, List<String> outside) {
    String own = element.attr("class");
    if (own.isBlank()) {
      return outside;
    }
    List<String> first = words.computeIfAbsent(own, text -> List.of(text.strip().split("\\s+")));
    var all = new ArrayList<>(first);
    all.addAll(outside);
    return List.copyOf(all.subList(0, Math.min(all.size(), Link.Place.MAX_CLASSES)));
  }

  private static String bounded(String text) {
    int end = Math.min(text.length(), Link.Place.MAX_CHARACTERS);
    boolean split =
        end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, split ? end - 1 : end);
  }
}
