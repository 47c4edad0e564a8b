package io.dowser.crawler;

import io.dowser.crawler.internal.assembly.CrawlSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of a crawl that one builder sets. Immutable. */
abstract class SettingGroup {

  private final String name;
  private final CrawlSpec spec;

  SettingGroup(String name, CrawlSpec spec) {
    this.name = name;
    this.spec = spec;
  }

  /** Returns the table with only the settings of this group. */
  final CrawlSpec spec() {
    return spec;
  }

  /**
   * {@return the settings that were set, as text by name, without secrets; an object without a text
   * form is represented by its class}
   */
  public final Map<String, String> asMap() {
    return spec.givenWords();
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof SettingGroup that && name.equals(that.name) && spec.equals(that.spec);
  }

  @Override
  public final int hashCode() {
    return spec.hashCode();
  }

  /** Returns the settings that were set, as text by name. */
  @Override
  public final String toString() {
    return name + asMap();
  }
}
