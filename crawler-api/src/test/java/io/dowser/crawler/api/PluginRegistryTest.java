package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginRegistryTest {

  @TempDir Path directory;

  @Test
  void pluginsAreFoundByNameAndMadeWithTheirSettings() throws IOException {
    PluginRegistry<LinkScorer> registry = registry(Constant.class, Other.class);

    assertThat(registry.names()).containsExactly("constant", "other");
    assertThat(score(registry.create("constant", Settings.of(Map.of("value", "7")), context())))
        .isEqualTo(7);
    assertThat(score(registry.create("other", Settings.none(), context()))).isEqualTo(-1);
  }

  @Test
  void anUnknownNameIsAnsweredWithTheNamesThereAreAndTheLikelyCure() throws IOException {
    PluginRegistry<LinkScorer> registry = registry(Constant.class, Other.class);

    assertThatThrownBy(() -> registry.create("constnat", Settings.none(), context()))
        .isInstanceOf(CrawlException.class)
        .hasMessage(
            "No link scorer named 'constnat'. Available: [constant, other]. Did you mean constant?");
    assertThatThrownBy(() -> registry.create("adaptiv", Settings.none(), context()))
        .hasMessageEndingWith(" Did you mean adaptive?");
    assertThatThrownBy(() -> registry.create("unlisted", Settings.none(), context()))
        .hasMessageEndingWith(" Is the plugin's jar on the class path?");
  }

  @Test
  void theArtifactOfAPublishedPluginIsNamed() throws IOException {
    PluginRegistry<LinkScorer> registry = registry(Constant.class);

    assertThatThrownBy(() -> registry.create("adaptive", Settings.none(), context()))
        .hasMessage(
            "No link scorer named 'adaptive'. Available: [constant]. Add the artifact"
                + " io.dowser:scorer-adaptive to the class path.");
  }

  @Test
  void twoProvidersOfOneNameAreAnErrorThatNamesBothAndHindersNoOtherName() throws IOException {
    PluginRegistry<LinkScorer> registry =
        registry(Constant.class, SecondConstant.class, Other.class);

    assertThatThrownBy(() -> registry.create("constant", Settings.none(), context()))
        .isInstanceOf(CrawlException.class)
        .hasMessageContainingAll(
            "More than one link scorer is named 'constant'",
            Constant.class.getName() + " from ",
            SecondConstant.class.getName() + " from ");
    assertThat(score(registry.create("other", Settings.none(), context()))).isEqualTo(-1);
    assertThat(registry.names()).containsExactly("constant", "other");
  }

  @Test
  void aBrokenProviderIsShownOnlyWhenANameIsNotFound() throws IOException {
    PluginRegistry<LinkScorer> registry =
        registry(
            "no.such.Provider",
            Broken.class.getName(),
            PathStateTest.class.getName(),
            Constant.class.getName());

    assertThat(score(registry.create("constant", Settings.none(), context()))).isEqualTo(0);
    assertThatThrownBy(() -> registry.create("broken", Settings.none(), context()))
        .hasMessageContaining("Available: [constant]")
        .hasMessageContaining("Not loaded: ")
        .hasMessageContainingAll(
            "no.such.Provider", Broken.class.getName(), "PathStateTest not a subtype")
        .satisfies(refusal -> assertThat(refusal.getSuppressed()).hasSize(3));
  }

  @Test
  void aProviderWithoutANameStopsNoOther() throws IOException {
    PluginRegistry<LinkScorer> registry =
        registry(ThrowingName.class, NullName.class, Constant.class);

    assertThat(registry.names()).containsExactly("constant");
    assertThat(score(registry.create("constant", Settings.none(), context()))).isEqualTo(0);
    assertThatThrownBy(() -> registry.create("broken", Settings.none(), context()))
        .hasMessageContainingAll(
            "Not loaded: Provider " + ThrowingName.class.getName() + " has no name: ",
            "no name on purpose",
            "Not loaded: Provider " + NullName.class.getName() + " has no name: ",
            "name() gave null")
        .satisfies(refusal -> assertThat(refusal.getSuppressed()).hasSize(2));
  }

  @Test
  void aProviderIsAskedForItsNameOnceOnly() throws IOException {
    PluginRegistry<LinkScorer> registry = registry(NameOnce.class);

    assertThat(registry.names()).containsExactly("once");
    assertThat(score(registry.create("once", Settings.none(), context()))).isEqualTo(0);
  }

  @Test
  void aSettingThatThePluginDoesNotReadIsRefused() throws IOException {
    PluginRegistry<LinkScorer> registry = registry(Constant.class);

    assertThatThrownBy(
            () -> registry.create("constant", Settings.of(Map.of("valeu", "7")), context()))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "link scorer 'constant': setting 'valeu' is '7', allowed: the settings [value]");
  }

  @Test
  void whereNothingIsFoundNoNamesAreListed() throws IOException {
    ClassLoader empty = loader();

    assertThat(PluginRegistry.frontiers(empty).names()).isEmpty();
    assertThat(PluginRegistry.fetchers(empty).names()).isEmpty();
    assertThat(PluginRegistry.pageAnalyzers(empty).names()).isEmpty();
    assertThat(PluginRegistry.linkScorers(empty).names()).isEmpty();
    assertThatThrownBy(
            () -> PluginRegistry.frontiers(empty).create("x", Settings.none(), context()))
        .hasMessageStartingWith("No frontier named 'x'. Available: [].");
  }

  @Test
  void withoutLoadersThatOfTheThreadIsSearched() throws IOException {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    registry(Constant.class);
    Thread.currentThread().setContextClassLoader(loader());
    try {
      assertThat(PluginRegistry.linkScorers().names()).contains("constant");
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    assertThat(PluginRegistry.linkScorers().names()).doesNotContain("constant");
  }

  @Test
  void aNameOfAnEarlierLoaderHidesLaterOnes() throws IOException {
    registry(Constant.class);

    PluginRegistry<LinkScorer> registry = PluginRegistry.linkScorers(loader(), loader());

    assertThat(registry.names()).containsExactly("constant");
    Settings three = Settings.of(Map.of("value", "3"));
    assertThat(score(registry.create("constant", three, context()))).isEqualTo(3);
  }

  @Test
  void aPluginThatNeedsATopicSaysSo() {
    assertThatThrownBy(() -> context().requireTopic("shark"))
        .isInstanceOf(CrawlException.class)
        .hasMessage("'shark' needs a topic, but the crawl was given none");
  }

  private PluginRegistry<LinkScorer> registry(Class<?>... providers) throws IOException {
    return registry(List.of(providers).stream().map(Class::getName).toArray(String[]::new));
  }

  private PluginRegistry<LinkScorer> registry(String... providers) throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.write(services.resolve(LinkScorerProvider.class.getName()), List.of(providers));
    return PluginRegistry.linkScorers(loader());
  }

  private ClassLoader loader() throws IOException {
    URL[] places = {directory.toUri().toURL()};
    return new URLClassLoader(places, getClass().getClassLoader());
  }

  private static double score(LinkScorer scorer) {
    Link link = Link.of(CrawlUrl.of("http://a.example/"), "");
    AnalyzedPage page = AnalyzedPage.builder(Candidate.seed(link.target(), 0)).build();
    return scorer.forPage(page).score(link);
  }

  @Test
  void pluginsOfOneCrawlShareOneObjectOfEachType() {
    CrawlContext context = context();
    StringBuilder model = context.shared().get(StringBuilder.class, StringBuilder::new);

    assertThat(context.shared().get(StringBuilder.class, StringBuilder::new)).isSameAs(model);
    assertThat(context().shared().get(StringBuilder.class, StringBuilder::new)).isNotSameAs(model);
  }

  private static CrawlContext context() {
    return CrawlContext.builder().build();
  }

  /** A provider with one setting. */
  public static class Constant implements LinkScorerProvider {

    @Override
    public String name() {
      return "constant";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      double value = settings.number("value", 0, -10, 10, "of a test");
      return page -> link -> value;
    }
  }

  /** A provider whose name is taken. */
  public static final class SecondConstant extends Constant {}

  /** A provider with a separate name. */
  public static final class Other implements LinkScorerProvider {

    @Override
    public String name() {
      return "other";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return page -> link -> -1;
    }
  }

  /** A provider whose constructor throws. */
  public static final class Broken implements LinkScorerProvider {

    /** Fails. */
    public Broken() {
      throw new IllegalStateException("broken on purpose");
    }

    @Override
    public String name() {
      return "broken";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return page -> link -> 0;
    }
  }

  /** A provider whose name cannot be had. */
  public static final class ThrowingName extends Constant {

    @Override
    public String name() {
      throw new IllegalStateException("no name on purpose");
    }
  }

  /** A provider whose name is null, as one that was compiled without null checks may have. */
  public static final class NullName extends Constant {

    @Override
    @SuppressWarnings("NullAway")
    public String name() {
      return null;
    }
  }

  /** A provider that gives its name to the first who asks, and to none after. */
  public static final class NameOnce extends Constant {

    private boolean asked;

    @Override
    public String name() {
      if (asked) {
        throw new IllegalStateException("asked twice");
      }
      asked = true;
      return "once";
    }
  }
}
