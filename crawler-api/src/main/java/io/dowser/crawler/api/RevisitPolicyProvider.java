package io.dowser.crawler.api;

/** Creates {@link RevisitPolicy} plugins; found by {@link java.util.ServiceLoader}. */
public interface RevisitPolicyProvider extends PluginProvider<RevisitPolicy> {}
