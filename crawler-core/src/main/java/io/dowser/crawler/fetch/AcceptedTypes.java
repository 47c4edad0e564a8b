package io.dowser.crawler.fetch;

import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.internal.types.MediaTypes;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The content types that the fetcher reads. Types that say nothing are read too, as listed in the
 * WHATWG's MIME Sniffing standard, section 7.
 */
final class AcceptedTypes {

  private static final String NOT_READ = "no page analyzer reads ";

  static final AcceptedTypes DEFAULT =
      new AcceptedTypes(
          checked(List.of("text/html", "application/xhtml+xml", "text/plain")), NOT_READ);

  private final Set<String> types;
  private final String refusal;

  private AcceptedTypes(Set<String> types, String refusal) {
    this.types = types;
    this.refusal = refusal;
  }

  /** Returns the types that a user has set. */
  static AcceptedTypes of(Collection<String> values) {
    return new AcceptedTypes(checked(values), "acceptedTypes does not include ");
  }

  static AcceptedTypes ofAnalyzers(List<PageAnalyzer.Type> types) {
    List<String> values = types.stream().map(PageAnalyzer.Type::mediaType).toList();
    return new AcceptedTypes(checked(values), NOT_READ);
  }

  private static Set<String> checked(Collection<String> values) {
    Pattern shape = Pattern.compile("[\\w!#$&^.+-]+/[\\w!#$&^.+-]+");
    var types = new LinkedHashSet<String>();
    for (String value : values) {
      String type = value.strip().toLowerCase(Locale.ROOT);
      if (!shape.matcher(type).matches()) {
        throw new IllegalArgumentException(
            "acceptedTypes must be content types such as text/html, but one was '" + value + "'");
      }
      types.add(type);
    }
    if (types.isEmpty()) {
      throw new IllegalArgumentException(
          "acceptedTypes must be at least one content type, but there was none");
    }
    return types;
  }

  boolean accept(String contentType) {
    String type = MediaTypes.essence(contentType);
    return types.contains(type) || MediaTypes.saysNothing(type);
  }

  /** Returns why a type is not accepted. */
  String refusal(String contentType) {
    return refusal + MediaTypes.essence(contentType);
  }

  String toHeader() {
    return String.join(", ", types) + ", */*;q=0.1";
  }
}
