package io.dowser.crawler.revisit;

import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Nested;

class RevisitPolicyProvidersContractTest {

  @Nested
  class Fixed extends Contract {

    Fixed() {
      super(new FixedPolicy.Provider(), Map.of("interval", "P7D"), Map.of("interval", "P36501D"));
    }
  }

  @Nested
  class Adaptive extends Contract {

    Adaptive() {
      super(
          new AdaptivePolicy.Provider(),
          Map.of("initial", "P2D", "min", "PT2H", "max", "P30D", "inc", "0.5", "dec", "0.1"),
          Map.of("initial", "PT1M", "min", "PT0S", "max", "PT1M", "inc", "-1", "dec", "1"));
    }
  }

  @Nested
  class Poisson extends Contract {

    Poisson() {
      super(
          new PoissonPolicy.Provider(),
          Map.of("prior", "P30D", "priorChanges", "2", "minInterval", "PT0S"),
          Map.of("prior", "PT0S", "priorChanges", "0", "minInterval", "-PT1S"));
    }
  }

  abstract static class Contract extends PluginProviderContract<RevisitPolicy> {

    private final PluginProvider<RevisitPolicy> provider;
    private final Map<String, String> good;
    private final Map<String, String> bad;

    Contract(
        PluginProvider<RevisitPolicy> provider, Map<String, String> good, Map<String, String> bad) {
      this.provider = provider;
      this.good = new HashMap<>(good);
      this.bad = new HashMap<>(bad);
      this.good.putAll(Map.of("goneInterval", "P2D", "goneMaxInterval", "P9D"));
      this.bad.putAll(Map.of("goneInterval", "PT0S", "goneMaxInterval", "PT1H"));
    }

    @Override
    protected PluginProvider<RevisitPolicy> provider() {
      return provider;
    }

    @Override
    protected PluginRegistry<RevisitPolicy> registry() {
      return PluginRegistry.revisitPolicies(getClass().getClassLoader());
    }

    @Override
    protected Map<String, String> goodSettings() {
      return good;
    }

    @Override
    protected Map<String, String> badSettings() {
      return bad;
    }
  }
}
