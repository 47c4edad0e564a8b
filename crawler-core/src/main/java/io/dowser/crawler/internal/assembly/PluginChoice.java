package io.dowser.crawler.internal.assembly;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import java.util.Map;

/** A plugin as the caller chose it: made by hand, or by name. */
public sealed interface PluginChoice<P> {

  /** Gives the plugin for one crawl. */
  P resolve(PluginRegistry<P> registry, CrawlContext context);

  /** Returns the plugin's name, or its class if the caller made it. */
  String name();

  /** Returns the plugin's settings, none if the caller made it. */
  Map<String, String> settings();

  /** Made by the caller, who also closes it. */
  record Given<P>(P plugin) implements PluginChoice<P> {

    public Given {
      requireNonNull(plugin, "plugin");
    }

    @Override
    public P resolve(PluginRegistry<P> registry, CrawlContext context) {
      return plugin;
    }

    @Override
    public String name() {
      return TextForm.classOf(plugin);
    }

    @Override
    public Map<String, String> settings() {
      return Map.of();
    }
  }

  /** Made by the provider of that name. */
  record Named<P>(String name, Map<String, String> settings) implements PluginChoice<P> {

    public Named {
      requireNonNull(name, "name");
      settings = Map.copyOf(settings);
    }

    @Override
    public P resolve(PluginRegistry<P> registry, CrawlContext context) {
      return registry.create(name, Settings.of(settings), context);
    }

    /** Returns the name, because settings may be secrets. */
    @Override
    public String toString() {
      return name;
    }
  }
}
