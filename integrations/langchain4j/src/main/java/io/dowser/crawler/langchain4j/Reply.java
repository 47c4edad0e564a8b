package io.dowser.crawler.langchain4j;

/** What comes of a question about a page. */
sealed interface Reply {

  /** The model's answer, and whether it was known before. */
  record Answered(LlmJudge.Answer answer, boolean wasKnown) implements Reply {}

  /** No answer, why, and one line for people about it. */
  record Missing(LlmJudge.Fallback cause, String detail) implements Reply {}
}
