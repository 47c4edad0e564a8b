package io.dowser.crawler.api.internal.builder;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.Durations;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The settings that calls of a builder have set. A call that would discard one is refused with an
 * {@link IllegalStateException}; one that failed may be repeated. Not thread-safe.
 *
 * <p>A builder whose values are also set from text declares each of them once, where it reads the
 * text; its methods call that reader:
 *
 * <pre>{@code
 * private final SettingCalls calls = new SettingCalls();
 * private int depth = 5;
 *
 * Builder depth(int clicks) {
 *   calls.set("depth", clicks, this::read);
 *   return this;
 * }
 *
 * Builder settings(Settings settings) {
 *   calls.set(settings, this::read);
 *   return this;
 * }
 *
 * private void read(Settings settings) {
 *   depth = settings.integer("depth", depth, 0, 100, "clicks from a seed");
 * }
 * }</pre>
 */
public final class SettingCalls {

  private final Set<String> given = new HashSet<>();

  /** Sets a value by an assignment that checks it. */
  public void set(String name, Runnable assignment) {
    set(List.of(name), assignment);
  }

  /** Sets values by an assignment that checks them. */
  public void set(Collection<String> names, Runnable assignment) {
    for (String name : names) {
      if (given.contains(name)) {
        throw new IllegalStateException(name + " was set before; set it once");
      }
    }
    assignment.run();
    given.addAll(names);
  }

  /** Sets one value by the reader of its text, see {@link #set(Map, Consumer)}. */
  public void set(String name, Object value, Consumer<Settings> reader) {
    set(Map.of(name, requireNonNull(value, name)), reader);
  }

  /**
   * Sets values by the reader of their texts. Throws an {@link IllegalArgumentException} that names
   * the value and what is allowed, if the reader refuses it.
   */
  public void set(Map<String, ?> values, Consumer<Settings> reader) {
    Map<String, String> texts = new TreeMap<>();
    values.forEach(
        (name, value) ->
            texts.put(
                name, value instanceof Duration time ? Durations.text(time) : value.toString()));
    set(texts.keySet(), () -> check(texts, reader));
  }

  private static void check(Map<String, String> texts, Consumer<Settings> reader) {
    try {
      reader.accept(Settings.of(texts));
    } catch (SettingException e) {
      throw new IllegalArgumentException(
          e.key() + " must be " + e.allowed() + ", but was " + e.value(), e);
    }
  }

  /** Sets values from text, by a reader that refuses what is not allowed. */
  public void set(Settings settings, Consumer<Settings> reader) {
    set(List.copyOf(settings.asMap().keySet()), () -> reader.accept(settings));
  }
}
