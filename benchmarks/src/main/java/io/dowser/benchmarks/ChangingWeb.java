package io.dowser.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A kind of generated webs whose pages change as Poisson processes.
 *
 * @param name its name in tables
 * @param rates the distribution of the rates of change
 * @param relevance the distribution of the relevance of pages
 * @param budget checks of a cycle, as a share of the pages
 */
record ChangingWeb(String name, Rates rates, Relevance relevance, double budget) {

  /** Rates of change a day. */
  enum Rates {
    /** Log-normal with a median of 20 days between changes and sigma 1.5. */
    LOG_NORMAL {
      @Override
      double draw(SplittableRandom random) {
        return Math.exp(1.5 * random.nextGaussian()) / 20;
      }
    },

    /** As {@link #LOG_NORMAL}, with a median of 60 days and sigma 2.5. */
    WIDE {
      @Override
      double draw(SplittableRandom random) {
        return Math.exp(2.5 * random.nextGaussian()) / 60;
      }
    },

    /** Five classes: two a day, weekly, monthly, once in four months, and once in 100 years. */
    CLASSES {
      @Override
      double draw(SplittableRandom random) {
        double[] days = {0.5, 7, 30, 120, 36_500};
        return 1 / days[random.nextInt(days.length)];
      }
    },

    /** Gamma with shape 1/2 and a mean of one change in ten days: half a squared Gaussian. */
    GAMMA {
      @Override
      double draw(SplittableRandom random) {
        double gaussian = random.nextGaussian();
        return Math.max(SLOWEST, gaussian * gaussian / 10);
      }
    };

    private static final double SLOWEST = 1e-5;

    abstract double draw(SplittableRandom random);
  }

  /** Relevance of pages. */
  enum Relevance {
    /** 1 for all. */
    EQUAL {
      @Override
      double draw(double rank, SplittableRandom random) {
        return 1;
      }
    },

    /** The square of a uniform number. */
    SKEWED {
      @Override
      double draw(double rank, SplittableRandom random) {
        double uniform = random.nextDouble();
        return uniform * uniform;
      }
    },

    /** For every second page the rank of its rate, for the others as {@link #SKEWED}. */
    LIKE_RATE {
      @Override
      double draw(double rank, SplittableRandom random) {
        return random.nextBoolean() ? rank : SKEWED.draw(rank, random);
      }
    };

    /** Draws for a page, given its rank among the rates, above 0 and at most 1. */
    abstract double draw(double rank, SplittableRandom random);
  }

  /** Generates pages that were all visited at day 0. */
  List<ChangingPage> pages(int number, long seed) {
    var random = new SplittableRandom(seed);
    double[] drawn = new double[number];
    Arrays.setAll(drawn, i -> rates.draw(random));
    Arrays.sort(drawn);
    List<ChangingPage> pages = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      double weight = relevance.draw((i + 1.0) / number, random);
      pages.add(new ChangingPage(i, drawn[i], weight, random.split()));
    }
    return pages;
  }
}
