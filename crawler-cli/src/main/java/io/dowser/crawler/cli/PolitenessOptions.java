package io.dowser.crawler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for politeness, in the first run and in later ones. */
final class PolitenessOptions {

  @Option(
      names = "--contact",
      paramLabel = "ADDRESS",
      description =
          "Your web page or e-mail address. Operators of sites see it in their logs and can reach"
              + " you; set it for crawls of more than a few pages.")
  private @Nullable String contact;

  @Option(
      names = "--user-agent",
      paramLabel = "TEXT",
      description = "The whole User-Agent header: acme-crawler/1.0 (+https://acme.example/crawler)")
  private @Nullable String userAgent;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      description = "${bundle:setting.politeness.delay}. Such as 0.5s or 5s.")
  private @Nullable String delay;

  @Option(names = "--workers", paramLabel = "N", description = "${bundle:setting.workers}")
  private @Nullable String workers;

  void addTo(NamedSettings settings) {
    settings.put("userAgent", contact == null ? null : "Dowser (+" + contact + ")", "--contact");
    settings.put("userAgent", userAgent, "--user-agent");
    settings.put("politeness.delay", delay, "--delay");
    settings.put("workers", workers, "--workers");
  }
}
