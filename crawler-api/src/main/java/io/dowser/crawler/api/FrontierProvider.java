package io.dowser.crawler.api;

/** Creates {@link Frontier} plugins; found by {@link java.util.ServiceLoader}. */
public interface FrontierProvider extends PluginProvider<Frontier> {}
