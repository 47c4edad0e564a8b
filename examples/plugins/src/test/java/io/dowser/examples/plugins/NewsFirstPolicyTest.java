package io.dowser.examples.plugins;

import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.testkit.RevisitPolicyContract;
import java.util.random.RandomGenerator;

class NewsFirstPolicyTest extends RevisitPolicyContract {

  @Override
  protected RevisitPolicy policy(RandomGenerator random) {
    return new NewsFirstPolicy();
  }
}
