package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.PluginKind;

/** A failure of a plugin, with the name of its class. */
public record PluginFailure(PluginKind kind, String plugin, Throwable cause) {

  public static PluginFailure of(PluginKind kind, Object plugin, Throwable cause) {
    return new PluginFailure(kind, plugin.getClass().getName(), cause);
  }
}
