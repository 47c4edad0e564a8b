package io.dowser.studies;

import io.dowser.studies.GeneratedWeb.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lays pages out on hosts, whose sizes follow a power law, and decides what each page is. Not
 * thread-safe.
 */
final class PageLayout {

  /** Sizes of hosts fall with this power of their rank. */
  private static final double HOST_POWER = 0.8;

  private static final int LARGEST_REGION = 50;
  private static final int HOSTS_OF_ISLAND = 5;
  private static final int WAYS = 3;
  private static final int LONGEST_WAY = 5;

  private final WebShape shape;
  private final Draws draws;
  private final int[] firsts; // the first page of each host, and the end

  final Role[] roles;
  final int[] hosts;
  final List<int[]> regions = new ArrayList<>();
  final List<int[]> decoys = new ArrayList<>();
  final List<int[][]> ways = new ArrayList<>();

  PageLayout(WebShape shape, Draws draws) {
    this.shape = shape;
    this.draws = draws;
    this.firsts = new int[shape.hosts() + 1];
    this.roles = new Role[shape.pages()];
    this.hosts = new int[shape.pages()];
    Arrays.fill(roles, Role.OTHER);
    layHosts();
    int wanted = (int) (shape.relevant() * shape.pages());
    takeRegions(Role.TOPIC, wanted, regions);
    takeRegions(Role.DECOY, shape.kind() == WebShape.Kind.DECEPTIVE ? wanted : 0, decoys);
    regions.forEach(region -> ways.add(waysToRegion()));
  }

  private void layHosts() {
    double[] sums = new double[shape.hosts() + 1];
    for (int host = 0; host < shape.hosts(); host++) {
      sums[host + 1] = sums[host] + Math.pow(host + 1, -HOST_POWER);
    }
    for (int host = 0; host < shape.hosts(); host++) {
      firsts[host + 1] = (int) Math.round(sums[host + 1] / sums[shape.hosts()] * shape.pages());
      Arrays.fill(hosts, firsts[host], firsts[host + 1], host);
    }
  }

  /** Takes runs of free pages, or whole hosts, until there are enough pages. */
  private void takeRegions(Role role, int wanted, List<int[]> taken) {
    for (int missing = wanted; missing > 0; ) {
      int[] free = shape.kind() == WebShape.Kind.ISLANDS ? island() : run();
      int[] region = Arrays.copyOf(free, Math.min(free.length, missing));
      if (region.length > 0) {
        set(role, region);
        taken.add(region);
        missing -= region.length;
      }
    }
  }

  private void set(Role role, int... pages) {
    for (int page : pages) {
      roles[page] = role;
    }
  }

  /** Free pages of one host, one after the other. */
  private int[] run() {
    int from = anyButSeed();
    int end = Math.min(firsts[hosts[from] + 1], from + 1 + draws.below(LARGEST_REGION));
    return IntStream.range(from, end).takeWhile(this::isFree).toArray();
  }

  /** The free pages of some hosts that are not among the largest. */
  private int[] island() {
    int largest = shape.hosts() / 10;
    return IntStream.generate(() -> largest + draws.below(shape.hosts() - largest))
        .limit(HOSTS_OF_ISLAND)
        .distinct()
        .flatMap(host -> IntStream.range(firsts[host], firsts[host + 1]))
        .filter(this::isFree)
        .toArray();
  }

  /** The irrelevant pages on each way into a region; an open web has ways without such pages. */
  private int[][] waysToRegion() {
    return switch (shape.kind()) {
      case LOCAL, DECEPTIVE -> new int[1][0];
      case TUNNELS, ISLANDS ->
          Stream.generate(() -> takeFree(Role.TUNNEL, 1 + draws.below(LONGEST_WAY)))
              .limit(WAYS)
              .toArray(int[][]::new);
      case HUBS -> {
        takeFree(Role.LIST, 1);
        yield new int[][] {takeFree(Role.HUB, 1)};
      }
    };
  }

  private int[] takeFree(Role role, int count) {
    int[] taken =
        IntStream.generate(this::anyButSeed).filter(this::isFree).distinct().limit(count).toArray();
    set(role, taken);
    return taken;
  }

  private int anyButSeed() {
    return 1 + draws.below(shape.pages() - 1);
  }

  private boolean isFree(int page) {
    return roles[page] == Role.OTHER;
  }

  /**
   * Pages that any page may link to, neither relevant nor on a way to relevant ones, in random
   * order, the seed first.
   */
  int[] plain() {
    int[] plain =
        IntStream.range(1, shape.pages())
            .filter(page -> isFree(page) || roles[page] == Role.LIST)
            .toArray();
    draws.shuffle(plain);
    return IntStream.concat(IntStream.of(0), Arrays.stream(plain)).toArray();
  }

  /** Those of some pages that are on each host, in their order. */
  int[][] byHost(int[] pages) {
    var lists = new ArrayList<IntStream.Builder>();
    IntStream.range(0, shape.hosts()).forEach(host -> lists.add(IntStream.builder()));
    Arrays.stream(pages).forEach(page -> lists.get(hosts[page]).add(page));
    return lists.stream().map(list -> list.build().toArray()).toArray(int[][]::new);
  }
}
