package io.dowser.crawler.internal.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The cases of Google's own robots.txt parser, with the differences named.
 *
 * <p>Cases without a URL that a crawl could ask for, and those for an agent without a name, cannot
 * be asked here and are left out.
 */
class RobotsConformanceTest {

  /** Where we differ: the case's name and what is asked. */
  private static final List<String> DIVERGENCES =
      List.of(
          // Google compares URLs and rules as they stand, raw characters and needless escapes
          // included, and expects those not to match; a crawl canonicalises URLs first, as
          // RFC 9309, section 2.2.2, asks for, and then they match.
          "ID_Encoding FooBot http://foo.bar/foo/bar/%E3%83%84",
          "ID_Encoding FooBot http://foo.bar/foo/bar/%E3%83%84",
          "ID_Encoding FooBot http://foo.bar/foo/bar/baz",
          // Allowing index.html allows the folder, as for Google. A crawl takes the name of an
          // index file off a URL, so that it takes index.htm for the folder, too.
          "GoogleOnly_IndexHTMLisDirectory foobot http://foo.com/allowed-slash/");

  @Test
  void casesGoAsGoogleDecidesButForThoseNamedHere() throws IOException {
    Path file =
        Path.of(System.getProperty("dowser.data", "absent"), "conformance/robots-cases.jsonl");
    assumeTrue(Files.isRegularFile(file), "robots-cases.jsonl is absent: set dowser.data");
    List<String> differences = new ArrayList<>();
    int asked = 0;
    for (String line : Files.readAllLines(file, UTF_8)) {
      JsonObject robotsCase = JsonParser.parseString(line).getAsJsonObject();
      String agent = robotsCase.get("agent").getAsString();
      Optional<CrawlUrl> url =
          UrlCanonicalizer.standard().canonicalize(robotsCase.get("url").getAsString());
      if (agent.matches("[A-Za-z_-]+") && url.isPresent()) {
        asked++;
        boolean allowed = allows(robotsCase.get("robots").getAsString(), agent, url.get());
        if (allowed != robotsCase.get("allowed").getAsBoolean()) {
          differences.add(robotsCase.get("test").getAsString() + " " + agent + " " + url.get());
        }
      }
    }
    assertThat(asked).as("cases that can be asked").isGreaterThan(100);
    assertThat(differences).containsExactlyInAnyOrderElementsOf(DIVERGENCES);
  }

  private static boolean allows(String robots, String agent, CrawlUrl url) {
    return new RobotsReader(RobotsPolicy.OBEY, agent).parse(robots.getBytes(UTF_8)).allows(url);
  }
}
