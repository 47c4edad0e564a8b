package io.dowser.crawler.langchain4j;

/** The outcome of a question about a page. */
sealed interface Reply {

  /** The model's answer, and whether it was known before. */
  record Answered(LlmJudge.Answer answer, boolean wasKnown) implements Reply {}

  /** A missing answer with its cause and one line for people. */
  record Missing(LlmJudge.Fallback cause, String detail) implements Reply {}
}
