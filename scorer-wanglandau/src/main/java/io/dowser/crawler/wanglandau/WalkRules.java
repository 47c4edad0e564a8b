package io.dowser.crawler.wanglandau;

import io.dowser.crawler.wanglandau.WangLandauFrontier.Flatness;
import io.dowser.crawler.wanglandau.WangLandauFrontier.NewBand;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Schedule;

/**
 * What the walk goes by.
 *
 * @param bands how many bands the energies 0 to 1 are cut into
 * @param interval proposals between two tests for flatness (T)
 * @param flatness when a histogram is flat
 * @param k the share of the mean that {@link Flatness#MEAN_RATIO} asks for
 * @param schedule how ln f becomes smaller
 * @param newBand what a new band starts from
 * @param walkers how many current links there are
 */
record WalkRules(
    int bands,
    int interval,
    Flatness flatness,
    double k,
    Schedule schedule,
    NewBand newBand,
    int walkers) {}
