package io.dowser.crawler.spark;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * How Hadoop's file systems are set up, in a form that travels: all that the driver's configuration
 * says beyond Hadoop's own defaults, so that executors do the same, wherever the driver has it
 * from, be it {@code spark.hadoop.*}, files on its class path, or calls. Thread-safe .
 */
final class HadoopSettings implements Serializable {

  private static final long serialVersionUID = 1;
  private static final String OF_DEFAULTS = "-default.xml";

  private final Map<String, String> values;
  private transient @Nullable Configuration made;

  /** Takes values by name, as they were written. */
  HadoopSettings(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  static HadoopSettings of(Configuration driver) {
    var values = new TreeMap<String, String>();
    for (Map.Entry<String, String> setting : driver) {
      String name = setting.getKey();
      String value = driver.getRaw(name);
      String[] sources = driver.getPropertySources(name);
      boolean isDefault =
          sources != null
              && sources.length > 0
              && sources[sources.length - 1].endsWith(OF_DEFAULTS);
      if (value != null && !isDefault) {
        values.put(name, value);
      }
    }
    return new HadoopSettings(values);
  }

  Map<String, String> values() {
    return values;
  }

  /** The same each time, not to be changed: Hadoop takes a while to read its own defaults. */
  synchronized Configuration configuration() {
    Configuration known = made;
    if (known == null) {
      known = new Configuration();
      values.forEach(known::set);
      made = known;
    }
    return known;
  }

  /** Reports no values: there are keys to stores among them. */
  @Override
  public String toString() {
    return "HadoopSettings" + values.keySet();
  }
}
