package io.dowser.crawler.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Excepts a method from the build's list of forbidden calls, which reads class files. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface SuppressForbidden {

  /** The reason that the call is safe here. */
  String value();
}
