package io.dowser.crawler.hmm;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Creates an {@link HmmLinkScorer} under the name {@code hmm}.
 *
 * <p>Settings: {@code model}, the path of a file that {@link HmmModel#save} wrote, must be given;
 * {@code profile} ({@code recommended}, the default, or {@code paper}) is where the other defaults
 * come from: {@code priority} ({@code yield}, {@code target}, {@code max}), {@code kappa} (0 to
 * 1000), {@code anchorWeight} (0 to 1), {@code secondKey} ({@code true} or {@code false}), as in
 * {@link HmmLinkScorer.Builder}.
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
    Profile profile = settings.choice("profile", Profile.RECOMMENDED);
    boolean paper = profile == Profile.PAPER;
    HmmLinkScorer.Priority priority =
        settings.choice(
            "priority", paper ? HmmLinkScorer.Priority.MAX : HmmLinkScorer.Priority.YIELD);
    double kappa =
        settings.number("kappa", paper ? 0 : HmmLinkScorer.KAPPA, 0, HmmLinkScorer.MOST_KAPPA);
    double anchors = settings.number("anchorWeight", paper ? 0 : HmmLinkScorer.ANCHOR_WEIGHT, 0, 1);
    boolean secondKey = settings.flag("secondKey", !paper);
    HmmModel model = model(settings.text("model", ""));
    return (paper ? HmmLinkScorer.paper(model) : HmmLinkScorer.recommended(model))
        .priority(priority)
        .kappa(kappa)
        .anchorWeight(anchors)
        .secondKey(secondKey)
        .build();
  }

  private static HmmModel model(String path) {
    Path file = file(path);
    try {
      return HmmModel.load(file);
    } catch (IOException e) {
      throw new CrawlException("setting 'model': " + file + " cannot be read", e);
    }
  }

  private static Path file(String path) {
    String allowed = "the path of a file with a trained model";
    try {
      Path file = Path.of(path);
      if (path.isBlank() || !Files.isRegularFile(file)) {
        throw new SettingException("model", path, allowed + " that exists");
      }
      return file;
    } catch (InvalidPathException e) {
      throw new SettingException("model", path, allowed);
    }
  }
}
