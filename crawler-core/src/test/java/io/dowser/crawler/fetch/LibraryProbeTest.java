package io.dowser.crawler.fetch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class LibraryProbeTest {

  /** As with okio 3.6, which OkHttp 4 brings: nothing is noticed until the first connection. */
  @Test
  void fetcherIsRefusedWhereOkioHasNotWhatOkHttpConnectsWith() throws Exception {
    Class<?> fetcher = new WithoutOkio().loadClass(OkHttpFetcher.class.getName());
    Object builder = fetcher.getMethod("builder").invoke(null);

    assertThatThrownBy(() -> builder.getClass().getMethod("build").invoke(builder))
        .rootCause()
        .isInstanceOf(ClassNotFoundException.class);
    assertThatThrownBy(() -> builder.getClass().getMethod("build").invoke(builder))
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("okhttp-bom")
        .hasMessageContaining("okio");
  }

  /** Loads all classes again from the class path, except one. */
  private static final class WithoutOkio extends ClassLoader {

    WithoutOkio() {
      super(LibraryProbeTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals("okio.Okio")) {
        throw new ClassNotFoundException(name);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      boolean again =
          name.startsWith("okio.") || name.startsWith("okhttp3.") || name.startsWith("io.dowser.");
      return again ? define(name) : super.loadClass(name, resolve);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
