package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link PluginProvider}: have a well-formed name, be found by it, create a
 * new plugin at each call, and refuse unknown settings and bad values by their keys.
 *
 * <pre>{@code
 * class AnchorScorerProviderTest extends PluginProviderContract<LinkScorer> {
 *   @Override
 *   protected PluginProvider<LinkScorer> provider() {
 *     return new AnchorScorerProvider();
 *   }
 *
 *   @Override
 *   protected PluginRegistry<LinkScorer> registry() {
 *     return PluginRegistry.linkScorers();
 *   }
 *
 *   @Override
 *   protected Map<String, String> goodSettings() {
 *     return Map.of("weight", "0.9");
 *   }
 *
 *   @Override
 *   protected Map<String, String> badSettings() {
 *     return Map.of("weight", "2");
 *   }
 * }
 * }</pre>
 *
 * @param <P> the kind of plugin
 */
public abstract class PluginProviderContract<P> {

  private static final String UNKNOWN = "no-such-setting";

  /** Called by subclasses. */
  protected PluginProviderContract() {}

  /** {@return a new provider under test} */
  protected abstract PluginProvider<P> provider();

  /** {@return the registry that a crawl uses, for example {@link PluginRegistry#linkScorers}} */
  protected abstract PluginRegistry<P> registry();

  /** {@return all settings of the plugin, each with an allowed value other than its default} */
  protected abstract Map<String, String> goodSettings();

  /** {@return settings that can be wrong, each with a wrong value} */
  protected abstract Map<String, String> badSettings();

  /** {@return the settings that the plugin cannot be created without; by default none} */
  protected Map<String, String> requiredSettings() {
    return Map.of();
  }

  /**
   * {@return the crawl that plugins are created for; by default one about the terms {@code laser}
   * and {@code photon}}
   */
  protected CrawlContext context() {
    return CrawlFixtures.context(Topic.of("laser", "photon"), 1);
  }

  @Test
  void nameIsLowerCaseLettersDigitsAndHyphens() {
    assertThat(provider().name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
    assertThat(provider().name()).isEqualTo(provider().name());
  }

  @Test
  void isFoundByItsName() {
    assertThatCode(
            () -> {
              Settings settings = Settings.of(requiredSettings());
              discard(registry().create(provider().name(), settings, context()));
            })
        .as("the file in META-INF/services has the line '%s'", provider().getClass().getName())
        .doesNotThrowAnyException();
  }

  @Test
  void createsANewPluginAtEachCall() {
    P first = provider().create(Settings.of(requiredSettings()), context());
    P second = provider().create(Settings.of(requiredSettings()), context());

    assertThat(second).isNotSameAs(first);
    discard(first);
    discard(second);
  }

  @Test
  void takesAllSettingsThatItHas() {
    Map<String, String> settings = goodSettings();

    discard(registry().create(provider().name(), Settings.of(settings), context()));
  }

  @Test
  void saysWhatEachSettingMeans() {
    Settings settings = Settings.of(goodSettings());

    discard(provider().create(settings, context()));

    assertThat(settings.declared())
        .allSatisfy(
            setting -> {
              assertThat(setting.allowed()).as("what %s allows", setting.name()).isNotBlank();
              assertThat(setting.summary()).as("meaning of %s", setting.name()).isNotBlank();
            });
  }

  @Test
  void refusesASettingThatItDoesNotHave() {
    refuses(UNKNOWN, "1");
  }

  @Test
  void refusesBadValuesByTheirKeys() {
    badSettings().forEach(this::refuses);
  }

  private void refuses(String key, String value) {
    String name = provider().name();
    Map<String, String> values = new TreeMap<>(requiredSettings());
    values.put(key, value);
    Settings settings = Settings.of(values);
    assertThatThrownBy(() -> discard(registry().create(name, settings, context())))
        .as("'%s' with %s=%s", name, key, value)
        .isInstanceOfSatisfying(
            SettingException.class,
            refusal -> {
              assertThat(refusal.key()).isEqualTo(key);
              assertThat(refusal.value()).isEqualTo(value);
              assertThat(refusal.allowed()).as("what is allowed").isNotBlank();
            });
  }

  private void discard(P plugin) {
    assertThat(plugin).isNotNull();
    if (plugin instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new AssertionError("close failed", e);
      }
    }
  }
}
