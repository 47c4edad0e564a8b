package io.dowser.studies;

import io.dowser.studies.GeneratedWeb.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Links the pages of a layout: first so that each can be reached from page 0, then up to the number
 * of links of each page, which follows a power law, as the popularity of their targets does. Not
 * thread-safe.
 */
final class WebGenerator {

  private static final int FEWEST_LINKS = 3;
  private static final int MOST_LINKS = 60;
  private static final double LINK_POWER = 1.5;
  private static final double SAME_HOST = 0.6;

  /** The share of links of relevant pages to those of other regions, where these are open. */
  private static final double FAR = 0.3;

  /** The share of ways that begin in another region. */
  private static final double FROM_REGION = 0.7;

  /**
   * The rate at which irrelevant pages link to relevant ones, relative to their share of the web.
   */
  private static final double LEAK = 0.3;

  /** The share of decoys among the links of relevant pages that leave the topic. */
  private static final double LURE = 0.3;

  private final WebShape shape;
  private final Draws draws;
  private final PageLayout layout;
  private final List<Set<Integer>> links = new ArrayList<>();
  private final int[][] regionOf;
  private final int[] plain;
  private final int[][] plainOfHost;
  private final int[] relevant;

  private WebGenerator(WebShape shape, long seed) {
    this.shape = shape;
    this.draws = new Draws(new SplittableRandom(seed));
    this.layout = new PageLayout(shape, draws);
    this.regionOf = new int[shape.pages()][];
    this.plain = layout.plain();
    this.plainOfHost = layout.byHost(plain);
    this.relevant = layout.regions.stream().flatMapToInt(Arrays::stream).toArray();
    draws.shuffle(relevant);
    IntStream.range(0, shape.pages()).forEach(page -> links.add(new LinkedHashSet<>()));
  }

  /** Generates the web of a shape and a seed, always the same. */
  static GeneratedWeb generate(WebShape shape, long seed) {
    var generator = new WebGenerator(shape, seed);
    generator.linkPlain();
    generator.linkRegions();
    IntStream.range(0, shape.pages()).forEach(generator::fill);
    return generator.web();
  }

  private GeneratedWeb web() {
    int[][] all =
        links.stream()
            .map(targets -> targets.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    return new GeneratedWeb(layout.roles, layout.hosts, all, layout.regions, layout.ways);
  }

  /** A random tree. */
  private void linkPlain() {
    for (int i = 1; i < plain.length; i++) {
      link(plain[draws.below(i)], plain[i]);
    }
  }

  private void linkRegions() {
    for (int i = 0; i < layout.regions.size(); i++) {
      int[] region = layout.regions.get(i);
      linkWithin(region);
      int entry = region[0];
      for (int[] way : layout.ways.get(i)) {
        link(follow(way, start(i)), entry);
        entry = draws.any(region);
      }
    }
    for (int[] region : layout.decoys) {
      linkWithin(region);
      link(draws.popular(plain), region[0]);
    }
    if (shape.kind() == WebShape.Kind.HUBS) {
      IntStream.range(0, layout.regions.size()).forEach(this::linkHub);
    }
  }

  /** Links the pages of a way and returns the last one. */
  private int follow(int[] way, int start) {
    int from = start;
    for (int page : way) {
      link(from, page);
      from = page;
    }
    return from;
  }

  /** Returns the start of the way into a region. */
  private int start(int region) {
    return region > 0 && !shape.kind().isOpen() && draws.chance(FROM_REGION)
        ? draws.any(layout.regions.get(draws.below(region)))
        : draws.popular(plain);
  }

  /** A random tree, unless a hub lists the region. */
  private void linkWithin(int[] region) {
    for (int i = 0; i < region.length; i++) {
      regionOf[region[i]] = region;
      if (i > 0 && shape.kind() != WebShape.Kind.HUBS) {
        link(region[draws.below(i)], region[i]);
      }
    }
  }

  private void linkHub(int region) {
    int hub = layout.ways.get(region)[0][0];
    for (int page : layout.regions.get(region)) {
      link(hub, page);
      link(page, hub);
    }
  }

  private void fill(int page) {
    int linked = links.get(page).size();
    int all = degree(page);
    for (int i = linked; i < all; i++) {
      link(page, target(page, share(page, linked, all)));
    }
  }

  private int degree(int page) {
    double drawn = FEWEST_LINKS * Math.pow(1 - draws.random().nextDouble(), -1 / LINK_POWER);
    return layout.roles[page] == Role.LIST ? MOST_LINKS / 2 : (int) Math.min(MOST_LINKS, drawn);
  }

  /** Returns the share of relevant targets among the links that a page has still to get. */
  private double share(int page, int linked, int all) {
    if (layout.roles[page] == Role.TOPIC && shape.kind() != WebShape.Kind.HUBS) {
      return (shape.locality() * all - linked) / (all - linked);
    }
    return shape.kind().isOpen() ? LEAK * shape.relevant() : 0;
  }

  private int target(int page, double share) {
    Role role = layout.roles[page];
    if (draws.chance(share)) {
      boolean near = role == Role.TOPIC && !(shape.kind().isOpen() && draws.chance(FAR));
      return near ? draws.any(regionOf[page]) : draws.popular(relevant);
    }
    if (role == Role.DECOY && draws.chance(shape.locality())) {
      return draws.any(regionOf[page]);
    }
    if (!layout.decoys.isEmpty() && draws.chance(role == Role.TOPIC ? LURE : share)) {
      return draws.any(layout.decoys.get(draws.below(layout.decoys.size())));
    }
    int[] neighbours = plainOfHost[layout.hosts[page]];
    return draws.popular(neighbours.length > 0 && draws.chance(SAME_HOST) ? neighbours : plain);
  }

  private void link(int from, int to) {
    if (from != to) {
      links.get(from).add(to);
    }
  }
}
