package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.dowser.crawler.api.internal.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Named values for a plugin, as text, with typed access.
 *
 * <p>Each read declares a setting, with its default, its range and its meaning, and checks its
 * value at once: {@link #refuseUnread} then finds misspelt keys, and {@link #declared} lists what
 * there is to set. Not thread-safe.
 *
 * <pre>{@code
 * double w = settings.number("w", 0.3, 0, 1, "weight of the page; its link has 1 - w");
 * }</pre>
 */
public final class Settings {

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)password|passphrase|secret|credential|authorization|cookie|api[-_.]?key|token$");

  private static final Pattern USER_INFORMATION = Pattern.compile("//[^/?#\\s]*@");

  private final Map<String, String> values;
  private final Map<String, Declaration> declared = new LinkedHashMap<>();
  private final Map<String, String> inEffect = new TreeMap<>();
  private final @Nullable Settings whole;
  private final String prefix;

  private Settings(Map<String, String> values, @Nullable Settings whole, String prefix) {
    this.values = values;
    this.whole = whole;
    this.prefix = prefix;
  }

  /** {@return no settings: every plugin then uses its defaults} */
  public static Settings none() {
    return of(Map.of());
  }

  /**
   * {@return settings by name}
   *
   * @param values names and values; copied
   */
  public static Settings of(Map<String, String> values) {
    return new Settings(new TreeMap<>(values), null, "");
  }

  /**
   * {@return the settings whose names have a prefix, named without it; those that were read before
   * are not among them} A read of one of them is a read of this object, too. Use it in a plugin
   * that creates others: {@code registry.create("shark", settings.under("shark."), context)}.
   *
   * @param prefix the prefix of their names
   */
  public Settings under(String prefix) {
    Map<String, String> part = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith(prefix) && !inEffect.containsKey(key)) {
            part.put(key.substring(prefix.length()), value);
          }
        });
    return new Settings(part, this, prefix);
  }

  /** Names the plugin, and the setting as the caller who gave the whole settings knows it. */
  SettingException named(SettingException refusal, String plugin) {
    var named =
        new SettingException(plugin, prefix + refusal.key(), refusal.value(), refusal.allowed());
    named.initCause(refusal);
    return named;
  }

  /** {@return the values as they were given, an unmodifiable map sorted by key} */
  public Map<String, String> asMap() {
    return Collections.unmodifiableMap(values);
  }

  /**
   * {@return the text of a setting}
   *
   * @param key its name
   * @param byDefault the value of an absent key
   * @param allowed the texts that are allowed, in words; the caller checks them
   * @param summary its meaning, as a phrase
   */
  public String text(String key, String byDefault, String allowed, String summary) {
    declare(new Declaration(key, byDefault, allowed, summary));
    return values.getOrDefault(key, byDefault);
  }

  private void declare(Declaration declaration) {
    String key = declaration.name();
    declared.put(key, declaration);
    inEffect.put(key, values.getOrDefault(key, declaration.byDefault()));
    if (whole != null) {
      whole.declare(
          new Declaration(
              prefix + key, declaration.byDefault(), declaration.allowed(), declaration.summary()));
    }
  }

  /**
   * {@return the number of a setting}
   *
   * @param key its name
   * @param byDefault the value of an absent key
   * @param least the smallest value allowed; {@code Double.MIN_VALUE} stands for above 0, {@code
   *     -Double.MAX_VALUE} for no limit
   * @param most the largest value allowed; {@code Double.MAX_VALUE} stands for no limit
   * @param summary its meaning, as a phrase
   * @throws SettingException if it is not a number within the limits
   */
  public double number(String key, double byDefault, double least, double most, String summary) {
    String allowed = "a number" + range(least, most, Double.MAX_VALUE);
    String value = text(key, plain(byDefault), allowed, summary);
    try {
      double number = Double.parseDouble(value.strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // refused below, with the range
    }
    throw new SettingException(key, value, allowed);
  }

  /**
   * {@return the whole number of a setting}
   *
   * @param key its name
   * @param byDefault the value of an absent key
   * @param least the smallest value allowed
   * @param most the largest value allowed; {@code Integer.MAX_VALUE} stands for no limit
   * @param summary its meaning, as a phrase
   * @throws SettingException if it is not a whole number within the limits
   */
  public int integer(String key, int byDefault, int least, int most, String summary) {
    String allowed = "a whole number" + range(least, most, Integer.MAX_VALUE);
    String value = text(key, Integer.toString(byDefault), allowed, summary);
    try {
      int number = Integer.parseInt(value.strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // refused below, with the range
    }
    throw new SettingException(key, value, allowed);
  }

  private static String range(double least, double most, double unlimited) {
    if (least <= -unlimited) {
      return most == unlimited ? "" : " of at most " + plain(most);
    }
    if (least == Double.MIN_VALUE) {
      return " above 0" + (most == unlimited ? "" : " and at most " + plain(most));
    }
    return most == unlimited
        ? " of " + plain(least) + " or more"
        : " from " + plain(least) + " to " + plain(most);
  }

  /** Writes a number without an exponent, and without zeros at its end. */
  private static String plain(double number) {
    return Double.isFinite(number)
        ? new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString()
        : Double.toString(number);
  }

  /**
   * {@return the value of a setting that is true or false}
   *
   * @param key its name
   * @param byDefault the value of an absent key
   * @param summary its meaning, as a phrase
   * @throws SettingException if it is neither {@code true} nor {@code false}
   */
  public boolean flag(String key, boolean byDefault, String summary) {
    String allowed = "true or false";
    String value = text(key, Boolean.toString(byDefault), allowed, summary).strip();
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new SettingException(key, value, allowed);
    };
  }

  /**
   * Reads one of a closed set of names.
   *
   * @param <E> the set
   * @param key its name
   * @param byDefault the value of an absent key
   * @param summary its meaning, as a phrase
   * @return the constant; upper and lower case are the same, as are hyphen and underscore
   * @throws SettingException if there is no such name
   */
  public <E extends Enum<E>> E choice(String key, E byDefault, String summary) {
    List<E> constants = List.of(byDefault.getDeclaringClass().getEnumConstants());
    String allowed = constants.stream().map(Settings::name).collect(joining(", ", "one of ", ""));
    String value = text(key, name(byDefault), allowed, summary).strip();
    return constants.stream()
        .filter(constant -> name(constant).equals(name(value)))
        .findFirst()
        .orElseThrow(() -> new SettingException(key, value, allowed));
  }

  private static String name(Enum<?> constant) {
    return name(constant.name());
  }

  private static String name(String text) {
    return text.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * {@return the span of time of a setting}
   *
   * @param key its name
   * @param byDefault the value of an absent key
   * @param least the shortest span allowed
   * @param most the longest span allowed
   * @param summary its meaning, as a phrase
   * @throws SettingException if it is not within the limits, or no duration, such as {@code 1h30m}
   *     or {@code PT1.5S}
   */
  public Duration duration(
      String key, Duration byDefault, Duration least, Duration most, String summary) {
    String allowed = "a duration from " + Durations.text(least) + " to " + Durations.text(most);
    String value = text(key, Durations.text(byDefault), allowed, summary).strip();
    try {
      Duration duration = Durations.parse(value);
      if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      throw new SettingException(key, value, allowed + ", " + Durations.EXAMPLES);
    }
    throw new SettingException(key, value, allowed);
  }

  /**
   * The description of a setting that was read.
   *
   * @param name its key
   * @param byDefault the value of an absent key
   * @param allowed the texts that are allowed, in words
   * @param summary its meaning, as a phrase
   */
  public record Declaration(String name, String byDefault, String allowed, String summary) {

    /**
     * Checks that nothing is null.
     *
     * @param name its key
     * @param byDefault the value of an absent key
     * @param allowed the texts that are allowed, in words
     * @param summary its meaning, as a phrase
     */
    public Declaration {
      requireNonNull(name, "name");
      requireNonNull(byDefault, "byDefault");
      requireNonNull(allowed, "allowed");
      requireNonNull(summary, "summary");
    }
  }

  /** {@return the settings that were read so far, in the order of their first reading} */
  public List<Declaration> declared() {
    return List.copyOf(declared.values());
  }

  /**
   * {@return the settings that were read so far, with the values that hold; each key that was read,
   * with its value or the default in its place; sorted by key} An object that reads settings with
   * its own values as defaults is recorded by this map.
   */
  public Map<String, String> inEffect() {
    return Collections.unmodifiableMap(inEffect);
  }

  /**
   * Refuses keys that were not read.
   *
   * @throws SettingException if there are any; it names the first and lists the keys that were read
   */
  public void refuseUnread() {
    for (Map.Entry<String, String> entry : values.entrySet()) {
      if (!inEffect.containsKey(entry.getKey())) {
        String known = inEffect.keySet().stream().collect(joining(", ", "the settings [", "]"));
        throw new SettingException(entry.getKey(), entry.getValue(), known);
      }
    }
  }

  /**
   * Returns whether a setting is a secret: its name has {@code password}, {@code passphrase},
   * {@code secret}, {@code credential}, {@code authorization}, {@code cookie} or {@code apiKey} in
   * it, or ends in {@code token}, in upper or lower case; or its value is a URL with a user name or
   * password. A flag, such as {@code cookies=true}, is none. A secret is not repeated in messages
   * and not written into a crawl's directory.
   *
   * @param key the setting's name
   * @param value its value
   * @return true if the value must not be shown
   */
  public static boolean isSecret(String key, String value) {
    return isSecretByName(key, value) || USER_INFORMATION.matcher(value).find();
  }

  private static boolean isSecretByName(String key, String value) {
    return SECRET.matcher(key).find() && !value.equals("true") && !value.equals("false");
  }

  /** Returns a value for people, without secrets. */
  static String shown(String key, String value) {
    return isSecretByName(key, value)
        ? "(hidden)"
        : USER_INFORMATION.matcher(value).replaceAll("//(hidden)@");
  }

  /** Returns names and values without secrets. */
  @Override
  public String toString() {
    Map<String, String> shown = new TreeMap<>(values);
    shown.replaceAll(Settings::shown);
    return "Settings" + shown;
  }
}
