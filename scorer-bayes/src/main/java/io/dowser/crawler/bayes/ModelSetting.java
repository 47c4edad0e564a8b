package io.dowser.crawler.bayes;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The setting that names the file of a trained model. */
final class ModelSetting {

  static final String KEY = "model";

  private ModelSetting() {}

  /** Loads a model. */
  @FunctionalInterface
  interface Loader<M> {
    M load(Path file) throws IOException;
  }

  static <M> M load(Settings settings, Loader<M> loader) {
    Path file = file(settings.text(KEY, ""));
    try {
      return loader.load(file);
    } catch (IOException e) {
      throw new CrawlException("setting 'model': " + file + " cannot be read", e);
    }
  }

  private static Path file(String value) {
    String allowed = "the path of a file with a trained model";
    try {
      Path file = Path.of(value);
      if (value.isBlank() || !Files.isRegularFile(file)) {
        throw new SettingException(KEY, value, allowed + " that exists");
      }
      return file;
    } catch (InvalidPathException e) {
      throw new SettingException(KEY, value, allowed);
    }
  }
}
