package io.dowser.crawler.api;

/** A setting has a value that is not allowed, or a name that nobody knows. */
public class SettingException extends CrawlException {

  private static final long serialVersionUID = 1L;

  /** The setting's name. */
  private final String key;

  /** What was refused. */
  private final String value;

  /** What would have been accepted, in words. */
  private final String allowed;

  /**
   * Says which setting is wrong.
   *
   * @param key its name
   * @param value the value that was given
   * @param allowed what is allowed, in words
   */
  public SettingException(String key, String value, String allowed) {
    super("setting '" + key + "' is '" + value + "', allowed: " + allowed);
    this.key = key;
    this.value = value;
    this.allowed = allowed;
  }

  /**
   * Names the setting.
   *
   * @return its key
   */
  public String key() {
    return key;
  }

  /**
   * Gives the value that was refused.
   *
   * @return the value as text
   */
  public String value() {
    return value;
  }

  /**
   * Says what is allowed.
   *
   * @return a range, a list, or the known keys
   */
  public String allowed() {
    return allowed;
  }
}
