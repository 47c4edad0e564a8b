package io.dowser.crawler.cli;

import io.dowser.crawler.url.Scope;
import java.util.Locale;

/** The values of {@code --stay-on}. */
enum Border {
  ANYWHERE,
  HOST,
  DOMAIN,
  FOLDER;

  Scope scope() {
    return switch (this) {
      case ANYWHERE -> Scope.ANYWHERE;
      case HOST -> Scope.HOST;
      case DOMAIN -> Scope.DOMAIN;
      case FOLDER -> Scope.PREFIX;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
