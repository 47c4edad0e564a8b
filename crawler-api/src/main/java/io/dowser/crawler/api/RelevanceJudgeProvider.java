package io.dowser.crawler.api;

/**
 * Creates {@link RelevanceJudge} plugins; found by {@link java.util.ServiceLoader}.
 *
 * <pre>{@code
 * # META-INF/services/io.dowser.crawler.api.RelevanceJudgeProvider
 * org.example.MyRelevanceJudgeProvider
 * }</pre>
 */
public interface RelevanceJudgeProvider extends PluginProvider<RelevanceJudge> {}
