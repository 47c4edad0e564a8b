package io.dowser.crawler.api.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.PluginKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of published plugins has each provider of each published module. */
class PublishedPluginsTest {

  private static final Path ROOT = Path.of("..");
  private static final Path SERVICES = Path.of("src/main/resources/META-INF/services");

  private static final Map<String, PluginKind> KINDS =
      Map.of(
          "FetcherProvider", PluginKind.FETCHER,
          "FrontierProvider", PluginKind.FRONTIER,
          "LinkScorerProvider", PluginKind.LINK_SCORER,
          "PageAnalyzerProvider", PluginKind.PAGE_ANALYZER,
          "RelevanceJudgeProvider", PluginKind.RELEVANCE_JUDGE,
          "RevisitPolicyProvider", PluginKind.REVISIT_POLICY);

  private static final Pattern ARTIFACT =
      Pattern.compile("</parent>.*?<artifactId>([^<]+)</artifactId>", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("String name\\(\\) \\{\\s*return ([^;]+);");
  private static final Pattern CONSTANT = Pattern.compile("String NAME = ([^;]+);");

  @Test
  void eachPluginBesideTheCoreHasItsArtifact() throws IOException {
    List<String> missing = new ArrayList<>();
    int plugins = 0;
    for (Path module : modules()) {
      String artifact = first(ARTIFACT, Files.readString(module.resolve("pom.xml")));
      for (Path service : list(module.resolve(SERVICES))) {
        PluginKind kind = KINDS.get(last(service.getFileName().toString()));
        assertThat(kind).as("the kind of %s", service).isNotNull();
        for (String provider : Files.readAllLines(service)) {
          String name = name(module, provider);
          plugins++;
          if (!PublishedPlugins.artifact(kind.toString(), name).equals(Optional.of(artifact))) {
            missing.add(kind + " " + name + " of " + artifact);
          }
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(plugins).isGreaterThan(10);
  }

  @Test
  void theSameNameOfAnotherKindHasNone() {
    assertThat(PublishedPlugins.artifact("revisit policy", "adaptive")).isEmpty();
    assertThat(PublishedPlugins.artifact("link scorer", "best-first")).isEmpty();
  }

  private static List<Path> modules() throws IOException {
    return Stream.concat(
            list(ROOT).stream()
                .filter(module -> module.getFileName().toString().startsWith("scorer-")),
            list(ROOT.resolve("integrations")).stream())
        .filter(module -> Files.isDirectory(module.resolve(SERVICES)))
        .toList();
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  /** Reads the name of a provider, a nested class, from its source. */
  private static String name(Path module, String provider) throws IOException {
    int nested = provider.indexOf('$');
    String file = provider.substring(0, nested).replace('.', '/') + ".java";
    String source = Files.readString(module.resolve("src/main/java").resolve(file));
    String type = "class " + provider.substring(nested + 1) + " ";
    assertThat(source).contains(type);
    String name = first(NAME, source.substring(source.indexOf(type)));
    return (name.equals("NAME") ? first(CONSTANT, source) : name).replace("\"", "");
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as("%s", pattern).isTrue();
    return matcher.group(1);
  }

  private static String last(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
