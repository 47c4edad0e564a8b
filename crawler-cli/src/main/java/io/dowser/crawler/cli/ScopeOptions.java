package io.dowser.crawler.cli;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.url.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options for the scope of a crawl. */
final class ScopeOptions {

  @Option(
      names = "--stay-on",
      paramLabel = "WHERE",
      description =
          "One of ${COMPLETION-CANDIDATES} of a seed (default: ${DEFAULT-VALUE}). Seeds are always"
              + " fetched.",
      defaultValue = "anywhere")
  private Border border = Border.ANYWHERE;

  @Option(
      names = "--include",
      paramLabel = "PATTERN",
      description = "Additional URLs, such as *.example.net or static.example.org/docs/.")
  private List<String> included = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "PATTERN",
      description = "URLs that are never followed, such as /print/ or '/*.pdf$'.")
  private List<String> excluded = new ArrayList<>();

  @Option(
      names = "--beyond",
      description =
          "Also fetch pages outside the scope that pages in it link to; from these, follow only"
              + " links back into the scope.")
  private boolean beyond;

  @Option(
      names = "--allow-address",
      paramLabel = "HOST|BLOCK",
      description =
          "Hosts or addresses of your own network, such as wiki.local or 10.0.0.0/8, which a crawl"
              + " does not connect to otherwise. Seeds on localhost and on numeric addresses are"
              + " allowed.")
  private List<String> addresses = new ArrayList<>();

  /** Returns whether it depends on the seeds which URLs are in the scope. */
  boolean hasBorder() {
    return border != Border.ANYWHERE;
  }

  void addTo(NamedSettings settings, List<CrawlUrl> seeds) {
    Scope scope =
        border
            .scope()
            .including(included.toArray(String[]::new))
            .excluding(excluded.toArray(String[]::new));
    Scope whole = beyond ? scope.beyond() : scope;
    Stream<String> named = seeds.stream().map(CrawlUrl::host).filter(ScopeOptions::isAddress);
    AddressRules rules =
        AddressRules.publicAnd(
            Stream.concat(addresses.stream(), named.map(ScopeOptions::plain)).toList());
    settings.put("stayOn", whole.equals(Scope.ANYWHERE) ? null : whole, scopeOption());
    if (!addresses.isEmpty()) {
      settings.put("addressRules", rules, "--allow-address");
    } else if (!rules.equals(AddressRules.PUBLIC)) {
      settings.putIfAbsent("addressRules", rules.toString());
    }
  }

  /** Returns the first option that was given of those for the scope. */
  private String scopeOption() {
    if (hasBorder()) {
      return "--stay-on";
    }
    if (!included.isEmpty()) {
      return "--include";
    }
    return excluded.isEmpty() ? "--beyond" : "--exclude";
  }

  /** A name may lead anywhere, but an address was meant. */
  private static boolean isAddress(String host) {
    return host.equals("localhost") || host.startsWith("[") || host.matches("[0-9.]+");
  }

  private static String plain(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }
}
