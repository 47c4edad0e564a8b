package io.dowser.crawler.internal.robots;

import static java.util.Objects.requireNonNull;

/**
 * A rule of a robots.txt.
 *
 * @param allow true if it allows, false if it forbids
 * @param path its pattern in ASCII; octets that are not ASCII are escaped
 */
record RobotsRule(boolean allow, String path) {

  RobotsRule {
    requireNonNull(path, "path");
  }

  @Override
  public String toString() {
    return (allow ? "Allow: " : "Disallow: ") + path;
  }
}
