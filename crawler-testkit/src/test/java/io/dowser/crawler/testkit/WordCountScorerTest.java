package io.dowser.crawler.testkit;

import io.dowser.crawler.api.LearningScorer;
import java.util.List;
import java.util.random.RandomGenerator;

class WordCountScorerTest extends LinkScorerContract {

  @Override
  protected LearningScorer scorer(RandomGenerator random) {
    return new WordCountScorer();
  }

  @Override
  protected List<String> knownWords() {
    return WordCountScorer.WORDS;
  }

  @Override
  protected boolean explainsBySums() {
    return true;
  }
}
