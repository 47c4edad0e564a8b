/**
 * The program {@code dowser}: crawls, reports and the commands of the lab, for people who do not
 * program.
 *
 * <pre>{@code
 * java -jar dowser.jar crawl --seed https://www.example.org/ --topic tide,ebb,flood --out tides
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.cli;

import org.jspecify.annotations.NullMarked;
