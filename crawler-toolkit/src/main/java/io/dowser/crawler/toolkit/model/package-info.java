/**
 * Saves and loads trained models in one frame with magic number, version, facts and checksum.
 *
 * <pre>{@code
 * ModelFile format = new ModelFile("word-list", 1, 1 << 20);
 * format.save(file, Map.of("terms", "2"), out -> out.writeText("tide ebb"));
 * String terms = format.load(file, (in, facts) -> in.readText());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.toolkit.model;

import org.jspecify.annotations.NullMarked;
