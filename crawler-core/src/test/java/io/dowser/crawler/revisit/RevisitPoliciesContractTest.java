package io.dowser.crawler.revisit;

import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.RevisitPolicyContract;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

/** The policies by name, with settings between the extremes that are allowed. */
class RevisitPoliciesContractTest {

  static RevisitPolicy policy(String name, Map<String, String> settings) {
    return PluginRegistry.revisitPolicies(RevisitPoliciesContractTest.class.getClassLoader())
        .create(name, Settings.of(settings), CrawlFixtures.context(Topic.of("laser"), 1));
  }

  private static String oneOf(RandomGenerator random, String... values) {
    return values[random.nextInt(values.length)];
  }

  @Nested
  class Fixed extends RevisitPolicyContract {

    @Override
    protected RevisitPolicy policy(RandomGenerator random) {
      String interval = oneOf(random, "PT0S", "P7D", "P36500D");
      return RevisitPoliciesContractTest.policy("fixed", Map.of("interval", interval));
    }
  }

  @Nested
  class Adaptive extends RevisitPolicyContract {

    @Override
    protected RevisitPolicy policy(RandomGenerator random) {
      return RevisitPoliciesContractTest.policy(
          "adaptive",
          Map.of(
              "min", oneOf(random, "PT1S", "PT1H"),
              "max", oneOf(random, "P365D", "P36500D"),
              "inc", oneOf(random, "0", "0.4", "10"),
              "dec", oneOf(random, "0", "0.2", "0.99"),
              "goneInterval", oneOf(random, "PT1S", "P1D"),
              "goneMaxInterval", oneOf(random, "P64D", "P36500D")));
    }
  }

  @Nested
  class Poisson extends RevisitPolicyContract {

    @Override
    protected RevisitPolicy policy(RandomGenerator random) {
      return RevisitPoliciesContractTest.policy(
          "poisson",
          Map.of(
              "prior", oneOf(random, "PT1S", "P10D", "P36500D"),
              "priorChanges", oneOf(random, "0.01", "1", "100"),
              "minInterval", oneOf(random, "PT0S", "PT1H", "P36500D")));
    }
  }
}
