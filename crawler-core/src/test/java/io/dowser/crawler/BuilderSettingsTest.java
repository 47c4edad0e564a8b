package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.Setting;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No setting of a builder can be forgotten: each is recorded, restored, and on the page for
 * operators. Each public method of the builders is called with a sample that is not the default.
 */
class BuilderSettingsTest {

  private static final Path PAGE = Path.of("..", "docs", "operating.md");
  private static final String BEGIN = "<!-- written by BuilderSettingsTest: begin -->\n";
  private static final String END = "<!-- written by BuilderSettingsTest: end -->\n";

  /** Samples by type; other interfaces are implemented on the spot. */
  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(int.class, 7),
          Map.entry(long.class, 7L),
          Map.entry(double.class, 0.07),
          Map.entry(boolean.class, true),
          Map.entry(String.class, "http://sample.test/"),
          Map.entry(String[].class, new String[] {"en", "zh"}),
          Map.entry(Collection.class, List.of("http://sample.test/")),
          Map.entry(Map.class, Map.of()),
          Map.entry(Duration.class, Duration.ofSeconds(7)),
          Map.entry(Path.class, Path.of("sample")),
          Map.entry(Topic.class, Topic.of("sample")),
          Map.entry(OkHttpClient.class, new OkHttpClient()),
          Map.entry(Politeness.class, Politeness.builder().maxRetries(7).build()),
          Map.entry(Strategy.class, Strategy.builder().languages("en").build()),
          Map.entry(Means.class, Means.builder().workers(7).build()),
          Map.entry(RobotsPolicy.class, RobotsPolicy.IGNORE),
          Map.entry(TrapRules.class, TrapRules.NONE),
          Map.entry(HostRules.class, HostRules.builder().pages(7).priority(0.5).build()),
          Map.entry(Scope.class, Scope.DOMAIN.beyond()),
          Map.entry(AddressRules.class, AddressRules.publicAnd("10.0.0.0/8", "sample.test")),
          Map.entry(HostGrouping.class, Politeness.registrableDomain()),
          Map.entry(Limits.class, Limits.builder().maxPages(7).build()),
          Map.entry(Persistence.class, Persistence.builder().commitVisits(7).build()),
          Map.entry(
              UrlCanonicalizer.class,
              UrlCanonicalizer.builder().removeTrackingParameters().sortQuery().build()),
          Map.entry(Set.class, Set.of(RobotsPolicy.Refusal.FORBIDDEN)),
          Map.entry(ClassLoader.class, ClassLoader.getPlatformClassLoader()),
          Map.entry(
              PrintStream.class,
              new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8)));

  private static final List<Supplier<Object>> BUILDERS =
      List.of(
          Crawler::builder,
          Strategy::builder,
          Limits::builder,
          Politeness::builder,
          Persistence::builder,
          Means::builder,
          Recrawl::builder);

  static Stream<Method> builderMethods() {
    return BUILDERS.stream().flatMap(builder -> methods(builder.get().getClass()));
  }

  @ParameterizedTest
  @MethodSource("builderMethods")
  void eachMethodOfTheBuilderSetsASettingOfTheTableThatIsWrittenAndReadAgain(Method method)
      throws Exception {
    CrawlSpec spec = called(method);
    List<Setting<?>> given = spec.all().stream().filter(Setting::isGiven).toList();

    assertThat(given)
        .as(
            "%s sets no setting of CrawlSpec. Declare it there, set it by spec.x.set(value) in the"
                + " builder, and read spec.x.get() in CrawlAssembly",
            method)
        .isNotEmpty();
    for (Setting<?> setting : given) {
      boolean recorded = !setting.rule().equals("not recorded");
      assertThat(setting.words().isEmpty())
          .as("%s is written down unless each run has its own", setting.name())
          .isEqualTo(!recorded);
      if (recorded) {
        checkRestored(setting, spec);
      }
    }
    if (given.stream().anyMatch(setting -> !setting.words().isEmpty())) {
      assertThat(spec.words())
          .as("what %s sets must be written down", method)
          .isNotEqualTo(new CrawlSpec().words());
    }
  }

  private static void checkRestored(Setting<?> setting, CrawlSpec spec) {
    var later = new CrawlSpec();
    Map<String, String> recorded = spec.words();
    Setting<?> restored =
        later.all().stream().filter(each -> each.name().equals(setting.name())).findFirst().get();

    restored.restore(recorded);

    Map<String, String> words = setting.words();
    if (words.getOrDefault(setting.name(), "").startsWith("object of ")) {
      assertThat(restored.problem(recorded))
          .as("%s is asked for again", setting.name())
          .hasValueSatisfying(problem -> assertThat(problem).contains(setting.name() + "(..)"));
    } else {
      assertThat(restored.problem(recorded)).isEmpty();
      assertThat(restored.words()).as("%s is restored", setting.name()).isEqualTo(words);
    }
  }

  @Test
  void eachSettingOfTheTableHasAMethodOfABuilder() throws Exception {
    var reached = new TreeSet<String>();
    for (Method method : builderMethods().toList()) {
      called(method).all().stream()
          .filter(Setting::isGiven)
          .forEach(setting -> reached.add(setting.name()));
    }

    assertThat(reached)
        .containsExactlyInAnyOrderElementsOf(
            new CrawlSpec().all().stream().filter(Setting::isPublic).map(Setting::name).toList());
  }

  @Test
  void pageForOperatorsHasTheTableOfAllSettings() throws Exception {
    assumeTrue(Files.exists(PAGE), PAGE + " is absent");
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    String expected = page.substring(0, begin) + tables() + page.substring(page.indexOf(END));
    if (Boolean.getBoolean("dowser.update")) {
      Files.writeString(PAGE, expected);
    }

    assertThat(PAGE)
        .as("write it: mvn -pl crawler-core test -Dtest=BuilderSettingsTest -Ddowser.update=true")
        .hasContent(expected);
  }

  private static String tables() {
    var tables = new StringBuilder();
    String builder = "";
    for (Crawler.Setting setting : Crawler.settings()) {
      if (!setting.builder().equals(builder)) {
        builder = setting.builder();
        tables.append("\n### `" + builder + ".Builder`\n\n");
        tables.append("| Setting | Default | Effect |\n|---|---|---|\n");
      }
      tables.append("| `" + setting.name() + "` | " + code(setting.byDefault()) + " | ");
      tables.append(setting.summary() + allowed(setting.allowed()));
      tables.append(onResume(setting.onResume()) + " |\n");
    }
    return tables.append("\n").toString();
  }

  /** Returns the allowed values without what the text above the tables says of all of them. */
  private static String allowed(String text) {
    String range =
        text.replaceAll(
            "name of a plugin; .*|, such as 0.5s, .*|; the parts are its.*|a whole number ?|a number "
                + "|a duration ?|text ?|from (?=\\S+ to )|of (?=\\S+ or more)",
            "");
    return range.isEmpty() || range.equals("true or false") ? "" : " _" + range + "_";
  }

  private static String onResume(String text) {
    String rule =
        text.replace("restored if it has a name, else required again", "named")
            .replace("restored, must not change", "fixed")
            .replaceAll("restored, may change|, may change", "")
            .replace(", must not change", ", fixed");
    return rule.isEmpty() ? "" : " **" + rule + "**";
  }

  private static String code(String text) {
    return text.isEmpty() ? "" : "`" + text.strip() + "`";
  }

  @Test
  void eachPartOfTheRulesAboutRobotsTrapsAndUrlsIsWritten() throws Exception {
    checkParts(RobotsPolicy.Builder.class, RobotsPolicy::builder, RobotsPolicy.Builder::settings);
    checkParts(TrapRules.Builder.class, TrapRules::builder, TrapRules.Builder::settings);
    checkParts(
        UrlCanonicalizer.Builder.class,
        UrlCanonicalizer::builder,
        UrlCanonicalizer.Builder::settings);
  }

  private static <B> void checkParts(
      Class<B> type, Supplier<B> fresh, BiConsumer<B, Settings> reader) throws Exception {
    Map<String, String> before = words(fresh.get(), reader);
    for (Method method : methods(type).toList()) {
      if (!method.getName().equals("settings")) {
        var changed = new HashMap<String, String>();
        for (boolean truth : new boolean[] {true, false}) {
          B builder = fresh.get();
          method.invoke(builder, samples(method, truth));
          changed.putAll(words(builder, reader));
          changed.entrySet().removeIf(each -> each.getValue().equals(before.get(each.getKey())));
          if (!changed.isEmpty()) {
            break;
          }
        }
        assertThat(changed)
            .as("what %s.%s sets must be in settings(Settings)", type.getName(), method.getName())
            .hasSizeGreaterThanOrEqualTo(Math.max(1, method.getParameterCount()));
      }
    }
  }

  private static <B> Map<String, String> words(B builder, BiConsumer<B, Settings> reader) {
    Settings none = Settings.none();
    reader.accept(builder, none);
    return none.inEffect();
  }

  private static Stream<Method> methods(Class<?> builder) {
    return Stream.<Class<?>>iterate(builder, type -> type != Object.class, Class::getSuperclass)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> method.getReturnType().isAssignableFrom(builder))
        .sorted(Comparator.comparing(Method::toString));
  }

  /** Calls a method of a builder with samples, and returns the settings after that. */
  private static CrawlSpec called(Method method) throws Exception {
    Object called = method.invoke(builder(method), samples(method, true));
    return called instanceof Crawler.Builder crawl
        ? crawl.spec
        : ((SettingGroup) called.getClass().getMethod("build").invoke(called)).spec();
  }

  @ParameterizedTest
  @MethodSource("builderMethods")
  void secondCallThatWouldDiscardTheFirstIsRefused(Method method) throws Exception {
    if (method.getName().matches("seeds?|listener|addPageAnalyzer(From)?")) {
      return; // each adds to those before
    }
    Object[] samples = samples(method, true);
    Object builder = builder(method);

    method.invoke(builder, samples);

    assertThatThrownBy(() -> method.invoke(builder, samples))
        .hasCauseInstanceOf(IllegalStateException.class)
        .cause()
        .hasMessageContaining("before");
  }

  @Test
  void refusalNamesBothCalls() {
    Crawler.Builder builder = Crawler.builder().maxPages(7);

    assertThatIllegalStateException()
        .isThrownBy(() -> builder.limits(Limits.builder().maxPages(8).maxDepth(1).build()))
        .withMessage(
            "limits(..) would discard the maxPages that maxPages(..) has set before; set"
                + " it once");
    builder.settings(Map.of("maxDepth", "2")); // the refused call has set nothing
    assertThatIllegalStateException()
        .isThrownBy(() -> builder.limits(Limits.builder().maxDepth(1).build()))
        .withMessageContaining("limits(..)")
        .withMessageContaining("settings(..)");
  }

  @Test
  void valuesAreEqualIfTheSameWasSet() {
    for (Method method : builderMethods().toList()) {
      if (method.getDeclaringClass() == Crawler.Builder.class) {
        continue;
      }
      assertThatNoException()
          .as(method.toString())
          .isThrownBy(
              () -> {
                Object[] samples = samples(method, true);
                Object first = built(method.invoke(builder(method), samples));
                Object again = built(method.invoke(builder(method), samples));
                Object copy = built(first.getClass().getMethod("toBuilder").invoke(first));
                Object none = built(builder(method));
                assertThat(first).isEqualTo(again).hasSameHashCodeAs(again).isNotEqualTo(none);
                assertThat(copy).isEqualTo(first).hasToString(first.toString());
              });
    }
  }

  private static Object built(Object builder) throws ReflectiveOperationException {
    return builder.getClass().getMethod("build").invoke(builder);
  }

  private static Object builder(Method method) {
    return BUILDERS.stream()
        .map(Supplier::get)
        .filter(builder -> method.getDeclaringClass().isInstance(builder))
        .findFirst()
        .orElseThrow();
  }

  private static Object[] samples(Method method, boolean truth) {
    return Arrays.stream(method.getParameterTypes())
        .map(type -> sample(method, type, truth))
        .toArray();
  }

  private static Object sample(Method method, Class<?> type, boolean truth) {
    if (type == boolean.class) {
      return truth;
    }
    if (method.getName().equals("settings") && type == Map.class) {
      return Map.of("scorer", "sample", "scorer.x", "7");
    }
    if (method.getName().equals("extract")) {
      return "sample";
    }
    if (method.getName().equals("hostRules") && type == String.class) {
      return "*.sample.test";
    }
    Object sample = SAMPLES.get(type);
    if (sample == null) {
      assertThat(type)
          .as("%s has a parameter of a type without a sample; add one to SAMPLES", method)
          .isInterface();
      sample =
          Proxy.newProxyInstance(
              BuilderSettingsTest.class.getClassLoader(),
              new Class<?>[] {type},
              (proxy, called, arguments) ->
                  called.getName().equals("equals") ? proxy == arguments[0] : 7);
    }
    return sample;
  }
}
