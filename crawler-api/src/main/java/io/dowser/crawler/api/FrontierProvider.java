package io.dowser.crawler.api;

/** Makes {@link Frontier} plugins; found by {@link java.util.ServiceLoader}. */
public interface FrontierProvider extends PluginProvider<Frontier> {}
