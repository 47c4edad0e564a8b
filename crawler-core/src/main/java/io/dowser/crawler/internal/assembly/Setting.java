package io.dowser.crawler.internal.assembly;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.Durations;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** One setting of a crawl: its declaration and its value. Not thread-safe. */
public final class Setting<T> {

  /** The treatment of the value when the crawl resumes. */
  enum Resume {
    /** It is recorded, and another one is refused, because stored numbers depend on it. */
    FIXED,
    /** It is recorded, and may be replaced. */
    FREE,
    /** It is not recorded. */
    EACH_RUN
  }

  private final String name;
  private final String group;
  private final T byDefault;
  private final @Nullable TextForm<T> form;
  private final Resume resume;
  private final String summary;
  private @Nullable BinaryOperator<T> join;
  private @Nullable BinaryOperator<T> joinCopied;
  private @Nullable BinaryOperator<T> joinRecorded;
  private @Nullable T given;
  private @Nullable T copied; // from another table
  private @Nullable T called; // what calls have set
  private @Nullable String setBy;
  private Map<String, String> givenTexts = Map.of();
  private T value;

  /** Declares a setting; one without a summary is not for programs and files to set. */
  Setting(
      String name,
      String group,
      T byDefault,
      @Nullable TextForm<T> form,
      Resume resume,
      String summary) {
    this.name = name;
    this.group = group;
    this.byDefault = byDefault;
    this.form = form;
    this.resume = resume;
    this.summary = summary;
    this.value = byDefault;
  }

  /**
   * Permits several calls, which are joined, instead of refusing the second one.
   *
   * @param operator refuses to discard what an earlier call has set
   * @param ofCopied joins the value of another table with what calls set, which prevails
   */
  Setting<T> joinedBy(BinaryOperator<T> operator, BinaryOperator<T> ofCopied) {
    join = operator;
    joinCopied = ofCopied;
    return this;
  }

  /** Joins the recorded value with a given one when the crawl resumes. */
  Setting<T> joinedOnResumeBy(BinaryOperator<T> operator) {
    joinRecorded = operator;
    return this;
  }

  public String name() {
    return name;
  }

  /** Returns whether programs and files may set it. */
  public boolean isPublic() {
    return !summary.isEmpty();
  }

  /** Returns whether a resumed crawl must have the same value. */
  public boolean isFixed() {
    return resume == Resume.FIXED;
  }

  /** Returns its description, or those of its parts. */
  public List<Description> describe() {
    if (form == null || form.kind() != TextForm.Kind.PARTS) {
      String allowed = isText() && form != null ? form.allowed() : "";
      return List.of(
          new Description(name, group, allowed, shownDefault(), summary, hasParts(), rule()));
    }
    Settings none = Settings.none();
    form.reader().read(none, name, byDefault);
    return none.declared().stream().map(this::describe).toList();
  }

  private Description describe(Settings.Declaration part) {
    return new Description(
        part.name(), group, part.allowed(), part.byDefault(), part.summary(), false, rule());
  }

  private String shownDefault() {
    return isText() ? texts(byDefault).getOrDefault(name, "") : "";
  }

  /**
   * The description of a setting for its users.
   *
   * @param builder the class whose builder sets it
   * @param allowed the values that its text may have; empty if it has no text form
   * @param byDefault the text of its default
   * @param hasParts whether it has named parts, which may be secrets
   * @param onResume its behaviour when the crawl is resumed
   */
  public record Description(
      String name,
      String builder,
      String allowed,
      String byDefault,
      String summary,
      boolean hasParts,
      String onResume) {}

  /** Returns whether it can be set from text. */
  boolean isText() {
    return form != null && form.kind() != TextForm.Kind.OBJECT && !summary.isEmpty();
  }

  /** Returns whether it has parts with names. */
  boolean hasParts() {
    return form != null && form.hasParts();
  }

  /** Returns the value. */
  public T get() {
    return value;
  }

  /** Sets the value by the call of a builder that has the name of the setting. */
  public void set(T newValue) {
    set(newValue, name.substring(name.indexOf('.') + 1) + "(..)");
  }

  /**
   * Sets the value by a call of a builder. Refuses one that is not allowed, and a second call that
   * would discard the first.
   */
  public void set(T newValue, String call) {
    requireNonNull(newValue, name);
    refuseSecond(call);
    if (form != null && !form.allows().test(newValue)) {
      throw new IllegalArgumentException(
          name + " must be " + form.range() + ", but was " + shown(newValue));
    }
    T all = join == null || called == null ? newValue : join.apply(called, newValue);
    give(joinCopied == null || copied == null ? all : joinCopied.apply(copied, all));
    called = all;
    setBy = call;
  }

  private static Object shown(Object value) {
    Object plain = value instanceof Optional<?> some ? some.orElseThrow() : value;
    if (plain instanceof Duration duration) {
      return Durations.text(duration);
    }
    return plain instanceof String ? "'" + plain + "'" : plain;
  }

  /** Sets the value, which a call of a builder may replace. */
  public void preset(T newValue) {
    give(newValue);
    copied = newValue;
    called = null;
  }

  private void give(T newValue) {
    given = requireNonNull(newValue, name);
    givenTexts = Map.of();
    value = newValue;
  }

