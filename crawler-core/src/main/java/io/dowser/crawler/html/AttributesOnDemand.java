package io.dowser.crawler.html;

import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.internal.content.AttributeReader;
import io.dowser.crawler.internal.content.ParsedPage;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a page out of the parse that its links came from, if the garbage collector has
 * not freed that yet, else out of another one. So a page that is kept does not keep its parse,
 * which is ten times as large. Not thread-safe.
 */
final class AttributesOnDemand implements Supplier<PageAttributes> {

  /** Declarations of XML in a doctype; HTML ends it at their first {@code >}. */
  private static final Pattern INTERNAL_SUBSET =
      Pattern.compile("(?i)\\s*+(?:<\\?[^>]*+>\\s*+)?+<!doctype[^\\[>]*+(\\[[^\\]]*+\\])");

  private final FetchResult.Fetched fetched;
  private final WeakReference<ParsedPage> parsed;
  private final HrefResolver resolver;
  private final AttributeReader reader;

  AttributesOnDemand(
      FetchResult.Fetched fetched,
      ParsedPage parsed,
      HrefResolver resolver,
      AttributeReader reader) {
    this.fetched = fetched;
    this.parsed = new WeakReference<>(parsed);
    this.resolver = resolver;
    this.reader = reader;
  }

  @Override
  public PageAttributes get() {
    return reader.read(page(), resolver::resolve);
  }

  List<String> mainBlocks() {
    return page().mainBlocks();
  }

  List<String> otherBlocks() {
    return page().otherBlocks();
  }

  private ParsedPage page() {
    @Nullable ParsedPage page = parsed.get();
    return page == null
        ? new ParsedPage(parse(PageDecoder.decode(fetched.body(), fetched.contentType())))
        : page;
  }

  static Document parse(DecodedPage page) {
    return Jsoup.parse(withoutInternalSubset(page.text()), "");
  }

  private static String withoutInternalSubset(String page) {
    Matcher subset = INTERNAL_SUBSET.matcher(page);
    return subset.lookingAt()
        ? page.substring(0, subset.start(1)) + page.substring(subset.end(1))
        : page;
  }
}
