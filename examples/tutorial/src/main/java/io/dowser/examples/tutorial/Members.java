package io.dowser.examples.tutorial;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.fetch.FormLogin;
import java.nio.file.Path;

/** Logs in before the first page. */
final class Members {

  private Members() {}

  static Means.Builder means(String loginPage, String user, String password) {
    FormLogin login =
        FormLogin.builder(loginPage)
            .field("user", user)
            .field("password", password)
            .expect(FormLogin.Sign.TEXT, "Sign out")
            .build();
    return Means.builder().http(http -> http.login(login));
  }

  static Crawler.Builder crawl(String start, Path directory, String user, String password) {
    return Documents.crawl(start, directory).means(means(start + "login", user, password).build());
  }
}
