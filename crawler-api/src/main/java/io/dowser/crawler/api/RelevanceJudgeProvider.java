package io.dowser.crawler.api;

/** Creates {@link RelevanceJudge} plugins; found by {@link java.util.ServiceLoader}. */
public interface RelevanceJudgeProvider extends PluginProvider<RelevanceJudge> {}
