package io.dowser.crawler.api;

/**
 * Creates {@link RevisitPolicy} plugins; found by {@link java.util.ServiceLoader}.
 *
 * <pre>{@code
 * # META-INF/services/io.dowser.crawler.api.RevisitPolicyProvider
 * org.example.MyRevisitPolicyProvider
 * }</pre>
 */
public interface RevisitPolicyProvider extends PluginProvider<RevisitPolicy> {}
