package io.dowser.crawler.spark;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * How Hadoop's file systems are set up, in a form that travels: all that the driver's configuration
 * says beyond Hadoop's own defaults, so that executors do the same, wherever the driver has it
 * from, be it {@code spark.hadoop.*}, files on its class path, or calls.
 *
 * @param values by name, as they were written
 */
record HadoopSettings(Map<String, String> values) implements Serializable {

  private static final String OF_DEFAULTS = "-default.xml";

  HadoopSettings {
    values = Map.copyOf(values);
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

  Configuration configuration() {
    var configuration = new Configuration();
    values.forEach(configuration::set);
    return configuration;
  }

  /** Tells no values: there are keys to stores among them. */
  @Override
  public String toString() {
    return "HadoopSettings" + values.keySet();
  }
}
