package io.dowser.crawler.internal.assembly;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a crawl: its value, its stored form, and what a resume does with it. Not
 * thread-safe.
 */
public final class Setting<T> {

  private final String name;
  private final T byDefault;
  private final @Nullable TextForm<T> form;
  private final boolean fixed;
  private final BinaryOperator<T> merge;
  private @Nullable T given;
  private boolean called;
  private T value;

  /**
   * Creates a setting by the name of the builder's method. Without a form it is not recorded; if it
   * is fixed, a resume refuses another value.
   */
  Setting(
      String name,
      T byDefault,
      @Nullable TextForm<T> form,
      boolean fixed,
      BinaryOperator<T> merge) {
    this.name = name;
    this.byDefault = byDefault;
    this.form = form;
    this.fixed = fixed;
    this.merge = merge;
    this.value = byDefault;
  }

  public String name() {
    return name;
  }

  T get() {
    return value;
  }

  /** Sets the value by a call of a builder, unless another call has set it. */
  public void set(T newValue) {
    refuseSecond(this);
    preset(newValue);
    called = true;
  }

  /** Sets the value, which a call of a builder may replace. */
  public void preset(T newValue) {
    given = requireNonNull(newValue, name);
    value = newValue;
  }

  /** Takes the value that a call has set in the same setting of another table, if one has. */
  void take(Setting<T> other) {
    if (other.called) {
      set(other.value);
    }
  }

  /** Refuses a second call. */
  void refuseSecond(Setting<?> other) {
    if (called && (other == this || other.called)) {
      throw new IllegalStateException(
          "a call before has set " + name + ", and this one would discard it; set it once");
    }
  }

  /** Returns whether a call of a builder has set the value. */
  public boolean isCalled() {
    return called;
  }

  public boolean isGiven() {
    return given != null;
  }

  /** Returns what a resume does with this setting, in the words of docs/operating.md. */
  public String rule() {
    if (form == null) {
      return "not recorded";
    }
    return form.restored() + (fixed ? "; another one is refused" : "; another one may be given");
  }

  /** Returns the value as text, by name; empty if it is not recorded. */
  public Map<String, String> words() {
    return words(value);
  }

  /** Returns another value as text, by name. */
  Map<String, String> words(T other) {
    Settings none = Settings.none();
    if (form != null) {
      form.reader().read(none, name, other);
    }
    return none.inEffect();
  }

  /** Restores the recorded value, unless another one was given. */
  public void restore(Map<String, String> recorded) {
    Map<String, String> own = own(recorded);
    T restored = byDefault;
    if (form != null && !own.isEmpty()) {
      try {
        restored = form.reader().read(Settings.of(own), name, byDefault);
      } catch (RuntimeException e) {
        throw new CrawlException("the recorded setting " + own + " is invalid: " + e, e);
      }
    }
    value = given == null ? restored : merge.apply(restored, given);
  }

  /** Replaces a restored value by the default. */
  void forgetRestored() {
    if (given == null) {
      value = byDefault;
    }
  }

  /** Returns in one line why a crawl cannot be resumed with this value, if so. */
  public Optional<String> problem(Map<String, String> recorded) {
    Map<String, String> own = own(recorded);
    if (form == null) {
      return Optional.empty();
    }
    if (own.isEmpty()) {
      return Optional.of(name + " is not recorded: the file is damaged or of another version");
    }
    if (given == null) {
      return TextForm.isObject(own.getOrDefault(name, ""))
          ? Optional.of(name + "(..) must be given again, was an " + own.get(name))
          : missingSecrets(own);
    }
    Map<String, String> differences = differences(own);
    return !fixed || differences.isEmpty() ? Optional.empty() : Optional.of("" + differences);
  }

  private Optional<String> missingSecrets(Map<String, String> own) {
    own.values().removeIf(text -> !TextForm.isSecret(text));
    return own.isEmpty()
        ? Optional.empty()
        : Optional.of(
            name
                + "(..) must be given again with its secrets, which are not recorded: "
                + own.keySet());
  }

  private Map<String, String> differences(Map<String, String> own) {
    Map<String, String> now = words();
    var names = new TreeSet<>(own.keySet());
    names.addAll(now.keySet());
    Map<String, String> differences = new TreeMap<>();
    for (String each : names) {
      String old = own.getOrDefault(each, "").strip();
      String fresh = now.getOrDefault(each, "").strip();
      if (!old.equals(fresh)) {
        differences.put(each, "was '" + old + "' and is '" + fresh + "'");
      }
    }
    return differences;
  }

  private Map<String, String> own(Map<String, String> recorded) {
    Map<String, String> own = new TreeMap<>(recorded);
    own.keySet().removeIf(each -> !each.equals(name) && !each.startsWith(name + "."));
    return own;
  }
}
