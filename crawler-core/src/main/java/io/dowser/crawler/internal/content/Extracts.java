package io.dowser.crawler.internal.content;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.jsoup.select.QueryParser;
import org.jsoup.select.Selector.SelectorParseException;
import org.jspecify.annotations.Nullable;

/**
 * The values that a crawl extracts: {@code name[:type]} of each with its {@code
 * selector[@attribute]}. A name with a dot is a part of the name before the dot. Immutable and
 * thread-safe.
 */
public final class Extracts {

  /** No values. */
  public static final Extracts NONE = new Extracts(Map.of());

  private static final String PART = "[^=:.\\s](?:[^=:.\\r\\n]*[^=:.\\s])?+";

  private static final Pattern NAME =
      Pattern.compile("(?<name>" + PART + "(?:\\." + PART + ")*+)(?::(?<type>[^=:\\r\\n]*))?");

  /** An at sign elsewhere belongs to the selector. */
  private static final Pattern SELECTOR =
      Pattern.compile(
          "(?<selector>.*?)(?:(?<!\\\\)@(?<attribute>[\\p{L}_][\\p{L}\\p{N}_:.-]*+))?",
          Pattern.DOTALL);

  private final ImmutableMap<String, String> selectors;
  private final List<Extract> extracts;

  private record Extract(
      String name, ExtractType type, String selector, String attribute, List<Extract> parts) {

    /** Returns the name within its parent. */
    String ownName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }

  private Extracts(Map<String, String> selectors) {
    this.selectors = ImmutableMap.copyOf(selectors); // keeps their order
    Map<String, Extract> flat = new LinkedHashMap<>();
    selectors.forEach(
        (declaration, selector) -> {
          Extract extract = extract(declaration, selector);
          flat.put(extract.name, extract);
        });
    flat.keySet().forEach(name -> checkParent(name, flat));
    this.extracts = below("", flat);
  }

  private static void checkParent(String name, Map<String, Extract> all) {
    String parent = parent(name);
    if (parent.isEmpty()) {
      return;
    }
    Extract above = all.get(parent);
    if (above == null) {
      throw new IllegalArgumentException(
          "'" + name + "' is a part of '" + parent + "', which must have a selector, but has none");
    }
    if (above.type != ExtractType.TEXT || !above.attribute.isEmpty()) {
      throw new IllegalArgumentException(
          "'" + parent + "' has the part '" + name + "', so it must have no type and no attribute");
    }
  }

  private static String parent(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  private static List<Extract> below(String parent, Map<String, Extract> all) {
    return all.values().stream()
        .filter(each -> parent(each.name).equals(parent))
        .map(
            each ->
                new Extract(
                    each.name, each.type, each.selector, each.attribute, below(each.name, all)))
        .toList();
  }

  /**
   * Copies these with others.
   *
   * @param more selectors by declaration
   * @throws IllegalArgumentException if one is not allowed, or a part has no parent
   * @throws IllegalStateException if a name has a selector
   */
  Extracts with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(selectors);
    more.forEach((declaration, selector) -> add(declaration, selector, all));
    return new Extracts(all);
  }

  /**
   * Adds a selector to others.
   *
   * @param declaration {@code name[:type]}
   * @param selector {@code selector[@attribute]} in the CSS of jsoup
   * @param selectors those so far, by declaration
   * @throws IllegalArgumentException if the selector cannot be parsed, or the name or type is not
   *     allowed
   * @throws IllegalStateException if the name has a selector
   */
  public static void add(String declaration, String selector, Map<String, String> selectors) {
    String name = extract(declaration, selector).name;
    selectors.forEach(
        (earlier, other) -> {
          if (name(earlier).group("name").equals(name)) {
            throw new IllegalStateException(
                "a call before has set the selector of '"
                    + name
                    + "' to '"
                    + other
                    + "'; set it once");
          }
        });
    selectors.put(declaration, selector);
  }

  /** Returns selectors together with others, which replace those of the same names. */
  public static Map<String, String> replaced(
      Map<String, String> selectors, Map<String, String> others) {
    Set<String> names = names(others);
    Map<String, String> both = new TreeMap<>(selectors);
    both.keySet().removeIf(declaration -> names.contains(name(declaration).group("name")));
    both.putAll(others);
    return both;
  }

