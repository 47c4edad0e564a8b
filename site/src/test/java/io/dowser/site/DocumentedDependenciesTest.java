package io.dowser.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dependencies of all documents are those with which {@code examples/snippets} crawl. */
class DocumentedDependenciesTest {

  private static final Path PROJECTS = Path.of("..", "examples", "snippets");
  private static final Pattern DEPENDENCY =
      Pattern.compile("```xml\\n(<dependency>.*?</dependency>)\\n```", Pattern.DOTALL);

  private static String withoutSpace(String xml) {
    return xml.replaceAll("\\s+", "");
  }

  private static List<String> documented() throws IOException {
    List<String> dependencies = new ArrayList<>();
    for (Path document : DocumentedCodeTest.documents().toList()) {
      DEPENDENCY
          .matcher(Files.readString(document))
          .results()
          .map((MatchResult match) -> withoutSpace(match.group(1)))
          .forEach(dependencies::add);
    }
    return dependencies;
  }

  private static List<String> projects() throws IOException {
    List<String> projects = new ArrayList<>();
    try (Stream<Path> folders = Files.list(PROJECTS)) {
      for (Path pom : folders.map(folder -> folder.resolve("pom.xml")).toList()) {
        if (Files.exists(pom) && !pom.startsWith(PROJECTS.resolve("all"))) {
          projects.add(withoutSpace(Files.readString(pom)));
        }
      }
    }
    return projects;
  }

  @Test
  void eachDependencyIsThatOfAProjectAloneAndOfOneWithAll() throws IOException {
    String all = withoutSpace(Files.readString(PROJECTS.resolve("all/pom.xml")));
    List<String> projects = projects();

    assertThat(documented()).hasSizeGreaterThan(6).allMatch(all::contains);
    assertThat(documented())
        .allMatch(each -> projects.stream().anyMatch(project -> project.contains(each)));
  }
}
