package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.internal.OptionalLibrary;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * What a page reports of itself: in JSON-LD first, then in meta elements, then in its text. Not
 * thread-safe.
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
          ".dt-published, .published",
          "article time[datetime]",
          "time[datetime]");

  private static final List<String> MODIFIED_ELEMENTS =
      List.of("[itemprop~=(?i)^dateModified$]:not(meta)", ".dt-updated, .updated");

  static final String COMMENTS =
      "[itemprop=comment], .comment, .comments, #comments, .comment-list";

  private final Document page;
  private final CharacterBudget texts;
  private final Map<String, List<String>> metas = new LinkedHashMap<>(); // by name in lower case
  private final List<String> jsonLd = new ArrayList<>();
  private final JsonLd known = new JsonLd();

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

  String description() {
    return Stream.concat(values("description"), values("og:description")).findFirst().orElse("");
  }

  Map<String, List<String>> openGraph() {
    Map<String, List<String>> properties = new LinkedHashMap<>(metas);
    properties.keySet().removeIf(name -> !OPEN_GRAPH.matcher(name).matches());
    return properties;
  }

  List<String> jsonLd() {
    return jsonLd;
  }

  Optional<OffsetDateTime> published() {
    Stream<String> named = PUBLISHED.stream().flatMap(this::values);
    Stream<String> shown = elements(PUBLISHED_ELEMENTS);
    return first(Stream.of(known.published().stream(), named, shown).flatMap(each -> each))
        .or(() -> ShownDate.of(page));
  }

  Optional<OffsetDateTime> modified() {
    Stream<String> named = MODIFIED.stream().flatMap(this::values);
    Stream<String> shown = elements(MODIFIED_ELEMENTS);
    return first(Stream.of(known.modified().stream(), named, shown).flatMap(each -> each));
  }

  /** Returns the times of elements that do not belong to comments. */
  private Stream<String> elements(List<String> selectors) {
    return selectors.stream()
        .flatMap(selector -> page.select(selector).stream())
        .filter(element -> element.closest(COMMENTS) == null)
        .map(Metadata::time);
  }

  private static String time(Element element) {
    return Stream.of("datetime", "content", "title")
        .map(element::attr)
        .filter(value -> !value.isBlank())
        .findFirst()
        .orElseGet(element::ownText); // of its own, since elements can be nested
  }

  private static Optional<OffsetDateTime> first(Stream<String> texts) {
    return texts.map(Times::parse).flatMap(Optional::stream).findFirst();
  }

  List<String> authors() {
    Set<String> authors = new LinkedHashSet<>(known.authors());
    Stream.of("author", "article:author", "dc.creator", "byl")
        .flatMap(this::values)
        .filter(name -> !name.contains("://")) // the address of a profile
        .forEach(authors::add);
    page.select("a[rel=author], [itemprop=author]:not(meta)").stream()
        .takeWhile(each -> texts.hasLeft())
        .forEach(each -> authors.add(texts.take(each.text())));
    authors.remove("");
    return List.copyOf(authors);
  }

  private Stream<String> values(String name) {
    return metas.getOrDefault(name, List.of()).stream();
  }
}
