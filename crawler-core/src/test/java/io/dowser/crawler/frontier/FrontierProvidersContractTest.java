package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.Map;
import org.junit.jupiter.api.Nested;

class FrontierProvidersContractTest {

  @Nested
  class BestFirst extends Contract {

    BestFirst() {
      super(
          new BestFirstFrontier.Provider(),
          Map.of("hostWindow", "3", "strictHostWindow", "true"),
          Map.of("hostWindow", "none", "strictHostWindow", "perhaps"));
    }
  }

  @Nested
  class BreadthFirst extends Contract {

    BreadthFirst() {
      super(new BreadthFirstFrontier.Provider(), Map.of(), Map.of());
    }
  }

  @Nested
  class PageRank extends Contract {

    PageRank() {
      super(
          new PageRankFrontier.Provider(),
          Map.of("damping", "0.5", "tolerance", "0.001"),
          Map.of("damping", "1", "tolerance", "0"));
    }
  }

  abstract static class Contract extends PluginProviderContract<Frontier> {

    private final PluginProvider<Frontier> provider;
    private final Map<String, String> good;
    private final Map<String, String> bad;

    Contract(PluginProvider<Frontier> provider, Map<String, String> good, Map<String, String> bad) {
      this.provider = provider;
      this.good = good;
      this.bad = bad;
    }

    @Override
    protected PluginProvider<Frontier> provider() {
      return provider;
    }

    @Override
    protected PluginRegistry<Frontier> registry() {
      return PluginRegistry.frontiers(getClass().getClassLoader());
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
