package io.dowser.crawler.api;

/**
 * Thrown if a setting has a value that is not allowed, or an unknown name.
 *
 * <pre>{@code
 * try {
 *   Crawler.builder().settings(Map.of("maxPages", "many"));
 * } catch (SettingException e) {
 *   form.showError(e.key(), "allowed: " + e.allowed());
 * }
 * }</pre>
 */
public class SettingException extends CrawlException {

  private static final long serialVersionUID = 1L;

  /** The setting's name. */
  private final String key;

  /** The refused value. */
  private final String value;

  /** The allowed values, in words. */
  private final String allowed;

  /**
   * Creates an exception for a setting. If it {@linkplain Settings#isSecret is a secret}, its value
   * is hidden, and so is the user information of a URL.
   *
   * @param key its name
   * @param value the value that was given
   * @param allowed the allowed values, in words, without the refused one
   */
  public SettingException(String key, String value, String allowed) {
    this("", key, value, allowed);
  }

  /** Creates an exception whose message names the plugin that has the setting. */
  SettingException(String plugin, String key, String value, String allowed) {
    super(
        (plugin.isEmpty() ? "" : plugin + ": ")
            + ("setting '" + key + "' is '" + Settings.shown(key, value) + "', allowed: ")
            + allowed);
    this.key = key;
    this.value = Settings.shown(key, value);
    this.allowed = allowed;
  }

  /** {@return the key of the setting} */
  public String key() {
    return key;
  }

  /** {@return the value that was refused, as text; {@code (hidden)} if it is a secret} */
  public String value() {
    return value;
  }

  /** {@return the allowed values: a range, a list, or the known keys} */
  public String allowed() {
    return allowed;
  }
}
