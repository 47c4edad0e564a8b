/** The plugins of the guide for plugin authors, one for each interface. */
@org.jspecify.annotations.NullMarked
package io.dowser.examples.plugins;