  /** Returns a value, or a copy of a collection, to which later calls of its builder may add. */
  @SuppressWarnings("unchecked") // a copy has the same type
  private static <T> T snapshot(T value) {
    if (value instanceof List<?> list) {
      return (T) List.copyOf(list);
    }
    return value instanceof Map<?, ?> map
        ? (T) Collections.unmodifiableMap(new LinkedHashMap<>(map))
        : value;
  }

  /** Sets the value from text, by the name of the setting and those of its parts. */
  void setTexts(Map<String, String> texts, String call) {
    set(read(texts, byDefault), call);
    givenTexts = Map.copyOf(texts);
  }

  private T read(Map<String, String> texts, T other) {
    texts.forEach(Setting::refusePlaceholder);
    TextForm<T> known = requireNonNull(form);
    Map.Entry<String, String> first = texts.entrySet().iterator().next();
    try {
      known.check().refuse(name, texts);
      T read = known.reader().read(Settings.of(texts), name, other);
      if (known.allows().test(read)) {
        return read;
      }
    } catch (SettingException e) {
      String part = e.key().startsWith(name) ? e.key() : name + "." + e.key();
      var named = new SettingException(part, e.value(), e.allowed());
      named.initCause(e);
      throw named;
    } catch (CrawlException e) {
      throw e;
    } catch (RuntimeException e) {
      String allowed =
          known.kind() == TextForm.Kind.TEXT || known.kind() == TextForm.Kind.NAMED_OBJECT
              ? known.allowed()
              : String.valueOf(e.getMessage());
      var named = new SettingException(first.getKey(), first.getValue(), allowed);
      named.initCause(e);
      throw named;
    }
    throw new SettingException(first.getKey(), first.getValue(), known.allowed());
  }

  /** Refuses the text that a record has in the place of what cannot be recorded. */
  private static void refusePlaceholder(String key, String text) {
    if (TextForm.isObject(text) || TextForm.isSecret(text)) {
      throw new SettingException(
          key, text, "a value; this text of a record stands for one that is not recorded");
    }
  }

  /** Sets the value that was given in the same setting of another table, if any. */
  void take(Setting<T> other, String call) {
    if (other.given != null) {
      set(snapshot(other.given), call);
      givenTexts = other.givenTexts;
    }
  }

  /** Refuses what {@link #take} would refuse, and changes nothing. */
  void checkTake(Setting<T> other, String call) {
    if (other.given != null) {
      refuseSecond(call);
      if (join != null && called instanceof Map) {
        requireNonNull(join.apply(snapshot(called), other.given), name);
      }
    }
  }

  /** Copies the value that was given in the same setting of another table; calls replace it. */
  void copy(Setting<T> other) {
    if (other.given != null) {
      preset(snapshot(other.given));
      givenTexts = other.givenTexts;
    }
  }

  /** Refuses a second call that would discard the first. */
  void refuseSecond(String call) {
    if (setBy != null && join == null) {
      throw new IllegalStateException(
          call + " would discard the " + name + " that " + setBy + " has set before; set it once");
    }
  }

  /** Returns the value that was given, as opposed to a restored one or the default. */
  Optional<T> given() {
    return Optional.ofNullable(given);
  }

  public boolean isGiven() {
    return given != null;
  }

  /** Returns the value that was given, as text by name. */
  Map<String, String> givenWords() {
    if (given == null) {
      return Map.of();
    }
    return form == null ? Map.of(name, given.getClass().getName()) : texts(given);
  }

  /** Returns whether the same value was given in another table, or none in both. */
  boolean hasSameGiven(Setting<?> other) {
    return Objects.equals(given, other.given);
  }

  int givenHash() {
    return Objects.hashCode(given);
  }

  /** Returns what a resume does with this setting, in the words of docs/operating.md. */
  public String rule() {
    if (form == null || resume == Resume.EACH_RUN) {
      return "not recorded";
    }
    return form.restored() + (resume == Resume.FIXED ? ", must not change" : ", may change");
  }

  /** Returns the value as text, by name; empty if it is not recorded. */
  public Map<String, String> words() {
    return words(value);
  }

  /** Returns another value as text, by name. */
  Map<String, String> words(T other) {
    return resume == Resume.EACH_RUN ? Map.of() : texts(other);
  }

  private Map<String, String> texts(T other) {
    Settings none = Settings.none();
    if (form != null) {
      form.reader().read(none, name, other);
    }
    return none.inEffect();
  }

  /** Restores the recorded value, unless another one was given. */
  public void restore(Map<String, String> recorded) {
    Map<String, String> own = own(recorded);
    boolean onlyParts = form != null && form.kind() == TextForm.Kind.PARTS && !givenTexts.isEmpty();
    if (form == null || resume == Resume.EACH_RUN || own.isEmpty()) {
      return;
    }
    if (onlyParts) {
      own.putAll(givenTexts);
    } else if (given != null && joinRecorded == null) {
      return;
    }
    T restored;
    try {
      restored = form.reader().read(Settings.of(own), name, byDefault);
    } catch (RuntimeException e) {
      throw new CrawlException("the recorded setting " + own + " is invalid: " + e, e);
    }
    value =
        given == null || onlyParts ? restored : requireNonNull(joinRecorded).apply(restored, given);
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
    if (form == null || resume == Resume.EACH_RUN) {
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
    return resume == Resume.FREE || differences.isEmpty()
        ? Optional.empty()
        : Optional.of("" + differences);
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
