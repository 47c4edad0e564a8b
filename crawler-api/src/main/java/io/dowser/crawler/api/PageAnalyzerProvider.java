package io.dowser.crawler.api;

/**
 * Creates {@link PageAnalyzer} plugins; found by {@link java.util.ServiceLoader}.
 *
 * <pre>{@code
 * # META-INF/services/io.dowser.crawler.api.PageAnalyzerProvider
 * org.example.MyPageAnalyzerProvider
 * }</pre>
 */
public interface PageAnalyzerProvider extends PluginProvider<PageAnalyzer> {}
