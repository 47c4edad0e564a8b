package io.dowser.crawler.hmm;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.model.ModelFormatException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Makes an {@link HmmLinkScorer} under the name {@code hmm}.
 */
public final class HmmScorerProvider implements LinkScorerProvider {

  /** Does no work; called by the service loader. */
  public HmmScorerProvider() {}

  /** Whose choices the defaults are. */
  enum Profile {
    RECOMMENDED,
    PAPER
  }

  @Override
  public String name() {
    return "hmm";
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    HmmModel model = model(settings.text("model", ""));
    return HmmLinkScorer.recommended(model).build();
  }

  private static HmmModel model(String path) {
    String allowed = "the path of a file that HmmModel.save wrote";
    if (path.isBlank()) {
      throw new SettingException("model", path, allowed);
    }
    try {
      return HmmModel.load(Path.of(path));
    } catch (InvalidPathException | IOException | ModelFormatException e) {
      SettingException refusal = new SettingException("model", path, allowed);
      refusal.initCause(e);
      throw refusal;
    }
  }
}
