/**
 * Compares strategies on the same archived web, with one judge, the same seeds and the same budget,
 * and writes a report.
 *
 * <pre>{@code
 * java -jar dowser.jar compare --archive pages.warc.gz --topic topic.properties \
 *     --labels labels.tsv --seeds https://www.example.org/ --out report
 * }</pre>
 *
 * <p>{@link io.dowser.crawler.lab.Lab} adds the commands to a program.
 */
@NullMarked
package io.dowser.crawler.lab;

import org.jspecify.annotations.NullMarked;