  /** Returns the names of declarations, without their types. */
  public static Set<String> names(Map<String, String> selectors) {
    return selectors.keySet().stream()
        .map(declaration -> name(declaration).group("name"))
        .collect(ImmutableSet.toImmutableSet());
  }

  private static Matcher name(String declaration) {
    Matcher name = NAME.matcher(declaration);
    if (!name.matches()) {
      throw new IllegalArgumentException(
          "what is extracted must be named by text in one line without '=', such as price,"
              + " price:number or offers.price:number, but was '"
              + declaration
              + "'");
    }
    return name;
  }

  private static Extract extract(String declaration, String text) {
    Matcher name = name(declaration);
    String type = name.group("type");
    Matcher selector = SELECTOR.matcher(text);
    if (!selector.matches()) {
      throw new AssertionError(text);
    }
    try {
      QueryParser.parse(selector.group("selector"));
    } catch (SelectorParseException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'"
              + declaration
              + "' must have a CSS selector, but has '"
              + text
              + "': "
              + e.getMessage(),
          e);
    }
    String attribute = selector.group("attribute");
    return new Extract(
        name.group("name"),
        type == null ? ExtractType.TEXT : ExtractType.of(type, declaration),
        selector.group("selector"),
        attribute == null ? "" : attribute,
        List.of());
  }

  /** Reads the values of one page. Not thread-safe. */
  final class Reading {

    private final Function<String, @Nullable CrawlUrl> links;
    private final Map<String, List<Object>> extracted = new LinkedHashMap<>();
    private final Map<String, List<String>> unread = new LinkedHashMap<>();

    /**
     * Reads a page.
     *
     * @param links resolves the targets of links; null for what is no web address
     * @param maxCharacters of all texts of one name together
     */
    Reading(Element page, Function<String, @Nullable CrawlUrl> links, int maxCharacters) {
      this.links = links;
      for (Extract extract : extracts) {
        extracted.put(extract.name, values(page, extract, new CharacterBudget(maxCharacters)));
      }
    }

    /** Returns the values by name; a name without a match has an empty list. */
    Map<String, List<Object>> extracted() {
      return extracted;
    }

    /** Returns the texts that could not be read as their type, by name. */
    Map<String, List<String>> unread() {
      return unread;
    }

    private List<Object> values(Element root, Extract extract, CharacterBudget budget) {
      List<Object> values = new ArrayList<>();
      for (Element element : root.select(extract.selector)) {
        if (!budget.hasLeft()) {
          break;
        }
        budget.takeOne();
        if (extract.parts.isEmpty()) {
          value(element, extract, budget).ifPresent(values::add);
        } else {
          values.add(parts(element, extract, budget));
        }
      }
      return values;
    }

    private Map<String, List<Object>> parts(
        Element element, Extract extract, CharacterBudget budget) {
      Map<String, List<Object>> parts = new LinkedHashMap<>();
      extract.parts.forEach(part -> parts.put(part.ownName(), values(element, part, budget)));
      return parts;
    }

    private Optional<Object> value(Element element, Extract extract, CharacterBudget budget) {
      String attribute = attribute(element, extract);
      if (!extract.attribute.isEmpty() && !element.hasAttr(attribute)) {
        return Optional.empty();
      }
      String whole = attribute.isEmpty() ? element.text() : element.attr(attribute);
      String text = budget.take(whole);
      Optional<?> value =
          switch (extract.type) {
            case TEXT -> Optional.of(text);
            case NUMBER -> Numbers.parse(whole);
            case DATE -> Times.parse(whole);
            case URL ->
                attribute.isEmpty() || whole.isBlank()
                    ? Optional.empty()
                    : Optional.ofNullable(links.apply(whole));
          };
      if (value.isEmpty()) {
        unread.computeIfAbsent(extract.name, unused -> new ArrayList<>()).add(text);
      }
      return value.map(each -> each);
    }

    /** Returns the attribute that has the value, empty if the text of the element is the value. */
    private static String attribute(Element element, Extract extract) {
      if (!extract.attribute.isEmpty()) {
        return extract.attribute;
      }
      if (element.normalName().equals("meta")) {
        return "content";
      }
      return switch (extract.type) {
        case URL -> Stream.of("href", "src").filter(element::hasAttr).findFirst().orElse("");
        case DATE -> element.hasAttr("datetime") ? "datetime" : "";
        default -> "";
      };
    }
  }
}
