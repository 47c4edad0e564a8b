package io.dowser.crawler.internal.assembly;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import java.util.Map;
import java.util.function.Function;

/** A plugin that the caller created or named. */
public sealed interface PluginChoice<P> {

  /** Returns the plugin for one crawl. */
  P resolve(PluginRegistry<P> registry, CrawlContext context);

  /** Returns the plugin's name, or its class if the caller created it. */
  String name();

  /** Returns the plugin's settings, none if the caller created it. */
  default Map<String, String> settings() {
    return Map.of();
  }

  /** A plugin that the caller created and closes. */
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
  }

  /** A plugin that a function of the caller creates for one crawl. */
  record Created<P>(Function<? super CrawlContext, ? extends P> create) implements PluginChoice<P> {

    public Created {
      requireNonNull(create, "create");
    }

    @Override
    public P resolve(PluginRegistry<P> registry, CrawlContext context) {
      return requireNonNull(create.apply(context), "the function created no plugin");
    }

    @Override
    public String name() {
      return TextForm.classOf(create);
    }
  }

  /** A plugin from the provider of a name. */
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
