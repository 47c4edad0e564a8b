package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.OptionalLibrary;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Values that a page reports of itself, each with its source: JSON-LD first, then meta elements,
 * then its text. Not thread-safe.
 */
final class Metadata {

  /** The prefixes of the vocabularies at ogp.me. */
  private static final Pattern OPEN_GRAPH =
      Pattern.compile("(og|article|book|profile|video|music):.+");

  private static final List<String> PUBLISHED =
      List.of(
          "article:published_time",
          "datepublished",
          "og:published_time",
          "publishdate",
          "pubdate",
          "publication_date",
          "dc.date",
          "dc.date.issued",
          "dcterms.created",
          "dcterms.issued",
          "dcterms.date",
          "citation_publication_date",
          "citation_date",
          "bepress_citation_date",
          "sailthru.date",
          "parsely-pub-date",
          "article.published",
          "publish-date",
          "publish_date",
          "shareaholic:article_published_time",
          "weibo:article:create_at",
          "date");
  private static final List<String> MODIFIED =
      List.of(
          "article:modified_time",
          "datemodified",
          "og:updated_time",
          "dcterms.modified",
          "last-modified");

  /** Microdata, microformats (hentry and h-entry) and what writes like them. */
  private static final List<String> PUBLISHED_ELEMENTS =
      List.of(
          "[itemprop~=(?i)^datePublished$]:not(meta)",
          "time[pubdate]",
          ".dt-published, .published");

  private static final List<String> MODIFIED_ELEMENTS =
      List.of("[itemprop~=(?i)^dateModified$]:not(meta)", ".dt-updated, .updated");

  /** Elements with a time of publication, unless words before them say that it is of a change. */
  private static final List<String> TIMES = List.of("article time[datetime]", "time[datetime]");

  static final String COMMENTS =
      "[itemprop=comment], .comment, .comments, #comments, .comment-list";

  private static final List<String> BREADCRUMBS =
      List.of(
          "[itemtype$=/BreadcrumbList]",
          "nav[aria-label~=(?i)breadcrumb]",
          "[class~=(?i)\\bbread-?crumbs?\\b], #breadcrumb, #breadcrumbs",
          "[class~=(?i)\\b(?:crumbs?|mianbao|position)\\b]:matches(^(?:当前|您的|您现在的|所在)位置)",
          ":matchesOwn(^\\s*(?:(?:当前|您的|您现在的|所在)位置|You are here)\\s*[:：])");

  private static final CharMatcher SEPARATORS =
      CharMatcher.whitespace().or(CharMatcher.anyOf("/>»›|→·:：\\"));

  private static final String BYLINES = ".byline, .author, .author-name, .p-author, .post-author";

