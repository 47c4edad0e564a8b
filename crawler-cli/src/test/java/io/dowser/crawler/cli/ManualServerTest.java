package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.UnknownHostException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ManualServerTest {

  private final BundledWeb web = load();
  private ManualServer server;
  private OkHttpClient client;

  @SuppressWarnings("unused") // named by the parameterized test
  private static final Iterable<String> FRONT_PAGES = BundledWeb.FRONT_PAGES;

  @BeforeEach
  void start() throws IOException {
    server = ManualServer.start(web);
    client = NamedHosts.client(web.hosts(), server.address());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @FieldSource("FRONT_PAGES")
  void frontPageIsServedUnderItsPublishedAddress(String url) throws IOException {
    try (Response response = get(url)) {
      assertThat(response.code()).isEqualTo(200);
      assertThat(response.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
      assertThat(response.body().string()).contains("<title>");
    }
  }

  @Test
  void chinesePageKeepsItsCharacters() throws IOException {
    try (Response response = get(BundledWeb.FRONT_PAGES.get(3))) {
      assertThat(response.body().string()).contains("维护者指南");
    }
  }

  @Test
  void directoryStandsForItsIndex() throws IOException {
    try (Response index = get("http://www.sqlite.org/index.html");
        Response directory = get("http://www.sqlite.org/")) {
      assertThat(directory.body().string()).isEqualTo(index.body().string());
    }
  }

  @Test
  void pageOfAnotherHostIsNotFound() throws IOException {
    try (Response response = get("http://www.postgresql.org/wal.html")) {
      assertThat(response.code()).isEqualTo(404);
    }
  }

  @Test
  void unbundledHostIsUnknown() {
    assertThatThrownBy(() -> get("http://example.org/").close())
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("example.org");
  }

  private Response get(String url) throws IOException {
    return client.newCall(new Request.Builder().url(url).build()).execute();
  }

  private static BundledWeb load() {
    try {
      return BundledWeb.load();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
