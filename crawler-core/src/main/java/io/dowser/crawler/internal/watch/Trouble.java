package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.PluginKind;

/** A failure of a plugin, with the name of its class. */
public record Trouble(PluginKind kind, String plugin, Throwable cause) {

  public static Trouble of(PluginKind kind, Object plugin, Throwable cause) {
    return new Trouble(kind, plugin.getClass().getName(), cause);
  }
}
