package io.dowser.studies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.studies.GeneratedWeb.Role;
import io.dowser.studies.WebShape.Kind;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WebGeneratorTest {

  private static final long SEED = 1;

  private GeneratedWeb web(Kind kind) {
    return WebGenerator.generate(new WebShape(kind, 5_000, 100, 0.1, 0.4, 0.3), SEED);
  }

  /** The pages that link to a page. */
  private static int[] sources(GeneratedWeb web, int page) {
    return IntStream.range(0, web.size())
        .filter(source -> Arrays.stream(web.links()[source]).anyMatch(target -> target == page))
        .toArray();
  }

  private static double share(GeneratedWeb web, Role of, Role to) {
    return IntStream.range(0, web.size())
        .filter(page -> web.roles()[page] == of)
        .flatMap(page -> Arrays.stream(web.links()[page]))
        .mapToDouble(target -> web.roles()[target] == to ? 1 : 0)
        .average()
        .orElseThrow();
  }

  private static long count(GeneratedWeb web, Role role) {
    return Arrays.stream(web.roles()).filter(role::equals).count();
  }

  @ParameterizedTest
  @EnumSource
  void everyPageCanBeReachedFromTheFirst(Kind kind) {
    GeneratedWeb web = web(kind);
    var reached = new BitSet();
    var next = new ArrayDeque<>(Set.of(0));
    reached.set(0);
    while (!next.isEmpty()) {
      for (int target : web.links()[next.remove()]) {
        if (!reached.get(target)) {
          reached.set(target);
          next.add(target);
        }
      }
    }

    assertThat(reached.cardinality()).as("seed %d", SEED).isEqualTo(web.size());
    assertThat(count(web, Role.TOPIC)).as("seed %d", SEED).isEqualTo(500);
    assertThat(web.roles()[0]).isEqualTo(Role.OTHER);
  }

  @ParameterizedTest
  @EnumSource
  void sameSeedGivesTheSameWebAndAnotherSeedAnother(Kind kind) {
    var shape = new WebShape(kind, 1_000, 50, 0.1, 0.4, 0.3);
    int[][] links = WebGenerator.generate(shape, SEED).links();

    assertThat(WebGenerator.generate(shape, SEED).links()).as("seed %d", SEED).isDeepEqualTo(links);
    assertThat(Arrays.deepEquals(WebGenerator.generate(shape, SEED + 1).links(), links)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0.4, 0.1", "0.6, 0.1", "0.4, 0.3"})
  void linksKeepToTheTopicAsOftenAsTheShapeSays(double locality, double relevant) {
    var shape = new WebShape(Kind.LOCAL, 20_000, 100, relevant, locality, 0.3);
    GeneratedWeb web = WebGenerator.generate(shape, SEED);

    assertThat(share(web, Role.TOPIC, Role.TOPIC))
        .as("seed %d", SEED)
        .isCloseTo(locality, within(0.05));
    assertThat(share(web, Role.OTHER, Role.TOPIC))
        .as("seed %d", SEED)
        .isBetween(0.2 * relevant, 0.5 * relevant);
  }

  @ParameterizedTest
  @EnumSource(names = {"TUNNELS", "ISLANDS"})
  void regionIsEnteredThroughItsChainsOfOneToFiveIrrelevantPagesAlone(Kind kind) {
    GeneratedWeb web = web(kind);

    for (int i = 0; i < web.regions().size(); i++) {
      Set<Integer> region = Arrays.stream(web.regions().get(i)).boxed().collect(Collectors.toSet());
      Set<Integer> entries =
          region.stream()
              .flatMap(page -> Arrays.stream(sources(web, page)).boxed())
              .filter(source -> !region.contains(source))
              .collect(Collectors.toSet());
      assertThat(entries)
          .as("seed %d", SEED)
          .isEqualTo(
              Arrays.stream(web.ways().get(i))
                  .map(way -> way[way.length - 1])
                  .collect(Collectors.toSet()));
      Arrays.stream(web.ways().get(i)).forEach(way -> assertChain(web, way));
    }
  }

  private void assertChain(GeneratedWeb web, int[] way) {
    assertThat(way.length).as("seed %d", SEED).isBetween(1, 5);
    for (int step = 0; step < way.length; step++) {
      assertThat(web.roles()[way[step]]).isEqualTo(Role.TUNNEL);
      assertThat(sources(web, way[step])).as("seed %d", SEED).hasSize(1);
      assertThat(step == 0 || sources(web, way[step])[0] == way[step - 1]).isTrue();
    }
  }

  @Test
  void hubsAreTheOnlyPagesThatLinkToRelevantOnes() {
    GeneratedWeb web = web(Kind.HUBS);

    for (Role role : Set.of(Role.TOPIC, Role.OTHER, Role.LIST)) {
      assertThat(share(web, role, Role.TOPIC)).as("%s, seed %d", role, SEED).isZero();
    }
    assertThat(count(web, Role.HUB)).isEqualTo(web.regions().size());
    assertThat(count(web, Role.LIST)).isEqualTo(web.regions().size());
    for (int i = 0; i < web.regions().size(); i++) {
      assertThat(web.links()[web.ways().get(i)[0][0]]).contains(web.regions().get(i));
    }
  }

  @Test
  void decoysLinkToEachOtherAndTheirNumberIsThatOfRelevantPages() {
    GeneratedWeb web = web(Kind.DECEPTIVE);

    assertThat(count(web, Role.DECOY)).isEqualTo(500);
    assertThat(share(web, Role.DECOY, Role.DECOY)).as("seed %d", SEED).isGreaterThan(0.4);
    assertThat(share(web, Role.DECOY, Role.TOPIC)).as("seed %d", SEED).isLessThan(0.05);
    assertThat(share(web, Role.TOPIC, Role.DECOY)).as("seed %d", SEED).isBetween(0.1, 0.3);
  }

  @Test
  void islandsAreWholeHosts() {
    GeneratedWeb web = web(Kind.ISLANDS);
    int[] complete =
        web.regions().subList(0, web.regions().size() - 1).stream() // the last is cut
            .flatMapToInt(Arrays::stream)
            .toArray();
    Set<Integer> hosts =
        Arrays.stream(complete).mapToObj(page -> web.hosts()[page]).collect(Collectors.toSet());

    assertThat(hosts).hasSizeGreaterThan(5);
    assertThat(IntStream.range(0, web.size()).filter(page -> hosts.contains(web.hosts()[page])))
        .as("seed %d", SEED)
        .allMatch(web::isRelevant);
  }

  @Test
  void sizesOfHostsAndNumbersOfLinksAreUneven() {
    GeneratedWeb web = web(Kind.LOCAL);
    int[] sizes = new int[100];
    Arrays.stream(web.hosts()).forEach(host -> sizes[host]++);

    assertThat(sizes[0]).isGreaterThan(10 * sizes[99]);
    assertThat(sizes[99]).isPositive();
    assertThat(Arrays.stream(web.links()).mapToInt(links -> links.length).average().orElseThrow())
        .as("seed %d", SEED)
        .isBetween(6.0, 10.0);
    assertThat(Arrays.stream(web.links()).mapToInt(links -> links.length).max().orElseThrow())
        .as("seed %d", SEED)
        .isGreaterThan(40);
  }

  @ParameterizedTest
  @CsvSource({
    "999, 20, 0.1, 0.4, 0.3, '--pages must be 1000 to 1000000, but was 999'",
    "1000, 51, 0.1, 0.4, 0.3, '--hosts must be 20 to 50, but was 51'",
    "1000, 20, 0.5, 0.4, 0.3, '--relevant must be 0.01 to 0.4, but was 0.5'",
    "1000, 20, 0.1, NaN, 0.3, '--locality must be 0.0 to 0.9, but was NaN'",
    "1000, 20, 0.1, 0.4, -1, '--generic-anchors must be 0.0 to 1.0, but was -1.0'"
  })
  void shapesOutOfRangeAreRefused(
      int pages, int hosts, double relevant, double locality, double generic, String message) {
    assertThatThrownBy(() -> new WebShape(Kind.LOCAL, pages, hosts, relevant, locality, generic))
        .isInstanceOf(StudyException.class)
        .hasMessage(message);
  }
}
