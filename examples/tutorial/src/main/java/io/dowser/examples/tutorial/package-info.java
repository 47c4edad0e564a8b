/** The application of the tutorial, one class for each step. */
@org.jspecify.annotations.NullMarked
package io.dowser.examples.tutorial;