  private static final Pattern BEFORE_NAME =
      Pattern.compile(
          "^[|· -]*(?:(?:(?:written|posted|published) )?by|von|par|por|di|作\\s*者|文)\\s*(?:[:：/|]\\s*|(?<=\\w)\\s+)",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  private static final String LICENCE = "(?i)\\blicen[sc]e\\b";

  /** A text that is an address rather than a name. */
  private static final Pattern ADDRESS = Pattern.compile("(?:https?:/)?/\\S+");

  private static final String JSON_LD = "json-ld ";
  private static final String ELEMENT = "element ";

  private static final int LONGEST_BYLINE = 60;
  private static final int MOST_ITEMS = 20;

  private final Document page;
  private final CharacterBudget texts;
  private final Map<String, List<String>> metas = new LinkedHashMap<>(); // by name in lower case
  private final List<String> jsonLd = new ArrayList<>();
  private final JsonLd known = new JsonLd();
  private final Map<String, String> sources = new LinkedHashMap<>();

  private record Value(String text, String source) {}

  /**
   * Reads what does not stand in the text.
   *
   * @param texts for what does
   */
  Metadata(Document page, CharacterBudget texts) {
    this.page = page;
    this.texts = texts;
    for (Element meta : page.select("meta[content]")) {
      Stream.of("property", "name", "itemprop", "http-equiv")
          .map(meta::attr)
          .filter(name -> !name.isBlank())
          .findFirst()
          .ifPresent(name -> add(name, meta.attr("content")));
    }
    for (Element script : page.select("script[type=application/ld+json]")) {
      jsonLd.add(script.data().strip());
    }
    if (!jsonLd.isEmpty() && OptionalLibrary.JACKSON.isPresent()) {
      jsonLd.forEach(known::read);
    }
  }

  private void add(String name, String content) {
    String value = CharMatcher.whitespace().trimAndCollapseFrom(content, ' ');
    if (!value.isEmpty()) {
      metas
          .computeIfAbsent(name.strip().toLowerCase(Locale.ROOT), each -> new ArrayList<>())
          .add(value);
    }
  }

  /** Returns the sources of the values read so far, by the names of their attributes. */
  Map<String, String> sources() {
    noteLanguage();
    if (page.selectFirst("link[rel~=(?i)\\bcanonical\\b][href]") != null) {
      sources.put("canonical", ELEMENT + "link");
    }
    return sources;
  }

  private void noteLanguage() {
    Element html = page.selectFirst("html");
    if (html != null && !(html.attr("lang") + html.attr("xml:lang")).isBlank()) {
      sources.put("language", ELEMENT + "html");
    } else if (page.selectFirst("meta[http-equiv=content-language][content~=\\S]") != null) {
      sources.put("language", "meta content-language");
    }
  }

  Map<String, List<String>> openGraph() {
    Map<String, List<String>> properties = new LinkedHashMap<>(metas);
    properties.keySet().removeIf(name -> !OPEN_GRAPH.matcher(name).matches());
    return properties;
  }

  List<String> jsonLd() {
    return jsonLd;
  }

  String description() {
    return first("description", Stream.of(metas("description", "og:description")));
  }

  String siteName() {
    return first(
        "siteName",
        Stream.of(metas("og:site_name"), jsonLd("name", known.site()), metas("application-name")));
  }

  /**
   * Returns the title without the name of the site.
   *
   * @param host the host of the page, possibly empty
   * @param start whether the page is the start of its site
   */
  String title(String host, boolean start) {
    var title = new PageTitle(page, siteName(), host, start);
    return first(
        "title",
        Stream.of(
            Stream.of(new Value(title.heading(), "h1")),
            jsonLd("headline", known.value("headline")),
            metas("og:title").map(each -> new Value(title.of(each.text), each.source)),
            Stream.of(new Value(title.headingOfFile(), "h1")),
            Stream.of(new Value(title.of(page.title()), "title"))));
  }

  /** Returns the address of the picture that stands for the page. */
  Optional<CrawlUrl> image(Function<String, @Nullable CrawlUrl> links) {
    return target(
        "image",
        Stream.of(
            metas("og:image"),
            jsonLd("image", known.value("image")),
            metas("og:image:url", "twitter:image", "image", "thumbnailurl"),
            hrefs("link[rel=image_src]")),
        links);
  }

  /** Returns the address of the licence, else its name. */
  String licence(Function<String, @Nullable CrawlUrl> links) {
    String linked = "link[rel~=" + LICENCE + "], a[rel~=" + LICENCE + "]";
    List<Value> named =
        Stream.concat(
                jsonLd("license", known.value("license")),
                metas("dcterms.license", "dc.rights", "dcterms.rights"))
            .toList();
    Optional<CrawlUrl> address =
        target(
            "licence",
            Stream.of(
                hrefs(linked),
                named.stream().filter(value -> ADDRESS.matcher(value.text).matches()),
                hrefs("a[href*=//creativecommons.org/licenses/]")),
            links);
    return address.isPresent()
        ? address.get().toString()
        : first("licence", Stream.of(named.stream()));
  }

  List<String> breadcrumb() {
    if (!known.breadcrumb().isEmpty()) {
      sources.put("breadcrumb", JSON_LD + "BreadcrumbList");
      return known.breadcrumb();
    }
    for (String selector : BREADCRUMBS) {
      Element element = page.selectFirst(selector);
      List<String> items = element == null ? List.of() : items(element);
      if (element != null && !items.isEmpty()) {
        sources.put("breadcrumb", ELEMENT + element.normalName());
        return items;
      }
    }
    return List.of();
  }

  private List<String> items(Element breadcrumb) {
    return Stream.of("[itemprop=name]", "li", "a[href]")
        .map(breadcrumb::select)
        .filter(items -> !items.isEmpty())
        .findFirst()
        .orElseGet(Elements::new)
        .stream()
        .limit(MOST_ITEMS)
        .map(item -> texts.take(SEPARATORS.trimFrom(item.text())))
        .filter(item -> !item.isEmpty())
        .toList();
  }

  Optional<OffsetDateTime> published() {
    Optional<OffsetDateTime> marked =
        time(
            "published",
            Stream.of(
                jsonLd("datePublished", known.value("datePublished")),
                metas(PUBLISHED),
                elements(PUBLISHED_ELEMENTS, each -> true),
                elements(TIMES, each -> !ShownDate.isOfChange(each))));
    return marked.isPresent()
        ? marked.map(time -> inZone(time, () -> ShownDate.of(page)))
        : noted("published", ShownDate.of(page));
  }

  private static OffsetDateTime inZone(OffsetDateTime time, Supplier<Optional<ShownDate>> shown) {
    return time.getOffset().equals(ZoneOffset.UTC)
        ? shown.get().map(each -> time.withOffsetSameInstant(each.zone(time))).orElse(time)
        : time;
  }

  Optional<OffsetDateTime> modified() {
    Optional<OffsetDateTime> marked =
        time(
            "modified",
            Stream.of(
                jsonLd("dateModified", known.value("dateModified")),
                metas(MODIFIED),
                elements(MODIFIED_ELEMENTS, each -> true),
                elements(TIMES, ShownDate::isOfChange)));
    return marked.isPresent()
        ? marked.map(time -> inZone(time, () -> ShownDate.modified(page)))
        : noted("modified", ShownDate.modified(page));
  }

  private Optional<OffsetDateTime> noted(String attribute, Optional<ShownDate> shown) {
    shown.ifPresent(each -> sources.put(attribute, each.source()));
    return shown.map(ShownDate::time);
  }

  /** Returns all that are marked as authors, else those of a byline. */
  List<String> authors() {
    Stream<Value> marked =
        Stream.of(
                known.authors().stream().map(name -> new Value(name, JSON_LD + "author")),
                metas("author", "article:author", "dc.creator", "byl"),
                page.select("a[rel=author], [itemprop=author]:not(meta)").stream()
                    .map(each -> new Value(each.text(), ELEMENT + each.normalName())))
            .flatMap(each -> each);
    Set<String> authors = names(marked);
    return List.copyOf(authors.isEmpty() ? names(bylines()) : authors);
  }

  private Stream<Value> bylines() {
    return page.select(BYLINES).stream()
        .filter(each -> each.closest(COMMENTS) == null)
        .map(each -> new Value(each.text(), ELEMENT + each.normalName()))
        .filter(byline -> byline.text.length() <= LONGEST_BYLINE)
        .limit(1);
  }

  private Set<String> names(Stream<Value> values) {
    Set<String> names = new LinkedHashSet<>();
    values
        .filter(value -> !value.text.contains("://")) // the address of a profile
        .takeWhile(value -> texts.hasLeft())
        .forEach(
            value -> {
              String name = texts.take(BEFORE_NAME.matcher(value.text).replaceFirst(""));
              if (!name.isEmpty() && names.add(name)) {
                sources.merge("authors", value.source, Metadata::joined);
              }
            });
    return names;
  }

  private static String joined(String sources, String more) {
    return List.of(sources.split(", ", -1)).contains(more) ? sources : sources + ", " + more;
  }

  private Stream<Value> jsonLd(String field, Optional<String> value) {
    return value.map(text -> new Value(text, JSON_LD + field)).stream();
  }

  private Stream<Value> metas(String... names) {
    return metas(List.of(names));
  }

  private Stream<Value> metas(List<String> names) {
    return names.stream()
        .flatMap(
            name ->
                metas.getOrDefault(name, List.of()).stream()
                    .map(text -> new Value(text, "meta " + name)));
  }

  private Stream<Value> hrefs(String selector) {
    return page.select(selector).stream()
        .map(each -> new Value(each.attr("href"), ELEMENT + each.normalName()));
  }

  /** Returns the times of elements that do not belong to comments. */
  private Stream<Value> elements(List<String> selectors, Predicate<Element> kind) {
    return selectors.stream()
        .flatMap(
            selector ->
                page.select(selector).stream()
                    .filter(element -> element.closest(COMMENTS) == null && kind.test(element))
                    .map(element -> new Value(time(element), ELEMENT + element.normalName())));
  }

  private static String time(Element element) {
    return Stream.of("datetime", "content", "title")
        .map(element::attr)
        .filter(value -> !value.isBlank())
        .findFirst()
        .orElseGet(element::ownText); // own text, since elements can be nested
  }

  private Optional<CrawlUrl> target(
      String attribute, Stream<Stream<Value>> values, Function<String, @Nullable CrawlUrl> links) {
    return first(attribute, values, href -> Optional.ofNullable(links.apply(href)));
  }

  private Optional<OffsetDateTime> time(String attribute, Stream<Stream<Value>> values) {
    return first(attribute, values, Times::parse);
  }

  private String first(String attribute, Stream<Stream<Value>> values) {
    return first(attribute, values, text -> Optional.of(text).filter(each -> !each.isEmpty()))
        .orElse("");
  }

  /** Returns the first value that can be read, and notes its source. */
  private <T> Optional<T> first(
      String attribute, Stream<Stream<Value>> values, Function<String, Optional<T>> reader) {
    return values
        .flatMap(each -> each)
        .flatMap(
            value -> reader.apply(value.text).map(read -> Map.entry(value.source, read)).stream())
        .findFirst()
        .map(
            found -> {
              sources.put(attribute, found.getKey());
              return found.getValue();
            });
  }
}
