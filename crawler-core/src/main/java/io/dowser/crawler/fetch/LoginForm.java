package io.dowser.crawler.fetch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import org.jsoup.Connection;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.FormElement;
import org.jspecify.annotations.Nullable;

/** The form of a login page, filled in. */
record LoginForm(@Nullable HttpUrl action, FormBody body) {

  /** Finds the form of a login on a page and fills it in. */
  static Optional<LoginForm> of(FormLogin login, LoginResponse response) {
    Document page = response.page();
    return page == null
        ? Optional.empty()
        : page.select(login.form()).forms().stream()
            .findFirst()
            .map(form -> filledIn(form, login.fields(), page));
  }

  private static LoginForm filledIn(FormElement form, Map<String, String> fields, Document page) {
    var missing = new LinkedHashMap<>(fields);
    var body = new FormBody.Builder(page.charset());
    for (Connection.KeyVal field : form.formData()) {
      String own = missing.remove(field.key());
      body.add(field.key(), own == null ? field.value() : own);
    }
    missing.forEach(body::add);
    String action = form.hasAttr("action") ? form.absUrl("action") : page.location();
    return new LoginForm(HttpUrl.parse(action), body.build());
  }

  /** Returns the names of the fields, and no value. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < body.size(); i++) {
      names.add(body.name(i));
    }
    return names;
  }

  /** Returns the names of the fields, and no value. */
  @Override
  public String toString() {
    return "LoginForm" + names();
  }
}
