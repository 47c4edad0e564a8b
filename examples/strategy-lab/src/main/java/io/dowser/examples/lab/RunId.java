package io.dowser.examples.lab;

/**
 * Which run of a strategy.
 *
 * @param question the number of the question, from 0
 * @param run the number of the run, from 1
 */
record RunId(int question, int run) {}
